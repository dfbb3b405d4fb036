import { listCompositions } from '#features/campaigns/server/service.ts';
import {
  createMailTemplate,
  type From,
  type MailTemplate,
  messageLookup,
  parseSender,
  readersLookup,
  withoutPixel,
} from '#features/mail/server/service.ts';
import type { TokenWriter } from '#features/tracking/rules.ts';
import type { Database } from '#platform/db.ts';

type RenderInput = {
  id: string;
  compositionId: string | null;
  address: string | null;
  vars: Record<string, string>;
  touchpointId: string | null;
  /** Read by somebody who may not act for the person. */
  isForReaders?: boolean;
};

export type RenderedMail = { raw: string; from: string; to: string; envelopeFrom: string };

type Loaded = { template: MailTemplate; from: string; envelopeFrom: string; countsOpens: boolean };

/** Compositions are never changed, so what was made of one stays good. */
const KEPT_TEMPLATES = 200;

declare module '#platform/context.ts' {
  interface Context {
    readonly mailRenderer: MailRenderer;
  }
}

/**
 * Renders mails of stored compositions. An object, because it caches what it made of each composition; that is made
 * again when the setting to count opens changes.
 */
export function createMailRenderer({
  db,
  publicUrl,
  tokenFor,
  workspace,
}: {
  db: Database;
  publicUrl: string;
  tokenFor: TokenWriter;
  workspace: () => Promise<{ name: string; countsOpens: boolean }>;
}) {
  const kept = new Map<string, Loaded>();
  const keyOf = (id: string, from: From | undefined): string => `${id} ${from?.header ?? ''}`;

  const load = async (ids: readonly string[], sender?: From): Promise<void> => {
    const { name, countsOpens } = await workspace();
    const lacking = [...new Set(ids)].filter(
      (id) => kept.get(keyOf(id, sender))?.countsOpens !== countsOpens,
    );
    if (lacking.length === 0) return;
    for (const composition of await listCompositions(db, lacking)) {
      const from = sender?.header ?? composition.fromHeader ?? '';
      const { address, domain } = parseSender(from);
      const template = await createMailTemplate({
        composition:
          composition.html === null || countsOpens
            ? composition
            : { ...composition, html: withoutPixel(composition.html) },
        compositionId: composition.id,
        campaignId: composition.campaignId,
        from,
        domain,
        workspaceName: name,
        publicUrl,
      });
      kept.set(keyOf(composition.id, sender), { template, from, envelopeFrom: address, countsOpens });
    }
    const needed = new Set(ids.map((id) => keyOf(id, sender)));
    for (const key of kept.keys()) {
      if (kept.size <= KEPT_TEMPLATES || needed.has(key)) break;
      kept.delete(key);
    }
  };

  /** Undefined unless its composition has been loaded. */
  const renderLoaded = (message: RenderInput, date: Date, sender?: From): RenderedMail | undefined => {
    const loaded =
      message.compositionId === null ? undefined : kept.get(keyOf(message.compositionId, sender));
    if (!loaded || message.address === null) return undefined;
    const raw = loaded.template.render({
      messageId: message.id,
      name: message.vars.name ?? '',
      address: message.address,
      lookup: message.isForReaders
        ? readersLookup(message.vars, publicUrl)
        : messageLookup(message.vars, message.touchpointId, { publicUrl, tokenFor }),
      date,
    });
    return {
      raw,
      from: loaded.from || loaded.envelopeFrom,
      to: message.address,
      envelopeFrom: loaded.envelopeFrom,
    };
  };

  return {
    load,
    renderLoaded,
    async render(message: RenderInput, date: Date, sender?: From): Promise<RenderedMail | undefined> {
      if (message.compositionId !== null) await load([message.compositionId], sender);
      return renderLoaded(message, date, sender);
    },
  };
}
export type MailRenderer = ReturnType<typeof createMailRenderer>;
