import type { Identify, Visitor } from '#platform/admission.ts';
import type { Context } from '#platform/context.ts';
import { SESSION_USE_MS } from '../rules.ts';
import { grantIn } from './gate.ts';
import { noteSessionUse } from './store.ts';
import { type Cookies, hashToken, sessionHash } from './tokens.ts';

type VisitorContext = Pick<Context, 'access' | 'publicUrl'>;

/** Looks up gate grant and session of these cookies, without counting as a use: for what a page does unattended. */
export async function visitorOf(
  ctx: VisitorContext,
  cookies: Cookies,
): Promise<Visitor & { usedAt: Date | null }> {
  const grant = grantIn(ctx, cookies);
  if (!grant) return { isGranted: false, user: null, usedAt: null, needsSecondFactor: false };
  return ctx.access.findVisitor({ grantHash: hashToken(grant), sessionHash: sessionHash(ctx, cookies) });
}

/** Looks up who is calling, and records the use of their session. Every change applies to the next call. */
export async function identifyVisitor(
  ctx: VisitorContext & Pick<Context, 'db' | 'clock' | 'log'>,
  { cookies }: Parameters<Identify>[0],
): Promise<Visitor> {
  const visitor = await visitorOf(ctx, cookies);
  const now = ctx.clock.now();
  if (visitor.usedAt && visitor.usedAt.getTime() < now.getTime() - SESSION_USE_MS) {
    await noteSessionUse(ctx.db, sessionHash(ctx, cookies), now).catch((error: unknown) =>
      // Reading still works when the database is read-only.
      ctx.log.warn({ err: error }, 'sign-in: the use of a session was not noted'),
    );
  }
  return visitor;
}
