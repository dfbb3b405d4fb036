import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { CommunitySource, SourceKind } from '../contract-sources.ts';
import { sourceError } from '../rules-source-words.ts';
import { platformOf } from './answer-at-source.ts';
import { commitAndAnnounce } from './commit-and-announce.ts';
import { communityNotFound, sourceNotFound } from './refusals.ts';
import { sign } from './sign.ts';
import { insertSource, listSourceRows, markDisconnected, type SourceRow } from './source-store.ts';
import { findCommunity } from './store.ts';
import { syncJob } from './sync-source.ts';

type SourceContext = Pick<Context, 'db' | 'communitySources' | 'communitySecret' | 'publicUrl'>;

/** The platforms that can be mirrored, with what those that are off need. */
export function listSourceKinds({ communitySources }: Pick<Context, 'communitySources'>): SourceKind[] {
  return communitySources.map(({ kind, label, placeLabel, placeHint, canAnswer, needs, reader }) => ({
    kind,
    label,
    placeLabel,
    placeHint,
    canAnswer,
    isConfigured: reader !== undefined,
    note: reader ? null : `Off: set ${needs.join(' and ')}`,
  }));
}

/** The external communities that a community mirrors. Refuses with `not_found`. */
export async function listSources(ctx: SourceContext, communityId: string): Promise<CommunitySource[]> {
  const { db } = ctx;
  if (!(await findCommunity(db, communityId))) throw communityNotFound();
  return (await listSourceRows(db, communityId)).map((row) => toSource(ctx, row));
}

/** Connects an external community and reads it. Refuses with `conflict` when it is mirrored here already. */
export function connectSource(
  ctx: SourceContext & Pick<Context, 'jobs'>,
  communityId: string,
  { kind, place }: { kind: string; place: string },
): Promise<CommunitySource> {
  const { db, jobs } = ctx;
  return inTransaction(db, async (tx) => {
    if (!(await findCommunity(tx, communityId))) throw communityNotFound();
    const platform = platformOf(ctx, kind);
    const refuse = (field: string, message: string): AppError =>
      new AppError('invalid_input', message, { fields: { [field]: message } });
    if (!platform) throw refuse('kind', 'Choose one of the platforms.');
    if (!platform.reader) throw refuse('kind', `Off: set ${platform.needs.join(' and ')}`);
    const problem = platform.placeProblem(place);
    if (problem !== undefined) throw refuse('place', problem);
    const id = await insertSource(tx, { communityId, kind, place });
    if (id === undefined) {
      throw new AppError('conflict', 'This community mirrors that one already.', {
        reason: 'source_exists',
        fields: { place: 'This community mirrors that one already.' },
      });
    }
    await jobs.send(syncJob, { sourceId: id }, { tx });
    await announce(tx, ['communities']);
    return readSource(ctx, tx, communityId, id);
  });
}

/** Reads a source out of turn. Refuses with `not_found`. */
export async function syncNow(
  ctx: SourceContext & Pick<Context, 'jobs'>,
  communityId: string,
  id: string,
): Promise<CommunitySource> {
  const source = await readSource(ctx, ctx.db, communityId, id);
  await ctx.jobs.send(syncJob, { sourceId: id });
  return source;
}

/** Ends the mirroring; what was read stays. Refuses with `not_found`. */
export function disconnectSource(
  { db }: Pick<Context, 'db'>,
  communityId: string,
  id: string,
): Promise<void> {
  return commitAndAnnounce(db, async (tx) => {
    if (!(await markDisconnected(tx, communityId, id))) throw sourceNotFound();
  });
}

/** Key of the webhooks of a source, which its platform knows. */
export function webhookSecret(ctx: Pick<Context, 'communitySecret'>, sourceId: string): string {
  return sign(ctx, `webhook:${sourceId}`);
}

async function readSource(
  ctx: SourceContext,
  tx: Queryable,
  communityId: string,
  id: string,
): Promise<CommunitySource> {
  const [row] = await listSourceRows(tx, communityId, id);
  if (!row) throw sourceNotFound();
  return toSource(ctx, row);
}

function toSource(ctx: SourceContext, row: SourceRow): CommunitySource {
  const platform = platformOf(ctx, row.kind);
  return {
    ...row,
    error: sourceError(row),
    label: platform?.label ?? row.kind,
    webhook: platform?.readWebhook
      ? {
          url: `${ctx.publicUrl}/api/external/community-sources/${row.id}`,
          secret: webhookSecret(ctx, row.id),
        }
      : null,
  };
}
