import { personValues } from '#features/campaigns/rules-compose.ts';
import { ownWords } from '#features/inbox/rules-replies.ts';
import { fieldIn } from '#features/mail/rules-mail-language.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { letterSaysSource } from '#features/source-notices/rules-manual-messages.ts';
import { type Actor, hasRole } from '#kit/actor.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { type Language, languageOf, languageOfTag, plainLanguageOf } from '#kit/language.ts';
import { truncate } from '#kit/text.ts';
import type { Context } from '#platform/context.ts';
import type { FollowUp, FollowUps } from '../contract-follow-ups.ts';
import { draftFactWords } from '../rules-drafts.ts';
import { draftFor, draftWith, whyWords } from '../rules-follow-ups.ts';
import { type Chosen, chooseFollowUps, dateOf, readLearned } from './choose-follow-ups.ts';
import { type DraftContext, findDrafts } from './draft-follow-ups.ts';
import { draftFollowUpsJob } from './jobs.ts';
import type { StoredDraft } from './tables.ts';

/** Characters of the lead's own words that a recommendation quotes. */
const QUOTED = 160;

/**
 * Who to talk to now and why, with a draft for each. A viewer starts no language model: they see what it has written
 * before.
 */
export async function listFollowUps(
  ctx: DraftContext & Pick<Context, 'jobs'>,
  actor: Actor,
): Promise<FollowUps> {
  const { clock, jobs } = ctx;
  const [learned, workspace] = await Promise.all([readLearned(ctx), getWorkspace(ctx.db)]);
  const chosen = await chooseFollowUps(ctx, learned);
  const written = await findDrafts(ctx, chosen);
  if (written.isOpen && hasRole(actor.role, 'member'))
    await jobs.send(draftFollowUpsJob, {}, { key: 'list' });
  const items = chosen.map((one): FollowUp => {
    const { lead, kind, row, since } = one;
    return {
      lead,
      kind,
      why: whyWords({ ...row, since: new Date(since) }, clock.now()),
      words: truncate(row.reply === null ? lead.behaviorSignal : ownWords(row.reply), QUOTED),
      replyId: row.replyId,
      since,
      draft: draftOf(one, written.drafts.get(lead.id), {
        sender: workspace.senderName,
        workspace: workspace.name,
      }),
    };
  });
  return { items, learned };
}

function draftOf(
  { lead, kind, row }: Chosen,
  written: StoredDraft | undefined,
  from: { sender: string; workspace: string },
): FollowUp['draft'] {
  // The model writes English, from English facts.
  const language = written ? 'en' : languageOfPerson(lead.behaviorSignal, row.reply);
  const values = personValues(
    {
      name: lead.name,
      givenName: lead.givenName,
      familyName: lead.familyName,
      platform: lead.platform,
      signalAt: dateOf(lead.signalAt),
      legalGround: lead.legalGround,
      groupName: null,
      createdAt: new Date(lead.createdAt),
    },
    [language],
  );
  const opening = values[fieldIn('opening', language)] ?? '';
  const notice = values[fieldIn('notice', language)] ?? '';
  const saysSource = letterSaysSource(lead);
  const { name, givenName, familyName } = lead;
  const person = { name, givenName, familyName, ...from, notice: saysSource ? notice : '' };
  if (written) {
    const { body, facts, writtenBy } = written;
    return {
      ...draftWith(kind, body, person),
      saysSource,
      by: writtenBy,
      facts: facts.map(draftFactWords),
    };
  }
  return { ...draftFor(kind, { ...person, opening }, language), saysSource, by: BUILT_IN_ENGINE, facts: [] };
}

/** Of their reply where it tells, else of the words through which they are known. */
function languageOfPerson(signal: string, reply: string | null): Language {
  const tag = reply === null ? undefined : plainLanguageOf(ownWords(reply));
  return tag === undefined ? languageOf(signal) : languageOfTag(tag);
}
