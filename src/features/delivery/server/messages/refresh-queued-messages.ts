import { personValues } from '#features/campaigns/rules-compose.ts';
import { personalFacts } from '#features/campaigns/rules-personal.ts';
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
  recheckMessages,
  reviveFollowUps,
  saveQueuedMessages,
  withoutPersonal,
} from '#features/campaigns/server/service.ts';
import { languagesOfValues } from '#features/mail/rules-mail-language.ts';
import { renewTouchpoints } from '#features/tracking/server/touchpoint-store.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { isPracticeAddress } from '#providers/mail/port.ts';

/**
 * Lets queued messages follow a change of these people: a corrected name, another address, other words of theirs. Texts
 * that their new details would turn into a claim are checked again. Messages that were skipped for want of an address,
 * or for a claim in their name, are queued again, and so is what was given up after them.
 */
export async function refreshQueuedMessages(
  ctx: Context,
  tx: Transaction,
  leadIds: readonly string[],
): Promise<void> {
  const messages = await listQueuedMessages(tx, leadIds);
  if (messages.length === 0) return;
  const leads = new Map((await listRecipientsById(tx, leadIds)).map((lead) => [lead.id, lead]));
  const after = messages.flatMap((message) => {
    const lead = leads.get(message.leadId);
    return lead ? [renewed(ctx, message, lead)] : [];
  });
  await saveQueuedMessages(tx, after);
  const before = new Map(messages.map(({ id, status }) => [id, status]));
  const isReopened = ({ id, status }: QueuedMessage) => status !== 'skipped' && before.get(id) === 'skipped';
  const reopened = new Set(after.filter(isReopened).map(({ campaignId }) => campaignId));
  let hasFollowUps = false;
  for (const id of reopened) hasFollowUps = (await reviveFollowUps(tx, id, leadIds)) || hasFollowUps;
  // What follows them waits again too, still at the details of before.
  if (hasFollowUps) return refreshQueuedMessages(ctx, tx, leadIds);
  // Whoever unsubscribes by a link in it does so for the address that it went to.
  await renewTouchpoints(
    tx,
    after.flatMap(({ touchpointId, contactHash }) =>
      touchpointId === null ? [] : [{ id: touchpointId, contactHash }],
    ),
  );
  for (const id of new Set(after.map(({ campaignId }) => campaignId))) {
    const campaign = await findCampaignRow(tx, id);
    if (campaign) await recheckMessages(ctx, tx, campaign, leadIds);
  }
}

function renewed(ctx: Context, message: QueuedMessage, lead: RecipientLead): QueuedMessage {
  const contact = contactOf(ctx, lead, message.channel);
  const vars = {
    ...keptPersonalSentence(message, lead),
    ...personValues(personOn(lead, message.channel), languagesOfValues(message.vars)),
  };
  if (!contact) return { ...message, vars, status: 'skipped', reason: 'no_address', details: null };
  const messenger = messengerOf(message.channel, lead.platform, ctx.messaging.ids);
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
