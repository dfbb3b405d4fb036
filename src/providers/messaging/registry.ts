import type { Settings } from '#platform/config.ts';
import type { Egress } from '#platform/egress.ts';
import { createBlueskyMessenger } from './bluesky.ts';
import type { Messenger, MessengerId, WhatsAppWebhook } from './port.ts';
import { createWhatsApp, createWhatsAppWebhook } from './whatsapp.ts';
import { createXMessenger } from './x.ts';

export type Messaging = {
  /** Those that are configured. */
  messengers: readonly Messenger[];
  /** Of the messengers. */
  ids: readonly MessengerId[];
  /** Undefined where WhatsApp's reports are not taken. */
  whatsAppWebhook: WhatsAppWebhook | undefined;
};

declare module '#platform/context.ts' {
  interface Context {
    readonly messaging: Messaging;
  }
}

/** The platforms that these settings turn on. Calls nobody. */
export function createMessaging(settings: Settings, egress: Egress): Messaging {
  const messengers: Messenger[] = [];
  const {
    WHATSAPP_TOKEN: token,
    WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
    WHATSAPP_BUSINESS_ACCOUNT_ID: businessAccountId,
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_VERIFY_TOKEN: verifyToken,
  } = settings;
  if (token && phoneNumberId && businessAccountId) {
    const baseUrl = settings.WHATSAPP_BASE_URL;
    messengers.push(createWhatsApp(egress, { baseUrl, token, phoneNumberId, businessAccountId }));
  }
  const { BLUESKY_HANDLE: identifier, BLUESKY_APP_PASSWORD: password } = settings;
  if (settings.BLUESKY_MESSAGES && identifier && password) {
    const baseUrl = settings.BLUESKY_BASE_URL;
    messengers.push(createBlueskyMessenger(egress, { baseUrl, identifier, password }));
  }
  const {
    X_API_KEY: consumerKey,
    X_API_SECRET: consumerSecret,
    X_ACCESS_TOKEN: accessToken,
    X_ACCESS_TOKEN_SECRET: accessTokenSecret,
  } = settings;
  if (consumerKey && consumerSecret && accessToken && accessTokenSecret) {
    const baseUrl = settings.X_BASE_URL;
    const keys = { consumerKey, consumerSecret, accessToken, accessTokenSecret };
    messengers.push(createXMessenger(egress, { baseUrl, ...keys }));
  }
  return {
    messengers,
    ids: messengers.map(({ id }) => id),
    whatsAppWebhook:
      appSecret && verifyToken && phoneNumberId
        ? createWhatsAppWebhook({ appSecret, verifyToken, phoneNumberId })
        : undefined,
  };
}
