/** Platforms over which a message reaches one person, by their API. */
export const MESSENGERS = ['whatsapp', 'bluesky', 'x'] as const;
export type MessengerId = (typeof MESSENGERS)[number];

export type DirectMessage = {
  /** Ours; told to the platform where it takes one, so that its reports name it. */
  id: string;
  /** Number (+44…) or handle. */
  to: string;
  text: string;
  /** Says how to stop; the platform may do so in words of its own. '' where nothing has to be said. */
  footer: string;
  /** They have written to us within the last day. */
  isWindowOpen: boolean;
  /** Unix milliseconds; nothing of it may begin later. */
  beginBy: number;
};

/** What became of a message. Only `not_begun` and `not_now` may be tried again: no platform knows a repeat for one. */
export type MessengerResult =
  /** The platform has it. `reference` is its own id. */
  | { outcome: 'accepted'; reference: string }
  /** Nothing was sent; this message may come again, after `retryAfterMs` where that is known. */
  | { outcome: 'not_now'; reason: string; retryAfterMs?: number }
  /** Nothing was sent and never will be. `wantsNoMore`: the person has told the platform so. */
  | { outcome: 'refused'; reason: string; wantsNoMore: boolean }
  /** The platform does not let us send it, but a person may. */
  | { outcome: 'by_hand'; reason: string }
  /** What everybody would get is not allowed: sending has to stop until somebody has mended it. */
  | { outcome: 'halted'; reason: string }
  /** It was handed over and no answer came: it may have arrived. */
  | { outcome: 'unknown'; reason: string }
  /** Nothing of any message can be sent at this moment. */
  | { outcome: 'not_begun'; cause: Obstacle | 'late'; reason: string; retryAfterMs?: number };

export type Obstacle = 'unreachable' | 'login_refused' | 'throttled';

type Readiness = { isReady: true } | { isReady: false; cause: Obstacle; reason: string };

/** What somebody has written to us. */
export type HeardMessage = {
  /** The platform's own id: the same for the same message, however often it is told. */
  id: string;
  /** Number (+44…) or handle; undefined of somebody who shows neither. */
  from: string | undefined;
  /** As the platform knows them. */
  userId: string;
  text: string;
  at: Date;
};

export type HearResult =
  /** `cursor`: where the next look goes on. */
  | { outcome: 'heard'; messages: HeardMessage[]; cursor: string }
  | { outcome: 'failed'; cause: Obstacle; reason: string; retryAfterMs?: number };

export type Messenger = {
  id: MessengerId;
  /** For people. */
  name: string;
  /** The settings it logs in with, for people. */
  settings: string;
  /** Messages that can be under way at once. */
  lanes: number;
  /** Never throws. */
  send: (message: DirectMessage) => Promise<MessengerResult>;
  /** Whether it lets us in. Sends nothing, never throws. */
  verify: () => Promise<Readiness>;
  /**
   * What others have written since `cursor`, oldest first; of the last day without one. Changes nothing there, never
   * throws. Undefined where the platform tells by itself.
   */
  hear?: (cursor: string | null) => Promise<HearResult>;
};

/** What has come from WhatsApp, in its order. */
export type WhatsAppNews =
  | {
      kind: 'status';
      /** As we gave it; undefined where it is none of ours. */
      ourId: string | undefined;
      status: 'sent' | 'delivered' | 'read' | 'failed';
      /** For people, of one that failed. */
      reason: string;
      wantsNoMore: boolean;
      /** Who it went to, as WhatsApp knows them. */
      userId: string | undefined;
    }
  | {
      kind: 'message';
      /** WhatsApp's own id: the same for the same message, however often it is reported. */
      id: string;
      /** +44…; undefined of somebody who shows only a name. */
      from: string | undefined;
      userId: string | undefined;
      text: string;
      at: Date;
    };

/** WhatsApp's calls to us. */
export type WhatsAppWebhook = {
  /** The answer to the handshake; undefined for somebody who does not know our token. */
  answerChallenge: (query: { mode: string; token: string; challenge: string }) => string | undefined;
  /** Undefined where the signature does not fit these very bytes. Throws where they are not what WhatsApp sends. */
  read: (body: Uint8Array, signature: string) => WhatsAppNews[] | undefined;
};
