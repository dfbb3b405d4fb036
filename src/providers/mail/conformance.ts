import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mail, MailTransport } from './port.ts';

export type TransportUnderTest = {
  transport: MailTransport;
  /** What has arrived under this message's id, as often as it did. */
  arrivalsOf: (mail: Mail) => Promise<string[]>;
  close: () => Promise<void>;
};

export function testMail(change: Partial<Mail> = {}): Mail {
  const id = crypto.randomUUID();
  const to = change.envelopeTo ?? 'ann@clinic.test';
  const lines = [
    'From: Mia <mia@sender.test>',
    `To: <${to}>`,
    'Subject: Conformance',
    `Message-ID: <${id}@sender.test>`,
    '',
    '.a line that begins with a dot',
    '..two dots',
    '.',
    'The end.',
    '',
  ];
  return {
    id,
    from: 'Mia <mia@sender.test>',
    to,
    envelopeFrom: 'mia@sender.test',
    envelopeTo: to,
    raw: lines.join('\r\n'),
    beginBy: Date.now() + 10_000,
    ...change,
  };
}

/** What every mail transport keeps to. */
export function describeMailTransport(name: string, open: () => Promise<TransportUnderTest>): void {
  describe(`${name} keeps to the mail port`, () => {
    let under: TransportUnderTest;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());

    it('is ready', async () => {
      expect(await under.transport.verify()).toEqual({ isReady: true });
    });

    it('accepts a mail, which arrives once and byte for byte', async () => {
      const mail = testMail();
      expect(await under.transport.send(mail)).toMatchObject({ outcome: 'accepted' });
      expect(await under.arrivalsOf(mail)).toEqual([mail.raw]);
    });

    it('takes more mails at once than it has lanes', async () => {
      const mails = Array.from({ length: under.transport.lanes * 3 }, () => testMail());
      const results = await Promise.all(mails.map((mail) => under.transport.send(mail)));
      expect(results.filter(({ outcome }) => outcome !== 'accepted')).toEqual([]);
      for (const mail of mails) expect(await under.arrivalsOf(mail)).toHaveLength(1);
    });

    it('never hands over late what may no longer begin without saying so', async () => {
      await under.transport.close();
      const mail = testMail({ beginBy: Date.now() - 1 });
      const { outcome } = await under.transport.send(mail);
      const arrived = await under.arrivalsOf(mail);
      expect([outcome, arrived.length]).toEqual(arrived.length === 1 ? ['accepted', 1] : ['not_begun', 0]);
    });
  });
}
