import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Who owns mailboxes here: nobody in particular, and not root, as whom Postfix delivers nothing. */
const OWNER = 65_534;
const PASSWORD = 'secret';

/** What is missing for `startDebianMail`, in words; undefined when nothing is. */
export function missingForDebianMail(): string | undefined {
  if (process.getuid?.() !== 0) return 'Postfix starts as root only';
  if (outputOf('postconf', ['-h', '-d', 'mail_version']) === undefined) return 'apt-get install postfix';
  const dovecot = outputOf('dovecot', ['--version']);
  if (dovecot === undefined) return 'apt-get install dovecot-imapd';
  return dovecot.startsWith('2.3.') ? undefined : `written for Dovecot 2.3, this is ${dovecot.trim()}`;
}

export const hasSpamAssassin = (): boolean => outputOf('spamassassin', ['--version']) !== undefined;

function outputOf(program: string, args: string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}

export type DebianMail = {
  smtpPort: number;
  imapUrl: (user: string) => string;
  /** The mails in somebody's mailbox as they were delivered. */
  mailsOf: (user: string) => Promise<string[]>;
  close: () => Promise<void>;
};

/**
 * Debian's Postfix and Dovecot in a folder of their own, with a mailbox for each `<user>@<domain>` of `mailboxes`. Any
 * other address in these domains is accepted and comes back, as with most servers that hand mail on.
 */
export async function startDebianMail(mailboxes: readonly string[]): Promise<DebianMail> {
  const dir = await mkdtemp(join(tmpdir(), 'yarrow-mail-'));
  const [smtpPort, imapPort] = await Promise.all([freePort(), freePort()]);
  for (const part of ['etc', 'spool', 'data', 'mail', 'run']) await mkdir(join(dir, part));
  // Each of their processes runs as somebody else.
  await run('chmod', ['755', dir]);
  await run('chown', ['postfix', join(dir, 'data')]);
  await run('chown', [String(OWNER), join(dir, 'mail')]);
  await writeFile(join(dir, 'etc', 'main.cf'), mainCf(dir, mailboxes));
  await writeFile(join(dir, 'etc', 'master.cf'), masterCf(smtpPort));
  await writeFile(join(dir, 'dovecot.conf'), dovecotConf(dir, imapPort));
  await run('postfix', ['-c', join(dir, 'etc'), 'start']);
  const dovecot = spawn('dovecot', ['-F', '-c', join(dir, 'dovecot.conf')], { stdio: 'ignore' });
  await Promise.all([answers(smtpPort), answers(imapPort)]);
  return {
    smtpPort,
    imapUrl: (user) => `imap://${user}:${PASSWORD}@127.0.0.1:${imapPort}`,
    mailsOf: async (user) => {
      // Dovecot moves what it has seen.
      const folders = ['new', 'cur'].map((name) => join(dir, 'mail', user, name));
      const files = await Promise.all(
        folders.map(async (folder) =>
          (await readdir(folder).catch(() => [])).map((name) => join(folder, name)),
        ),
      );
      return Promise.all(files.flat().map((file) => readFile(file, 'latin1')));
    },
    close: async () => {
      dovecot.kill('SIGTERM');
      await Promise.all([
        dovecot.exitCode === null ? once(dovecot, 'exit') : undefined,
        run('postfix', ['-c', join(dir, 'etc'), 'stop']),
      ]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function mainCf(dir: string, mailboxes: readonly string[]): string {
  const domains = [...new Set(mailboxes.map((address) => address.split('@')[1]))];
  const maps = mailboxes.map((address) => `{ ${address} = ${address.split('@')[0]}/ }`).join(', ');
  return [
    'compatibility_level = 3.6',
    `queue_directory = ${dir}/spool`,
    `data_directory = ${dir}/data`,
    `maillog_file = ${dir}/postfix.log`,
    `maillog_file_prefixes = ${dir}`,
    'inet_interfaces = 127.0.0.1',
    'inet_protocols = ipv4',
    'mynetworks = 127.0.0.0/8',
    'myhostname = mx.clinic.test',
    'mydestination =',
    'alias_maps =',
    'alias_database =',
    'smtpd_relay_restrictions = permit_mynetworks, reject',
    'smtpd_reject_unlisted_recipient = no',
    `virtual_mailbox_domains = ${domains.join(', ')}`,
    `virtual_mailbox_maps = inline:{ ${maps} }`,
    `virtual_mailbox_base = ${dir}/mail`,
    'virtual_minimum_uid = 1',
    `virtual_uid_maps = static:${OWNER}`,
    `virtual_gid_maps = static:${OWNER}`,
    'default_transport = error:5.1.2 nothing leaves this machine',
    '',
  ].join('\n');
}

function masterCf(smtpPort: number): string {
  const service = (name: string, type: string, isPrivate: string, limit: string, command: string): string =>
    `${name} ${type} ${isPrivate} - n ${command === 'qmgr' || command === 'pickup' ? '5' : '-'} ${limit} ${command}`;
  return [
    service(`127.0.0.1:${smtpPort}`, 'inet', 'n', '-', 'smtpd'),
    service('pickup', 'unix', 'n', '1', 'pickup'),
    service('cleanup', 'unix', 'n', '0', 'cleanup'),
    service('qmgr', 'unix', 'n', '1', 'qmgr'),
    service('rewrite', 'unix', '-', '-', 'trivial-rewrite'),
    ...['bounce', 'defer', 'trace'].map((name) => service(name, 'unix', '-', '0', 'bounce')),
    service('proxymap', 'unix', '-', '-', 'proxymap'),
    service('smtp', 'unix', '-', '-', 'smtp'),
    ...['error', 'retry'].map((name) => service(name, 'unix', '-', '-', 'error')),
    'virtual unix - n n - - virtual',
    service('anvil', 'unix', '-', '1', 'anvil'),
    'postlog unix-dgram n - n - 1 postlogd',
    '',
  ].join('\n');
}

function dovecotConf(dir: string, imapPort: number): string {
  return [
    'protocols = imap',
    'listen = 127.0.0.1',
    `base_dir = ${dir}/run`,
    `log_path = ${dir}/dovecot.log`,
    'ssl = no',
    'disable_plaintext_auth = no',
    'first_valid_uid = 1',
    `mail_location = maildir:${dir}/mail/%n`,
    `passdb {\n driver = static\n args = password=${PASSWORD}\n}`,
    `userdb {\n driver = static\n args = uid=${OWNER} gid=${OWNER} home=${dir}/mail/%n\n}`,
    `service imap-login {\n inet_listener imap {\n  port = ${imapPort}\n }\n inet_listener imaps {\n  port = 0\n }\n}`,
    '',
  ].join('\n');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the port is not known');
  return address.port;
}

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing answers at port ${port}`);
}
