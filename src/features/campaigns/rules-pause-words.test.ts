import { expect, it } from 'vitest';
import { CampaignReason } from './contract-pauses.ts';
import { campaignNote, haltNote } from './rules-pause-words.ts';

const details = { answer: '535 no', count: 3, left: 100 };

it('explains why a campaign paused or ended', () => {
  const words = CampaignReason.options.map((reason) => [reason, campaignNote({ reason, details })]);
  expect(Object.fromEntries(words)).toMatchInlineSnapshot(`
    {
      "all_left_out": "Ended: everyone in its groups was left out, so no one gets a message.",
      "bounces": "Paused: 3 of 100 mails came back (3 %; the limit is 2 %). Have the addresses checked, then resume.",
      "complaints": "Paused: 3 of 100 people reported the mail as spam (3 %; the limit is 0.1 %). Look at who is written to and what is said, then resume.",
      "earlier_note": "535 no",
      "login_refused": "Paused: the mail server refused the login (535 no). Check SMTP_URL, then resume.",
      "restored": "Paused: this workspace was restored from a backup. What was due by then may have left and is listed as unconfirmed; resume to send the rest.",
      "sender_refused": "Paused: the mail server refuses the sender (535 no). Check MAIL_FROM and SMTP_URL, then resume.",
      "text_refused": "Paused: the platform does not take this text (535 no). Fix the template, then resume.",
    }
  `);
});

it('names what refused the login or the text', () => {
  const of = { ...details, platform: 'WhatsApp', settings: 'WHATSAPP_TOKEN' };
  expect(campaignNote({ reason: 'login_refused', details: of })).toBe(
    'Paused: WhatsApp did not let us in (535 no). Check WHATSAPP_TOKEN, then resume.',
  );
  expect(campaignNote({ reason: 'text_refused', details: of })).toBe(
    'Paused: WhatsApp does not take this text (535 no). Fix the template, then resume.',
  );
  const ofMailbox = { ...details, mailbox: 'mia@northwind.test' };
  expect(campaignNote({ reason: 'login_refused', details: ofMailbox })).toContain(
    'Enter the password of mia@northwind.test again under Settings, Mailboxes, then resume.',
  );
});

it('says nothing about a campaign that a person paused', () => {
  expect([{}, { reason: 'because' }, null].map(haltNote)).toEqual([null, null, null]);
  expect(haltNote({ reason: 'restored' })).toMatch(/^Paused: this workspace was restored/);
});
