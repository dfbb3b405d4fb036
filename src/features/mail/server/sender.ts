import addressparser from 'nodemailer/lib/addressparser';
import type { Workspace } from '#features/settings/contract.ts';

/** Who mails come from. */
export type Sender = {
  /** `Name <address>`, as people read it. */
  header: string;
  address: string;
  /** Of Message-ID and List-Id. */
  domain: string;
};

declare module '#platform/context.ts' {
  interface Context {
    /** The sender of email that no mailbox sends, by the settings of this moment. */
    readonly sender: () => Promise<Sender>;
  }
}

type SenderInput = {
  /** MAIL_FROM. */
  mailFrom: string | undefined;
  workspace: Pick<Workspace, 'name' | 'senderName' | 'senderEmail'>;
  publicUrl: string;
};

/** The sender by MAIL_FROM, else by the workspace settings, else one at this server's own name. */
export function resolveSender({ mailFrom, workspace, publicUrl }: SenderInput): Sender {
  const [parsed] = addressparser(mailFrom ?? '', { flatten: true });
  const given = parsed?.address ? parsed : undefined;
  const address = given?.address ?? (workspace.senderEmail || `hello@${mailDomain(publicUrl)}`);
  const name = given?.name || workspace.senderName || workspace.name;
  const words = name.replace(/[<>"\p{Cc}]+/gu, ' ').trim();
  return {
    header: words === '' ? address : `${words} <${address}>`,
    address,
    domain: address.slice(address.lastIndexOf('@') + 1),
  };
}

/** Reads a header written by `resolveSender`. */
export function parseSender(header: string): { name: string; address: string; domain: string } {
  const [, name = '', address = header] = /^(.*) <([^<>]*)>$/.exec(header) ?? [];
  return { name, address, domain: address.slice(address.lastIndexOf('@') + 1) };
}

function mailDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return /^[\d.]+$|:|\[/.test(hostname) ? 'localhost' : hostname;
}

/** Whom a mail is from where it is not the sender that its composition names. */
export type From = { header: string };
