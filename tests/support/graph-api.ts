import { createHmac } from 'node:crypto';
import type { ProviderAnswer, ProviderRequest } from './provider-server.ts';

export const WHATSAPP = {
  token: 'a token of a system user',
  phoneNumberId: '1055',
  businessAccountId: '2066',
  appSecret: 'an app secret of meta',
  verifyToken: 'words of our own',
} as const;

/** Settings that turn WhatsApp on, with the Graph API at `url`. */
export function whatsAppSettings(url: string): Record<string, string> {
  return {
    WHATSAPP_TOKEN: WHATSAPP.token,
    WHATSAPP_PHONE_NUMBER_ID: WHATSAPP.phoneNumberId,
    WHATSAPP_BUSINESS_ACCOUNT_ID: WHATSAPP.businessAccountId,
    WHATSAPP_APP_SECRET: WHATSAPP.appSecret,
    WHATSAPP_VERIFY_TOKEN: WHATSAPP.verifyToken,
    WHATSAPP_BASE_URL: url,
  };
}

type Component = {
  type: string;
  format?: string;
  text?: string;
  example?: { header_handle: string[] };
  buttons?: { type: string; text?: string; url?: string }[];
};

export function template(name: string, body: string, others: Component[] = [], status = 'APPROVED') {
  return {
    name,
    language: 'en_US',
    status,
    category: 'MARKETING',
    components: [...others, { type: 'BODY', text: body }],
  };
}

/** The part of the Graph API that the Cloud API of WhatsApp is: one number, one account, these templates. */
export function graphApi(templates: () => ReturnType<typeof template>[]) {
  let sent = 0;
  return ({ method, path, headers, query, body }: ProviderRequest): ProviderAnswer => {
    if (headers.authorization !== `Bearer ${WHATSAPP.token}`)
      return graphError(190, 'Invalid OAuth access token', 401);
    if (path === `/${WHATSAPP.phoneNumberId}`)
      return { body: { display_phone_number: '+1 555 0001', verified_name: 'Northwind', id: '1055' } };
    if (path === `/${WHATSAPP.businessAccountId}/message_templates`) {
      // Two to a page, so that a list goes over several.
      const from = Number(query.get('after') ?? 0);
      const next = templates().length > from + 2 ? { next: 'https://graph.facebook.com/…' } : {};
      const paging = { cursors: { before: String(from), after: String(from + 2) }, ...next };
      return { body: { data: templates().slice(from, from + 2), paging } };
    }
    if (method === 'POST' && path === `/${WHATSAPP.phoneNumberId}/messages`) {
      sent += 1;
      const { to } = body as { to: string };
      return {
        body: {
          messaging_product: 'whatsapp',
          contacts: [{ input: to, wa_id: to }],
          messages: [{ id: `wamid.${sent}`, message_status: 'accepted' }],
        },
      };
    }
    return graphError(100, `Unsupported ${method} request`, 400);
  };
}

export function graphError(code: number, message: string, status = 400): ProviderAnswer {
  const error = { message: `(#${code}) ${message}`, type: 'OAuthException', code, fbtrace_id: 'A1' };
  return { status, body: { error } };
}

/** The words of a call that sends; those of a template are its parameters. */
export function whatsAppText({ method, path, body }: ProviderRequest): string | undefined {
  if (method !== 'POST' || !path.endsWith('/messages')) return undefined;
  const { text, template: filled } = body as {
    text?: { body: string };
    template?: { name: string; components: { parameters: { text: string }[] }[] };
  };
  if (text) return text.body;
  const parameters = filled?.components.flatMap((part) => part.parameters.map((one) => one.text)) ?? [];
  return [filled?.name, ...parameters].join(' | ');
}

/** What WhatsApp posts about `value`, signed. Escaped as Meta does, so that only the very bytes fit the signature. */
export function whatsAppPost(value: Record<string, unknown>): { body: string; signature: string } {
  const metadata = { display_phone_number: '15550001', phone_number_id: WHATSAPP.phoneNumberId };
  const post = {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: WHATSAPP.businessAccountId,
        changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }],
      },
    ],
  };
  const body = JSON.stringify(post).replace(
    /[^\x20-\x7e]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const signature = `sha256=${createHmac('sha256', WHATSAPP.appSecret).update(body).digest('hex')}`;
  return { body, signature };
}
