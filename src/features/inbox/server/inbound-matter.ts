import { isAbsence, isAutomaticSubject } from '#engines/replies/absence.ts';
import { storableText } from '#kit/text.ts';

export type InboundMatter =
  | { kind: 'reply' }
  /** Of someone who is away, or a mere receipt. */
  | { kind: 'auto_reply'; isAbsence: boolean }
  /** Undeliverable for good: RFC 3464, or what servers report in a structure of their own. */
  | { kind: 'bounce'; status: string; diagnostic: string }
  /** RFC 5965: reported as spam. */
  | { kind: 'complaint' }
  /** Delayed, delivered, displayed and other news of machines. */
  | { kind: 'other' };

type InboundParts = {
  headers: ReadonlyMap<string, string>;
  parts: readonly { mimeType: string; text: string }[];
  text: string;
  subject: string;
  from: string;
  /** What it returns names a message of ours. */
  returnsOurs: boolean;
  /** It says itself that it answers a message of ours. */
  answersOurs: boolean;
};

/** Senders that no person writes from, and names that a person may have too. */
const DAEMON = /^(?:mailer-daemon|mail-daemon|microsoftexchange[0-9a-f]{16,})@/i;
const PERHAPS_DAEMON = /^postmaster@/i;
const LONGEST_DIAGNOSTIC = 500;
const MOST_LINES = 200;

/** What a message is: a report by its structure alone, then an automatic reply by its headers or subject, then a person's. */
export function matterOf(mail: InboundParts): InboundMatter {
  const { headers, parts, text, subject, from } = mail;
  const type = headers.get('content-type') ?? '';
  const isReport = /^\s*multipart\/report\b/i.test(type);
  if (
    parts.some(({ mimeType }) => mimeType === 'message/feedback-report') ||
    /report-type="?feedback-report/i.test(type)
  )
    return { kind: 'complaint' };
  const isNullSender = headers.get('return-path')?.replace(/\s/g, '') === '<>';
  const status = parts.find(({ mimeType }) => /^message\/(?:global-)?delivery-status$/.test(mimeType));
  if (status && (isReport || isNullSender || DAEMON.test(from))) return deliveryMatter(status.text);
  if (isReport) return { kind: 'other' };

  // A shared inbox may be a mailing list, which sends on what people write.
  const isOfList = headers.has('list-id') || /^list$/i.test(headers.get('precedence')?.trim() ?? '');
  const isAutomatic = isNullSender || hasAutomaticHeader(headers) || (isOfList && !mail.answersOurs);
  const isDaemon = DAEMON.test(from) || (PERHAPS_DAEMON.test(from) && isAutomatic);
  if (isDaemon || isAutomatic || headers.has('x-failed-recipients')) {
    const report = mail.returnsOurs ? ownReportOf(mail) : undefined;
    if (report) return report;
  }
  if (isDaemon) return { kind: 'other' };
  if (isAutomatic || isAutomaticSubject(subject))
    return { kind: 'auto_reply', isAbsence: isAbsence(`${subject}\n${text}`) };
  return { kind: 'reply' };
}

/** RFC 3464: of the recipients the one whose mail has failed. A status of 4 was given up after many tries. */
function deliveryMatter(report: string): InboundMatter {
  for (const group of report.split(/\r?\n[ \t]*\r?\n/)) {
    const status = /[45]\.\d{1,3}\.\d{1,3}/.exec(fieldOf(group, 'Status') ?? '')?.[0];
    if (status === undefined || !/^failed$/i.test(fieldOf(group, 'Action') ?? '')) continue;
    const diagnostic = storableText(fieldOf(group, 'Diagnostic-Code') ?? status, LONGEST_DIAGNOSTIC);
    return { kind: 'bounce', status, diagnostic };
  }
  return { kind: 'other' };
}

/** Reports in a structure of the server's own: Exim, qmail (QSBMF) and Exchange. */
function ownReportOf({ headers, text }: InboundParts): InboundMatter | undefined {
  const lines = text.split('\n', MOST_LINES).map((line) => line.trim().slice(0, LONGEST_DIAGNOSTIC));
  const bounceOf = (diagnostic: string): InboundMatter | undefined => {
    const status = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(diagnostic)?.[0] ?? '5.0.0';
    return status.startsWith('5')
      ? { kind: 'bounce', status, diagnostic: storableText(diagnostic, LONGEST_DIAGNOSTIC) }
      : undefined;
  };
  const failed = headers.get('x-failed-recipients')?.trim().toLowerCase();
  if (failed !== undefined && failed !== '') {
    const at = lines.findIndex((line) => line.toLowerCase().includes(failed));
    return bounceOf(
      lines
        .slice(at + 1)
        .filter(Boolean)
        .slice(0, 3)
        .join(' ') || 'The address does not take mail.',
    );
  }
  const failing = lines.findIndex((line) => /^<[^<>\s@]+@[^<>\s]+>:$/.test(line));
  const copy = lines.findIndex((line) => /^-+ ?(?:Below this line|Original message)/i.test(line));
  if (failing >= 0 && copy > failing) {
    const said = lines
      .slice(failing + 1, copy)
      .filter(Boolean)
      .join(' ');
    return /(?<!\d)5(?:\d\d|\.\d{1,3}\.\d{1,3})(?!\d)/.test(said) ? bounceOf(said) : undefined;
  }
  const isOfExchange = lines.some((line) => /^Generating server:/i.test(line));
  const line = lines.find((one) =>
    isOfExchange
      ? /^#?\s?(?:<[^<>]*#)?5\d\d\b.*\b5\.\d{1,3}\.\d{1,3}|#5\.\d{1,3}\.\d{1,3}/.test(one)
      : /^<[^<>]{1,200} #5\.\d{1,3}\.\d{1,3}[^<>]{0,200}>$/.test(one),
  );
  return line === undefined ? undefined : bounceOf(line);
}

/** RFC 3834, then what programs say of themselves. */
function hasAutomaticHeader(headers: ReadonlyMap<string, string>): boolean {
  const valueOf = (name: string): string => headers.get(name)?.trim().toLowerCase() ?? '';
  const submitted = valueOf('auto-submitted');
  const suppressed = valueOf('x-auto-response-suppress');
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    (suppressed !== '' && suppressed !== 'none') ||
    [
      'x-autoreply',
      'x-autorespond',
      'x-auto-reply',
      'x-autoresponder',
      'x-mail-autoreply',
      'x-autoreply-from',
    ].some((name) => headers.has(name) && !/^(?:no|false)$/.test(valueOf(name))) ||
    /\breply\b/.test(valueOf('x-autogenerated')) ||
    /autoresponder/.test(valueOf('x-post-messageclass')) ||
    valueOf('delivered-to') === 'autoresponder' ||
    /^(?:bulk|junk|auto_reply)$/.test(valueOf('precedence'))
  );
}

/** A field of a report, its folded lines joined. */
function fieldOf(report: string, name: string): string | undefined {
  const unfolded = report.replace(/\r?\n[ \t]+/g, ' ');
  return new RegExp(`^${name}:\\s*(.+)$`, 'im').exec(unfolded)?.[1]?.trim();
}
