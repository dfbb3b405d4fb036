import type { ContactStatus } from '#features/leads/contract.ts';
import { MINUTE_MS } from '#kit/time.ts';
import type { SourceNoticeState } from './contract.ts';

/** How long a notice can be under way: the mail server's last answer may take five minutes. */
const ON_THE_WAY_MS = 10 * MINUTE_MS;

/** One calendar month later, on its last day where that month is shorter (UTC). */
function oneMonthAfter(instant: Date): Date {
  const later = new Date(instant);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + 1);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(instant.getUTCDate(), lastDay));
  return later;
}

/** Until when a person has to be told: within one month, and with the first message at the latest (Art. 14(3)(a), (b)). */
export function noticeDueAt(capturedAt: Date, firstMessageAt: Date | null): Date {
  const month = oneMonthAfter(capturedAt);
  return firstMessageAt !== null && firstMessageAt < month ? firstMessageAt : month;
}

type StoredState = Exclude<SourceNoticeState, 'not_needed' | 'due' | 'kept'>;

/** A process that ended while the notice was on its way leaves nobody who knows whether it arrived. */
export function noticeStateNow(
  { state, claimedAt }: { state: StoredState; claimedAt: Date },
  now: Date,
): StoredState {
  const isLeft = state === 'sending' && now.getTime() - claimedAt.getTime() > ON_THE_WAY_MS;
  return isLeft ? 'unconfirmed' : state;
}

/** Whether a notice of this state leaves when somebody presses the button. */
export function canSendNotice(state: SourceNoticeState, { again }: { again: boolean }): boolean {
  return state === 'due' || state === 'kept' || state === 'failed' || (state === 'unconfirmed' && again);
}

type Reachability = { email: string | null; contactStatus: ContactStatus; isSuppressed: boolean };

/** What keeps a notice from a person, and what would change that; null when nothing does. Consent is no matter here. */
export function noticeObstacle({ email, contactStatus, isSuppressed }: Reachability): string | null {
  if (isSuppressed) return 'Unsubscribed or objected: nothing more is sent to this person.';
  if (email === null) return 'No email address. The first message of a campaign carries the notice too.';
  if (contactStatus === 'verification_failed') return 'The address check failed. Correct the address first.';
  return null;
}

/** Told by a letter that somebody wrote from a program of their own. */
export function byHandNote(name: string): string {
  return `With a letter by hand: the words it was begun with say it. Marked as sent${name === '' ? '' : ` by ${name}`}.`;
}

/** What a letter by hand did for the source notice; '' where it had nothing to do with it. */
export function letterNoticeWords(state: SourceNoticeState, { saysSource }: { saysSource: boolean }): string {
  if (saysSource) return state === 'sent' || state === 'outbox' ? 'The source notice went with it.' : '';
  const isOpen = canSendNotice(state, { again: true });
  return isOpen ? 'The source notice is still to be sent: the letter was not begun with it.' : '';
}

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function day(iso: string): string {
  return DATE.format(new Date(iso)).replace('Sept', 'Sep');
}

/** "Source notice due 12 Dec", "Source notice sent 3 Nov". */
export function noticeTitle(
  { state, dueAt, sentAt }: { state: SourceNoticeState; dueAt: string; sentAt: string | null },
  now: Date,
): string {
  switch (state) {
    case 'not_needed':
      return 'No source notice needed';
    case 'sending':
      return 'Source notice on its way';
    case 'sent':
    case 'outbox':
      return `Source notice sent${sentAt === null ? '' : ` ${day(sentAt)}`}`;
    case 'unconfirmed':
      return 'Source notice unconfirmed';
    case 'due':
    case 'kept':
    case 'failed':
      return Date.parse(dueAt) < now.getTime()
        ? `Source notice overdue since ${day(dueAt)}`
        : `Source notice due ${day(dueAt)}`;
  }
}

type Untold = 'notNeeded' | 'refused' | 'kept' | 'lost';

/** Why some of the chosen people were not told, "1 needs none, 2 cannot be written to"; empty when all were. */
export function tallyWords({ notNeeded, refused, kept, lost }: Record<Untold, number>): string {
  return [
    notNeeded > 0 ? `${notNeeded} ${notNeeded === 1 ? 'needs' : 'need'} none` : '',
    refused > 0 ? `${refused} cannot be written to` : '',
    kept > 0 ? `${kept} kept in the outbox, because no mail server is set` : '',
    lost > 0 ? `${lost} did not arrive or ${lost === 1 ? 'is' : 'are'} unconfirmed` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
