import MailComposer from 'nodemailer/lib/mail-composer';
import { findCondition } from '#features/compliance/rules-conditions.ts';

type InvitationInput = {
  /** Header value, `Name <address>`. */
  from: string;
  /** Domain of the sender's address: of Message-ID. */
  domain: string;
  to: string;
  mailId: string;
  communityName: string;
  workspaceName: string;
  postalAddress: string;
  /** Page of the invitation. */
  url: string;
  date: Date;
};

/** The wording that people agree to; raised whenever it changes. */
export const CONSENT_TEXT_VERSION = 'Community invitation 1';

/** Subject and text of an invitation. Nothing in it comes from the person who asked for it, so no one can send mail through us. */
export function invitationText({
  communityName,
  workspaceName,
  postalAddress,
  url,
}: Pick<InvitationInput, 'communityName' | 'workspaceName' | 'postalAddress' | 'url'>): {
  subject: string;
  text: string;
} {
  const community = communityName.replace(/\s+/g, ' ');
  // A subject is read over shoulders: it names no condition.
  const subject =
    findCondition(community) === undefined
      ? `${workspaceName} invites you to ${community}`
      : `${workspaceName} invites you to a community`;
  const text = [
    `You are invited to ${community}, a community of ${workspaceName}.`,
    '',
    `Join or say no here: ${url}`,
    '',
    'You are a member only after you have pressed Join on that page. If you do nothing, nothing happens.',
    `When you join you agree that ${workspaceName} writes to you by e-mail about the community and its offers. You can end that at any time with the link in each mail.`,
    '',
    '--',
    workspaceName,
    ...(postalAddress === '' ? [] : [postalAddress]),
  ].join('\n');
  return { subject, text };
}

/** The complete message (RFC 5322). */
export async function composeInvitation(input: InvitationInput): Promise<string> {
  const { subject, text } = invitationText(input);
  const mail = new MailComposer({
    from: input.from,
    to: input.to,
    subject,
    text,
    date: input.date,
    messageId: `<${input.mailId}@${input.domain}>`,
    headers: {
      'List-Unsubscribe': { prepared: true, value: `<${input.url}/decline>` },
      'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
      'Auto-Submitted': 'auto-generated',
    },
  });
  return (await mail.compile().build()).toString('latin1');
}
