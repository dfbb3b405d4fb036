import { personValues } from '#features/campaigns/rules-compose.ts';
import { personalFacts } from '#features/campaigns/rules-personal.ts';
import type { Launch } from '#features/campaigns/server/launch-service.ts';
import {
  contactOf,
  findCampaignRow,
  listQueuedMessages,
  listRecipientsById,
  messengerOf,
  personalNoteOf,
  personOn,
  type QueuedMessage,
  type RecipientLead,
  reviveFollowUps,
  saveQueuedMessages,
  withoutPersonal,
} from '#features/campaigns/server/service.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import { languagesOfValues } from '#features/mail/rules-mail-language.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Transaction } from '#platform/db.ts';
import { isPracticeAddress } from '#providers/mail/port.ts';
import type { MessengerId } from '#providers/messaging/port.ts';

type Dependencies = {
  compliance: Compliance;
  tracking: Pick<Tracking, 'renewTouchpoints'>;
  launch: Pick<Launch, 'recheckMessages'>;
  messengers: readonly MessengerId[];
};

/**
 * What waits to leave follows the person: a name that was mended, another address, other words of theirs. Texts that
 * their new details would turn into a claim are checked again. What was left out for want of an address, or for a claim
 * in their name, comes back, and so does what was given up after it.
 */
export function createQueuedMessageRefresh({ compliance, tracking, launch, messengers }: Dependencies) {
  const renewed = (message: QueuedMessage, lead: RecipientLead): QueuedMessage => {
    const contact = contactOf(lead, message.channel, compliance);
    const vars = {
      ...keptPersonalSentence(message, lead),
      ...personValues(personOn(lead, message.channel), languagesOfValues(message.vars)),
    };
    if (!contact) return { ...message, vars, status: 'skipped', reason: 'no_address', details: null };
    const messenger = messengerOf(message.channel, lead.platform, messengers);
    const isElsewhere = contact.address !== message.address;
    const isOpenAgain = message.status === 'skipped' || (isElsewhere && message.status !== 'held');
    const leavesByItself = message.channel === 'email' || messenger !== undefined;
    return {
      ...message,
      ...contact,
      vars,
      ...(isElsewhere ? { route: messenger ?? 'mail' } : {}),
      isPractice: message.channel === 'email' && isPracticeAddress(contact.address),
      ...(isOpenAgain
        ? {
            status: leavesByItself ? 'queued' : 'manual',
            reason: leavesByItself ? null : message.channel === 'whatsapp' ? 'by_hand_whatsapp' : 'by_hand',
            details: null,
          }
        : {}),
    };
  };

  const renew = async (tx: Transaction, leadIds: readonly string[]): Promise<void> => {
    const messages = await listQueuedMessages(tx, leadIds);
    if (messages.length === 0) return;
    const leads = new Map((await listRecipientsById(tx, leadIds)).map((lead) => [lead.id, lead]));
    const after = messages.flatMap((message) => {
      const lead = leads.get(message.leadId);
      return lead ? [renewed(message, lead)] : [];
    });
    await saveQueuedMessages(tx, after);
    const before = new Map(messages.map(({ id, status }) => [id, status]));
    const isReopened = ({ id, status }: QueuedMessage) =>
      status !== 'skipped' && before.get(id) === 'skipped';
    const reopened = new Set(after.filter(isReopened).map(({ campaignId }) => campaignId));
    let hasFollowUps = false;
    for (const id of reopened) hasFollowUps = (await reviveFollowUps(tx, id, leadIds)) || hasFollowUps;
    // What follows them waits again too, still at the details of before.
    if (hasFollowUps) return renew(tx, leadIds);
    // Whoever unsubscribes by a link in it does so for the address that it went to.
    await tracking.renewTouchpoints(
      tx,
      after.flatMap(({ touchpointId, contactHash }) =>
        touchpointId === null ? [] : [{ id: touchpointId, contactHash }],
      ),
    );
    for (const id of new Set(after.map(({ campaignId }) => campaignId))) {
      const campaign = await findCampaignRow(tx, id);
      if (campaign) await launch.recheckMessages(tx, campaign, leadIds);
    }
  };
  return renew;
}

/** The sentence that somebody may have seen stays as long as its facts do. */
function keptPersonalSentence({ vars }: QueuedMessage, lead: RecipientLead): Record<string, string> {
  const note = personalNoteOf(vars);
  const facts = personalFacts(lead);
  const isTrue = note?.facts.every(({ field, words }) =>
    facts.some((fact) => fact.field === field && fact.words.includes(words)),
  );
  return isTrue ? vars : withoutPersonal(vars);
}
