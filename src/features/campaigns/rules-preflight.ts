import type { Finding } from '#features/compliance/contract.ts';
import { formatCount, truncate } from '#kit/text.ts';
import type { Channel } from './contract.ts';
import type { PreflightCheck } from './contract-preview.ts';
import { MAIL_PAUSED } from './rules.ts';

type Facts = {
  /** None are chosen yet: mail. */
  channels: readonly Channel[];
  domain: string;
  /** As published; null where there is none, undefined where DNS did not answer. */
  spf: string | null | undefined;
  dmarc: string | null | undefined;
  dkimSelectors: string[] | undefined;
  /** Each address of the messages with the status it answered; null where nothing answered. */
  links: readonly { url: string; status: number | null }[];
  /** What a language model took from the messages. */
  impressions: readonly Finding[];
  publicUrl: string;
  postalAddress: string;
  hasMailServer: boolean;
  isMailPaused: boolean;
  /** People of the groups who have written and are not answered yet. */
  unanswered: number;
};

const UNANSWERED = 'DNS did not answer. Try again later.';

/** What is in order and what is not, in the order in which it should be mended. */
export function preflightChecks(facts: Facts): PreflightCheck[] {
  const isMail = facts.channels.length === 0 || facts.channels.includes('email');
  return [
    ...(isMail ? [serverCheck(facts), ...recordChecks(facts)] : []),
    linkCheck(facts),
    unsubscribeCheck(facts, isMail),
    ...(isMail ? [addressCheck(facts)] : []),
    ...impressionChecks(facts),
    ...unansweredChecks(facts),
  ];
}

/** One line each; it leaves all the same, and a person should look. */
function impressionChecks({ impressions }: Facts): PreflightCheck[] {
  return impressions.map(({ excerpt, explanation, source }, index) => ({
    id: `impression-${index + 1}`,
    label: 'Net impression',
    state: 'warn',
    text: `“${truncate(excerpt, 90)}”: ${explanation} (${source})`,
  }));
}

/** A newsletter to somebody who waits for an answer says that nobody has read what they wrote. */
function unansweredChecks({ unanswered }: Facts): PreflightCheck[] {
  if (unanswered === 0) return [];
  const text =
    unanswered === 1
      ? '1 of these people has written to you and waits for an answer. Answer under Replies first.'
      : `${formatCount(unanswered)} of these people have written to you and wait for an answer. Answer under Replies first.`;
  return [{ id: 'unanswered', label: 'Open replies', state: 'warn', text }];
}

function serverCheck({ hasMailServer, isMailPaused }: Facts): PreflightCheck {
  const shared = { id: 'server', label: 'Mail server' };
  if (isMailPaused) return { ...shared, state: 'warn', text: MAIL_PAUSED };
  return hasMailServer
    ? { ...shared, state: 'good', text: 'Messages leave over a mail server.' }
    : {
        ...shared,
        state: 'warn',
        text: 'None: messages stay in the outbox. Add a mailbox under Settings or set SMTP_URL.',
      };
}

function recordChecks({ domain, spf, dmarc, dkimSelectors }: Facts): PreflightCheck[] {
  const spfCheck = { id: 'spf', label: 'SPF' };
  const dkimCheck = { id: 'dkim', label: 'DKIM' };
  const dmarcCheck = { id: 'dmarc', label: 'DMARC' };
  return [
    spf === undefined
      ? { ...spfCheck, state: 'warn', text: UNANSWERED }
      : spf === null
        ? {
            ...spfCheck,
            state: 'bad',
            text: `${domain} names no servers that may send for it. Publish the SPF record of your mail provider.`,
          }
        : /[\s]\+?all\b/i.test(spf)
          ? {
              ...spfCheck,
              state: 'bad',
              text: `${domain} lets every server send for it (+all). End the record with ~all or -all.`,
            }
          : { ...spfCheck, state: 'good', text: `${domain} names the servers that may send for it.` },
    dkimSelectors === undefined
      ? { ...dkimCheck, state: 'warn', text: UNANSWERED }
      : dkimSelectors.length === 0
        ? {
            ...dkimCheck,
            state: 'warn',
            text: `No key of ${domain} under the names that providers use. Turn DKIM on at your mail provider; a key under another name cannot be seen from here.`,
          }
        : { ...dkimCheck, state: 'good', text: `${domain} publishes a key (${dkimSelectors.join(', ')}).` },
    dmarc === undefined
      ? { ...dmarcCheck, state: 'warn', text: UNANSWERED }
      : dmarc === null
        ? {
            ...dmarcCheck,
            state: 'bad',
            text: `${domain} has no policy. Large providers want one: publish v=DMARC1; p=none at _dmarc.${domain}.`,
          }
        : { ...dmarcCheck, state: 'good', text: `${domain} has a policy.` },
  ];
}

function linkCheck({ links }: Facts): PreflightCheck {
  const shared = { id: 'links', label: 'Links' };
  const broken = links.filter(
    ({ status }) => status !== null && status >= 400 && status !== 403 && status !== 405 && status !== 429,
  );
  const silent = links.filter(({ status }) => status === null);
  const named = (some: Facts['links']): string =>
    some.map(({ url }) => new URL(url).host + new URL(url).pathname).join(', ');
  if (broken.length > 0) return { ...shared, state: 'bad', text: `Answers with an error: ${named(broken)}.` };
  const closed = links.filter(({ url }) => isPrivateHost(new URL(url).hostname));
  if (closed.length > 0) {
    const hosts = [...new Set(closed.map(({ url }) => new URL(url).hostname))].join(', ');
    return { ...shared, state: 'bad', text: `Nobody outside can open ${hosts}: ${named(closed)}.` };
  }
  if (silent.length > 0)
    return { ...shared, state: 'warn', text: `Could not be reached from here: ${named(silent)}.` };
  return {
    ...shared,
    state: 'good',
    text: links.length === 1 ? 'The link works.' : `All ${links.length} links work.`,
  };
}

/** An address of this machine or of the house, which no recipient reaches. */
function isPrivateHost(hostname: string): boolean {
  return (
    /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[)/.test(hostname) ||
    !hostname.includes('.')
  );
}

function unsubscribeCheck({ publicUrl }: Facts, isMail: boolean): PreflightCheck {
  const shared = { id: 'unsubscribe', label: 'Unsubscribe' };
  const { hostname, protocol } = new URL(publicUrl);
  if (isPrivateHost(hostname)) {
    return {
      ...shared,
      state: 'bad',
      text: `Nobody outside can open ${hostname}: set PUBLIC_URL to the address of this server.`,
    };
  }
  if (!isMail) return { ...shared, state: 'good', text: 'One click on the link in each message.' };
  return protocol === 'https:'
    ? { ...shared, state: 'good', text: 'One click, in the mail program and in the footer (RFC 8058).' }
    : {
        ...shared,
        state: 'bad',
        text: 'Mail programs offer one click only over https: set PUBLIC_URL to an https address.',
      };
}

function addressCheck({ postalAddress }: Facts): PreflightCheck {
  const shared = { id: 'postal-address', label: 'Postal address' };
  return postalAddress.trim() === ''
    ? {
        ...shared,
        state: 'bad',
        text: 'None. The law asks for it under commercial mail: enter it under Settings, Workspace.',
      }
    : { ...shared, state: 'good', text: 'It stands under each mail.' };
}
