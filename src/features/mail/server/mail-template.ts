import { domainToASCII } from 'node:url';
import MailComposer from 'nodemailer/lib/mail-composer';
import * as mimeFuncs from 'nodemailer/lib/mime-funcs';
import * as quotedPrintable from 'nodemailer/lib/qp';
import { escapeHtml } from '#kit/text.ts';
import {
  type Composition,
  fillLine,
  hasSlot,
  LONE_SLOT,
  type Lookup,
  unsubscribeFieldOf,
} from './composition.ts';

type TemplateInput = {
  composition: Composition;
  compositionId: string;
  /** Absent for a mail that belongs to no campaign. */
  campaignId?: string;
  /** Header value, `Name <address>`. */
  from: string;
  /** Domain of the sender's address: of Message-ID and List-Id. */
  domain: string;
  workspaceName: string;
  publicUrl: string;
};

type Recipient = {
  messageId: string;
  name: string;
  address: string;
  lookup: Lookup;
  date: Date;
};

/** A mail that is complete but for one person's values. */
export type MailTemplate = { render: (recipient: Recipient) => string };

const MARK_NAMES = ['to', 'subject', 'id', 'date', 'unsubscribe', 'text', 'html'] as const;
type Mark = (typeof MARK_NAMES)[number];

/** What differs per mail, as it stands in the skeleton until it is replaced. Alphanumeric, so it is never encoded. */
const MARKS = {
  to: 'yarrowto@placeholder.invalid',
  subject: 'YARROWSUBJECT',
  id: 'YARROWID',
  date: 'YARROWDATE',
  unsubscribe: 'YARROWUNSUBSCRIBE',
  text: 'YARROWTEXT',
  html: 'YARROWHTML',
} as const satisfies Record<Mark, string>;

/** A fixed run of encoded lines, or a line that is filled in and encoded per person. */
type LinePiece = string | { line: string };
/** A paragraph is left out for whom nothing is known of its field. */
type BodyPiece = LinePiece | { field: string; pieces: readonly LinePiece[] };

/**
 * Composes a mail once for everybody. Rendering then costs a few lines of encoding per person: quoted-printable
 * works line by line, so the lines without a slot are encoded here, once.
 */
export async function createMailTemplate(input: TemplateInput): Promise<MailTemplate> {
  const skeleton = await buildSkeleton(input);
  const parts = splitAtMarks(skeleton);
  const textBody = encodeFixedLines(input.composition.text);
  const htmlBody = encodeFixedLines(input.composition.html ?? '');
  const subject = input.composition.subject ?? '';
  const unsubscribeField = unsubscribeFieldOf(input.composition.text);

  const renderMark = (mark: Mark, { lookup, ...recipient }: Recipient): string => {
    switch (mark) {
      case 'to':
        return addressHeader(recipient.name, recipient.address);
      case 'subject':
        return subjectHeader(fillLine(subject, lookup));
      case 'id':
        return recipient.messageId;
      case 'date':
        return recipient.date.toUTCString().replace('GMT', '+0000');
      case 'unsubscribe':
        return lookup(unsubscribeField) ?? '';
      case 'text':
        return renderBody(textBody, (line) => fillLine(line, lookup), lookup);
      case 'html':
        return renderBody(htmlBody, (line) => fillLine(line, lookup, escapeHtml), lookup);
    }
  };
  return {
    render: (recipient) =>
      parts.map((part) => (typeof part === 'string' ? part : renderMark(part.mark, recipient))).join(''),
  };
}

/** Deterministic: the same message has the same id whenever and by whomever it is sent. */
export function messageIdHeader(messageId: string, domain: string): string {
  return `<${messageId}@${domain}>`;
}

async function buildSkeleton(input: TemplateInput): Promise<string> {
  const part = (content: string) => ({ content, contentTransferEncoding: 'quoted-printable' });
  const prepared = (value: string) => ({ prepared: true, value });
  const kind = input.campaignId === undefined ? 'notice' : 'campaign';
  const list = input.campaignId ?? kind;
  const mail = new MailComposer({
    from: input.from,
    to: MARKS.to,
    subject: MARKS.subject,
    messageId: messageIdHeader(MARKS.id, input.domain),
    date: MARKS.date,
    text: part(MARKS.text),
    html: part(MARKS.html),
    baseBoundary: input.compositionId.replaceAll('-', ''),
    headers: {
      'List-Unsubscribe': prepared(`<${MARKS.unsubscribe}>`),
      'List-Unsubscribe-Post': prepared('List-Unsubscribe=One-Click'),
      // Without the campaign's name, which could name a condition to whoever sees the mail.
      'List-Id': prepared(`${phrase(input.workspaceName)} <${list}.${input.domain}>`.trim()),
      // Postmark gives mails ids of its own and tells this with what it reports; it does not leave with the mail.
      'X-PM-Metadata-message': prepared(MARKS.id),
      'Feedback-ID': prepared(`${list}:${input.compositionId}:${kind}:yarrow`),
    },
  });
  return (await mail.compile().build()).toString('latin1');
}

function splitAtMarks(skeleton: string): (string | { mark: Mark })[] {
  const names = new Map<string, Mark>(MARK_NAMES.map((mark) => [MARKS[mark], mark]));
  return skeleton.split(new RegExp(`(${[...names.keys()].join('|')})`)).map((piece) => {
    const mark = names.get(piece);
    return mark === undefined ? piece : { mark };
  });
}

function encodeFixedLines(body: string): BodyPiece[] {
  const pieces: BodyPiece[] = [];
  let position = 0;
  for (const { 0: paragraph, 1: field = '', index } of body.matchAll(LONE_SLOT)) {
    pieces.push(...linePieces(body.slice(position, index)), { field, pieces: linePieces(paragraph) });
    position = index + paragraph.length;
  }
  return [...pieces, ...linePieces(body.slice(position))];
}

function linePieces(lines: string): LinePiece[] {
  const pieces: LinePiece[] = [];
  let fixed = '';
  lines.split('\n').forEach((line, index) => {
    const lineBreak = index === 0 ? '' : '\r\n';
    if (!hasSlot(line)) {
      fixed += lineBreak + encodeLine(line);
      return;
    }
    pieces.push(fixed + lineBreak, { line });
    fixed = '';
  });
  pieces.push(fixed);
  return pieces;
}

function renderBody(pieces: readonly BodyPiece[], fill: (line: string) => string, lookup: Lookup): string {
  let body = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') body += piece;
    else if ('line' in piece) body += encodeLine(fill(piece.line));
    else if (lookup(piece.field)) body += renderBody(piece.pieces, fill, lookup);
  }
  return body;
}

/** One line in quoted-printable (RFC 2045 6.7), with soft breaks. */
function encodeLine(line: string): string {
  return quotedPrintable.wrap(quotedPrintable.encode(line));
}

/** `Name <address>` as it stands after "To: ". */
function addressHeader(name: string, address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const ascii = `${address.slice(0, at)}@${domainToASCII(domain) || domain}`;
  const words = phrase(name);
  return words === '' ? ascii : `${words}${words.length + ascii.length > 60 ? '\r\n ' : ' '}<${ascii}>`;
}

/** A display name (RFC 5322 phrase): plain, quoted, or as encoded words; without anything that ends a line. */
function phrase(name: string): string {
  const oneLine = name
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 100)
    .toWellFormed();
  if (/^[\w !#$%&'*+/=?^`{|}~-]*$/.test(oneLine) && !oneLine.includes('=?')) return oneLine;
  if (/^[\x20-\x7e]*$/.test(oneLine)) return mimeFuncs.quoteString(oneLine);
  return mimeFuncs.encodeWord(oneLine, 'B', 52).replaceAll(' ', '\r\n ');
}

/** A subject as it stands after "Subject: ", in encoded words where needed (RFC 2047) and folded. */
function subjectHeader(subject: string): string {
  const oneLine = subject.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const isPlain = /^[\x20-\x7e]*$/.test(oneLine) && !oneLine.includes('=?');
  if (isPlain && oneLine.length <= 65) return oneLine;
  const words = isPlain ? oneLine : mimeFuncs.encodeWord(oneLine, 'B', 52);
  return mimeFuncs.foldLines(`Subject: ${words}`, 76).slice('Subject: '.length);
}
