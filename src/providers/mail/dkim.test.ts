import { generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { describe, expect, it } from 'vitest';
import { createDkimSigner } from './dkim.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`;
const signMail = createDkimSigner({
  domain: 'northwind.test',
  selector: 'spring',
  privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
});

const MAIL = [
  'From: Mia <mia@northwind.test>',
  'To: Ann Lee',
  ' <ann@clinic.test>',
  'Subject:  Evenings   with tea',
  'Date: Sat, 21 Nov 2026 10:00:00 +0000',
  'Message-ID: <1@northwind.test>',
  'List-Unsubscribe: <https://yarrow.test/u/1>',
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  'Content-Type: text/plain',
  '',
  'Hello  Ann, ',
  '',
  'the end',
  '',
  '',
  '',
].join('\r\n');

/** What a receiver's check says, with the key as it would stand in DNS. */
async function verdictOn(mail: string): Promise<string | undefined> {
  const { results } = await dkimVerify(Buffer.from(mail), {
    resolver: (name: string) =>
      Promise.resolve(name === 'spring._domainkey.northwind.test' ? [[record]] : []),
  });
  return results[0]?.status?.result;
}

describe('a DKIM signature', () => {
  it('is found good by a verifier, and covers the one-click unsubscribe', async () => {
    const signed = signMail(MAIL);
    expect(await verdictOn(signed)).toBe('pass');
    expect(signed.slice(0, signed.indexOf('bh='))).toContain('list-unsubscribe-post');
  });

  it.each([
    ['the subject', 'Evenings   with tea', 'Free money'],
    ['the body', 'the end', 'send money'],
    ['the unsubscribe', 'yarrow.test/u/1', 'elsewhere.test/u/1'],
  ])('breaks when somebody changes %s', async (_what, from, to) => {
    expect(await verdictOn(signMail(MAIL).replace(from, to))).not.toBe('pass');
  });

  it('does not mind what servers do to spaces', async () => {
    const moved = signMail(MAIL)
      .replace('Hello  Ann, ', 'Hello Ann,')
      .replace('Subject:  Evenings   with', 'Subject: Evenings with');
    expect(await verdictOn(moved)).toBe('pass');
  });
});
