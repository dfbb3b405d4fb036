import { createHash, createPrivateKey, sign } from 'node:crypto';

export type DkimKey = {
  domain: string;
  selector: string;
  /** PEM; RSA. */
  privateKey: string;
};

/** Signed where they are there. List-Unsubscribe-Post is among them because RFC 8058 asks for it. */
const SIGNED_HEADERS = [
  'from',
  'sender',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'to',
  'cc',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'in-reply-to',
  'references',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
];

/**
 * Signs complete messages (RFC 6376, rsa-sha256, relaxed/relaxed).
 * @returns the message with its DKIM-Signature in front. Throws when the key cannot be read.
 */
export function createDkimSigner({ domain, selector, privateKey }: DkimKey): (raw: string) => string {
  const key = createPrivateKey(privateKey);
  return (raw) => {
    const end = raw.indexOf('\r\n\r\n');
    const headers = headersOf(end < 0 ? raw : raw.slice(0, end));
    const bodyHash = createHash('sha256')
      .update(relaxedBody(end < 0 ? '' : raw.slice(end + 4)))
      .digest('base64');
    const signed = SIGNED_HEADERS.flatMap((name) => {
      // Of a header that is there more than once the last one counts (5.4.2).
      const header = headers.findLast((one) => one.name === name);
      return header ? [header] : [];
    });
    const fields = [
      'v=1',
      'a=rsa-sha256',
      'c=relaxed/relaxed',
      `d=${domain}`,
      `s=${selector}`,
      `h=${signed.map(({ name }) => name).join(':')}`,
      `bh=${bodyHash}`,
      'b=',
    ];
    const unsigned = `DKIM-Signature: ${fields.join('; ')}`;
    const lines = [...signed.map(({ line }) => relaxedHeader(line)), relaxedHeader(unsigned)];
    const signature = sign('sha256', Buffer.from(lines.join('\r\n')), key).toString('base64');
    const folded = unsigned.replaceAll('; ', ';\r\n ');
    return `${folded}${signature.replace(/.{1,70}/g, '\r\n  $&')}\r\n${raw}`;
  };
}

function headersOf(head: string): { name: string; line: string }[] {
  return head
    .split(/\r\n(?![ \t])/)
    .map((line) => ({ name: line.slice(0, line.indexOf(':')).trim().toLowerCase(), line }));
}

function relaxedHeader(line: string): string {
  const colon = line.indexOf(':');
  const value = line
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${line.slice(0, colon).trim().toLowerCase()}:${value}`;
}

function relaxedBody(body: string): string {
  const lines = body.replace(/[ \t]+\r\n/g, '\r\n').replace(/[ \t]+/g, ' ');
  const trimmed = lines.replace(/[ \t]+$/, '').replace(/(?:\r\n)+$/, '');
  return trimmed === '' ? '' : `${trimmed}\r\n`;
}
