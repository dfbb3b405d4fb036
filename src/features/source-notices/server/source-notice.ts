import { AppError } from '#kit/errors.ts';
import { languageOf } from '#kit/language.ts';
import type { Context } from '#platform/context.ts';
import { isPracticeAddress } from '#providers/mail/port.ts';
import { type SourceNotice } from '../contract.ts';
import { byHandNote, canSendNotice, noticeDueAt, noticeObstacle, noticeStateNow } from '../rules.ts';
import { noticeNote } from '../rules-notice-words.ts';
import { findNoticeSubject, forgetNotices, type NoticeRow, type NoticeSubject } from './store.ts';

/** What is kept of notices: to be read by that person and erased. */
export const noticeData = {
  part: 'sourceNotice',
  read: getSourceNotice,
  forget: forgetNotices,
};

/** Whether a person knows where we have their data from. Refuses with `not_found`. */
export async function getSourceNotice(ctx: Context, leadId: string): Promise<SourceNotice> {
  const subject = await findNoticeSubject(ctx.db, leadId);
  if (!subject) throw leadNotFound();
  return toNotice(subject, ctx.clock.now());
}

export function leadNotFound(): AppError {
  return new AppError('not_found', 'This lead does not exist any more.');
}

/** Whether a notice of this state is as far as it can come. In the outbox, only where nobody is behind the address. */
export function hasTold(state: NoticeRow['state'], address: string): boolean {
  return state === 'sent' || (state === 'outbox' && isPracticeAddress(address));
}

/** What people see of it. */
export function toNotice(subject: NoticeSubject, now: Date): SourceNotice {
  const { notice, toldAt, letterAt, legalGround } = subject;
  const stored = notice && noticeStateNow(notice, now);
  const isToldByMail = stored !== null && hasTold(stored, subject.email ?? '');
  const isToldByCampaign = toldAt !== null && !isToldByMail;
  const isToldByHand = letterAt !== null && !isToldByMail && !isToldByCampaign;
  const isTold = isToldByCampaign || isToldByHand;
  const mailed = stored === 'outbox' && !isToldByMail ? 'kept' : stored;
  const state = isTold ? 'sent' : (mailed ?? (legalGround === 'legitimate_interest' ? 'due' : 'not_needed'));
  const isOpen = canSendNotice(state, { again: true });
  return {
    leadId: subject.id,
    state,
    dueAt: noticeDueAt(subject.createdAt, subject.firstMessageAt).toISOString(),
    sentAt:
      state === 'kept'
        ? null
        : ((isToldByCampaign ? toldAt : isToldByHand ? letterAt : notice?.sentAt)?.toISOString() ?? null),
    language: languageOf(subject.behaviorSignal),
    campaignName: isToldByCampaign ? subject.campaignName : null,
    obstacle: isOpen ? noticeObstacle(subject) : null,
    ...(isToldByCampaign
      ? NOTHING_TO_SAY
      : isToldByHand
        ? { ...NOTHING_TO_SAY, note: byHandNote(subject.letterBy ?? '') }
        : explained(notice, stored)),
  };
}

type Explained = Pick<SourceNotice, 'note' | 'reason' | 'details'>;

const NOTHING_TO_SAY: Explained = { note: null, reason: null, details: null };

function explained(notice: NoticeRow | null, stored: NoticeRow['state'] | null): Explained {
  const isLost = notice?.state === 'sending' && stored === 'unconfirmed';
  const reason = isLost ? 'process_ended' : (notice?.reason ?? null);
  if (reason === null) return NOTHING_TO_SAY;
  const details = notice?.details ?? null;
  return { reason, details, note: noticeNote(reason, details) };
}
