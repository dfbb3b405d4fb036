import type { Database } from '#platform/db.ts';
import { type CompositionRow, listCompositions } from './campaign-store.ts';
import { messageLookup } from './composition.ts';
import { createMailTemplate, type MailTemplate } from './mail-template.ts';
import { parseSender } from './sender.ts';

type RenderInput = {
  id: string;
  compositionId: string | null;
  address: string | null;
  vars: Record<string, string>;
  touchpointId: string | null;
};

export type RenderedMail = { raw: string; from: string; to: string; envelopeFrom: string };

type Loaded = { template: MailTemplate; composition: CompositionRow; envelopeFrom: string };

/** Compositions are never changed, so what was made of one stays good. */
const KEPT_TEMPLATES = 200;

/** Mails of stored compositions, each made ready once per process. */
export function createMailTemplates({
  db,
  publicUrl,
  workspaceName,
}: {
  db: Database;
  publicUrl: string;
  workspaceName: () => Promise<string>;
}) {
  const kept = new Map<string, Loaded>();

  const load = async (ids: readonly string[]): Promise<void> => {
    const lacking = [...new Set(ids)].filter((id) => !kept.has(id));
    if (lacking.length === 0) return;
    const name = await workspaceName();
    for (const composition of await listCompositions(db, lacking)) {
      const from = composition.fromHeader ?? '';
      const { address, domain } = parseSender(from);
      const template = await createMailTemplate({
        composition,
        compositionId: composition.id,
        campaignId: composition.campaignId,
        from,
        domain,
        workspaceName: name,
        publicUrl,
      });
      kept.set(composition.id, { template, composition, envelopeFrom: address });
    }
    for (const id of kept.keys()) {
      if (kept.size <= KEPT_TEMPLATES || ids.includes(id)) break;
      kept.delete(id);
    }
  };

  /** Undefined unless its composition has been loaded. */
  const renderLoaded = (message: RenderInput, date: Date): RenderedMail | undefined => {
    const loaded = message.compositionId === null ? undefined : kept.get(message.compositionId);
    if (!loaded || message.address === null) return undefined;
    const raw = loaded.template.render({
      messageId: message.id,
      name: message.vars.name ?? '',
      address: message.address,
      lookup: messageLookup(message.vars, message.touchpointId, publicUrl),
      date,
    });
    const from = loaded.composition.fromHeader ?? loaded.envelopeFrom;
    return { raw, from, to: message.address, envelopeFrom: loaded.envelopeFrom };
  };

  return {
    load,
    renderLoaded,
    async render(message: RenderInput, date: Date): Promise<RenderedMail | undefined> {
      if (message.compositionId !== null) await load([message.compositionId]);
      return renderLoaded(message, date);
    },
  };
}
export type MailTemplates = ReturnType<typeof createMailTemplates>;
