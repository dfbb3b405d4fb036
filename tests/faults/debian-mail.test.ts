import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEMPLATES } from '#features/campaigns/rules-templates.ts';
import type { Reply } from '#features/inbox/contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  type DebianMail,
  hasSpamAssassin,
  missingForDebianMail,
  startDebianMail,
} from '#tests/support/debian-mail.ts';

const missing = missingForDebianMail();
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const READERS = TEMPLATES.map((_template, index) => `reader${index}@clinic.test`);

describe.skipIf(missing !== undefined)(
  `mail over Debian’s Postfix and Dovecot${missing === undefined ? '' : ` (left out: ${missing})`}`,
  () => {
    let mail: DebianMail;
    let app: TestApp;
    let client: TestClient;

    beforeAll(async () => {
      mail = await startDebianMail(['ann@clinic.test', 'stan@clinic.test', 'mia@northwind.test', ...READERS]);
      app = await startTestApp({
        env: {
          SMTP_URL: `smtp://127.0.0.1:${mail.smtpPort}`,
          IMAP_URL: mail.imapUrl('mia'),
          MAIL_FROM: 'Mia <mia@northwind.test>',
          PUBLIC_URL: 'https://yarrow.northwind.test',
          DKIM_DOMAIN: 'northwind.test',
          DKIM_SELECTOR: 'spring',
          DKIM_PRIVATE_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
        },
      });
      client = await app.as('admin');
    });
    afterAll(async () => {
      await app.close();
      await mail.close();
    });

    /** The first mail in somebody's mailbox, once it is there. */
    const deliveredTo = async (user: string): Promise<string> => {
      await expect.poll(async () => (await mail.mailsOf(user)).length, { timeout: 20_000 }).toBe(1);
      return (await mail.mailsOf(user))[0] ?? '';
    };

    it('arrives signed; its bounce, an answer and a Stop come back by IMAP', async () => {
      const { groupId } = await groupOf(client, [
        { name: 'Ann Lee', email: 'ann@clinic.test' },
        { name: 'Stan Ray', email: 'stan@clinic.test' },
        { name: 'Nobody', email: 'nobody@clinic.test' },
      ]);
      const { id } = await createCampaign(client, {
        status: 'active',
        targetGroups: [groupId],
        steps: [
          {
            channel: 'email',
            delayHours: 0,
            subject: 'Evenings',
            body: 'Hi {{firstName|there}} {{landingPage}}',
          },
        ],
      });
      const delivered = await deliveredTo('ann');
      const record = `v=DKIM1; k=rsa; p=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`;
      const { results } = await dkimVerify(Buffer.from(delivered.replace(/\r?\n/g, '\r\n'), 'latin1'), {
        resolver: () => Promise.resolve([[record]]),
      });
      expect(results.map(({ status }) => status?.result)).toEqual(['pass']);

      const server = createTransport({ host: '127.0.0.1', port: mail.smtpPort, ignoreTLS: true });
      for (const [user, words] of [
        ['ann', 'What does it cost?'],
        ['stan', 'Stop'],
      ] as const) {
        const [, inReplyTo = ''] = /^Message-ID: (<.+>)/im.exec(await deliveredTo(user)) ?? [];
        await server.sendMail({
          from: `${user}@clinic.test`,
          to: 'mia@northwind.test',
          subject: 'Re: Evenings',
          text: words,
          inReplyTo,
        });
      }
      // The report about nobody and the two answers.
      await expect.poll(async () => (await mail.mailsOf('mia')).length, { timeout: 20_000 }).toBe(3);
      await app.app.features.inbox.mailboxInboxes.readNow();
      const messages = await untilMessages(client, id, { sent: 2, bounced: 1 });
      expect(messages.find(({ status }) => status === 'bounced')).toMatchObject({
        to: 'nobody@clinic.test',
        reason: 'came_back',
        details: { answer: expect.stringContaining('unknown user') },
      });
      const replies = await client.get<Reply[]>('/api/replies');
      expect(
        replies.map(({ leadName, label, text: words }) => [leadName, label, words.trim()]).toSorted(),
      ).toEqual([
        ['Ann Lee', 'question', 'What does it cost?'],
        ['Stan Ray', 'stop', 'Stop'],
      ]);
      const kept = await client.get<{ name: string | null; reason: string }[]>('/api/suppressions');
      expect(kept.map(({ name, reason }) => [name, reason]).toSorted()).toEqual([
        ['Nobody', 'bounced'],
        ['Stan Ray', 'unsubscribed'],
      ]);
    });

    it.skipIf(!hasSpamAssassin())(
      `of each built-in template looks like no spam to SpamAssassin${hasSpamAssassin() ? '' : ' (left out: apt-get install spamassassin)'}`,
      async () => {
        for (const [index, template] of TEMPLATES.entries()) {
          const { groupId } = await groupOf(
            client,
            [{ name: 'Ann Lee', email: READERS[index] }],
            template.name,
          );
          await createCampaign(client, {
            name: template.name,
            status: 'active',
            targetGroups: [groupId],
            landingPageUrl: template.landingPageUrl,
            templateId: template.id,
          });
        }
        const mails = await Promise.all(READERS.map((address) => deliveredTo(address.split('@')[0] ?? '')));
        const scores = await spamScores(mails);
        expect(scores).toHaveLength(TEMPLATES.length);
        expect(Math.max(...scores)).toBeLessThan(1);
      },
      60_000,
    );
  },
);

/** By the rules that need no network, and as if it came from afar; in one run, because reading them takes longest. */
async function spamScores(mails: readonly string[]): Promise<number[]> {
  const child = spawn('spamassassin', ['-L', '-t', '--mbox', '--cf=score ALL_TRUSTED 0'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const box = mails.map((raw) => `From mia@northwind.test Sat Nov 21 10:00:00 2026\n${raw.trimEnd()}\n\n`);
  child.stdin.end(Buffer.from(box.join(''), 'latin1'));
  const [report] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return [...report.matchAll(/^X-Spam-Status: .*?score=(-?[\d.]+)/gm)].map(([, score]) => Number(score));
}
