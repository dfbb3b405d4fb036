import type { OutboxReason } from '#features/campaigns/contract-messages.ts';
import type { CampaignReasonDetails } from '#features/campaigns/contract-pauses.ts';
import { isKnownToReader } from '#features/mail/rules-mail-language.ts';
import { type From, fillSlots, type MessageLinks, messageLookup } from '#features/mail/server/service.ts';
import type { MailTransport } from '#providers/mail/port.ts';
import type { Messenger } from '#providers/messaging/port.ts';
import type { BatchKind, StartedMessage } from '../queue/batch-store.ts';
import { type DeliveryOutcome, mailOutcome, messengerOutcome } from '../queue/delivery-outcome.ts';
import type { TransportId } from '../tables.ts';
import type { MailRenderer } from './mail-renderer.ts';

type Readiness =
  | { isReady: true }
  | { isReady: false; cause: 'unreachable' | 'login_refused' | 'throttled'; reason: string };

/** How messages of one kind leave. */
export type DeliveryChannel = {
  id: TransportId;
  /** What it carries, where it is no mailbox of its own. */
  kind: Exclude<BatchKind, 'mailbox'>;
  /** Messages that can be under way at once. */
  lanes: number;
  /** After an answer that never came, one message goes ahead before the others follow. */
  isCautious: boolean;
  verify: () => Promise<Readiness>;
  /** Reads what is needed to send these. */
  load: (messages: readonly StartedMessage[]) => Promise<void>;
  /** Never throws. */
  send: (message: StartedMessage, when: { date: Date; beginBy: number }) => Promise<DeliveryOutcome>;
  /** What a campaign's pause says of a login that is refused. */
  login: CampaignReasonDetails;
};

const LOST: DeliveryOutcome = {
  kind: 'failed',
  reason: 'text_lost',
  details: {},
  response: '',
  isAddressDead: false,
};

type MailChannelOptions = {
  transport: MailTransport;
  templates: MailRenderer;
  isPractice: boolean;
  /** Why messages stay in the outbox. */
  outboxReason: OutboxReason;
  /** Whom it is from where it is not the sender of the campaign. */
  from?: From | undefined;
  /** Address of the mailbox that it leaves from; absent for the server's own mail. */
  mailbox?: string | undefined;
};

/** Mail, over a server or into the outbox. */
export function createMailChannel(options: MailChannelOptions): DeliveryChannel {
  const { transport, templates, isPractice, outboxReason, from, mailbox } = options;
  return {
    id: transport.id,
    kind: isPractice ? 'practice' : 'mail',
    lanes: transport.lanes,
    // A mail server whose connection broke has to open a new one first.
    isCautious: false,
    verify: () => transport.verify(),
    load: (messages) =>
      templates.load(
        messages.map(({ compositionId }) => compositionId),
        from,
      ),
    async send(message, { date, beginBy }) {
      const mail = templates.renderLoaded(message, date, from);
      if (!mail) return LOST;
      const result = await transport.send({ id: message.id, ...mail, envelopeTo: message.address, beginBy });
      const outcome = mailOutcome(result, message.tries);
      return outcome.kind === 'sent' && transport.id === 'outbox'
        ? { ...outcome, kind: 'outbox', reason: outboxReason }
        : outcome;
    },
    login: mailbox === undefined ? {} : { mailbox },
  };
}

type MessengerChannelOptions = {
  messenger: Messenger;
  /** Texts of compositions, with slots. */
  readTexts: (ids: readonly string[]) => Promise<Map<string, string>>;
  /** Those of these people who have written to us there within the last day. */
  readOpenWindows: (leadIds: readonly string[]) => Promise<ReadonlySet<string>>;
  links: MessageLinks;
};

/** Compositions are never changed, so their texts stay good. */
const KEPT_TEXTS = 200;

/** The API of a platform. */
export function createMessengerChannel(options: MessengerChannelOptions): DeliveryChannel {
  const { messenger, readTexts, readOpenWindows, links } = options;
  const texts = new Map<string, string>();
  const openWindows = new Set<string>();
  return {
    id: messenger.id,
    kind: messenger.id,
    lanes: messenger.lanes,
    isCautious: true,
    verify: () => messenger.verify(),
    async load(messages) {
      const ids = messages.map(({ compositionId }) => compositionId);
      const lacking = ids.filter((id) => !texts.has(id));
      for (const [id, text] of await readTexts(lacking)) texts.set(id, text);
      for (const id of texts.keys()) if (texts.size > KEPT_TEXTS && !ids.includes(id)) texts.delete(id);
      const leadIds = messages.flatMap(({ leadId }) => leadId ?? []);
      const open = await readOpenWindows(leadIds);
      for (const id of leadIds) {
        if (open.has(id)) openWindows.add(id);
        else openWindows.delete(id);
      }
    },
    async send({ id, compositionId, vars, touchpointId, address, leadId, tries }, { beginBy }) {
      const stored = texts.get(compositionId);
      if (stored === undefined) return LOST;
      const result = await messenger.send({
        id,
        to: address,
        ...parted(fillSlots(stored, messageLookup(vars, touchpointId, links))),
        isWindowOpen: leadId !== null && openWindows.delete(leadId),
        beginBy,
      });
      return messengerOutcome(result, messenger.name, tries);
    },
    login: { platform: messenger.name, settings: messenger.settings },
  };
}

/** The author's words, and the line that says how to stop. A footer that has to be read is one of the words. */
function parted(text: string): { text: string; footer: string } {
  const at = text.lastIndexOf('\n\n');
  const footer = text.slice(at + 2).trim();
  return at > 0 && isKnownToReader(footer)
    ? { text: text.slice(0, at), footer }
    : { text: text.trim(), footer: '' };
}

/** What is on its way when its worker dies; the outbox keeps each message once, so it may be stored again. */
export function isKeptOnce(transport: TransportId): boolean {
  return transport === 'outbox';
}
