import type { Actor } from '#kit/actor.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { assertOwnOrigin } from '#platform/admission.ts';
import type { Context } from '#platform/context.ts';
import type { Call, HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import * as tokenContract from '../contract-tokens.ts';
import { createToken, listTokens, revokeToken, rotateToken, type TokenManager } from './api-tokens.ts';
import type { Caller } from './auth-library.ts';
import { createFirstAdmin } from './first-admin.ts';
import { leaveGate, passGate } from './gate.ts';
import {
  acceptInvitation,
  findInvitation,
  invite,
  listInvitations,
  withdrawInvitation,
} from './invitations.ts';
import { changeOwnPassword, getOwnAccount } from './own-account.ts';
import { findPasswordReset, issuePasswordReset, resetPassword } from './password-reset.ts';
import {
  changeRole,
  getCurrentUser,
  listAdmins,
  listColleagues,
  listManagedUsers,
  removeUser,
} from './people.ts';
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
  turnOffSecondFactor,
} from './second-factor.ts';
import { changeSecondFactorPolicy, getSecondFactorPolicy } from './second-factor-policy.ts';
import { endOtherSessions, endSessions } from './sessions.ts';
import { type SignedIn, signInWithEmail } from './sign-in.ts';
import { finishSignIn, getSignInOptions, type Redirect, signOut, startSignIn } from './sign-in-at-issuer.ts';
import { managerOf, sessionHash } from './tokens.ts';
import { visitorOf } from './visitors.ts';

export function mountAccess({ mount }: HttpServer, ctx: Context): void {
  mount(contract.getGate, async (_input, { cookies }) => ({
    granted: (await visitorOf(ctx, cookies)).isGranted,
  }));
  mount(contract.passGate, async ({ body }, call) => {
    assertOwnOrigin(call.headers, [new URL(ctx.publicUrl).origin]);
    const { setCookies } = await passGate(ctx, body.password, call);
    call.setHeader('set-cookie', setCookies);
    return { granted: true as const };
  });
  mount(contract.leaveGate, async (_input, { cookies, setHeader }) => {
    const { setCookie } = await leaveGate(ctx, cookies);
    setHeader('set-cookie', setCookie);
    return undefined;
  });

  mount(contract.getSignInOptions, () => getSignInOptions(ctx));
  mount(contract.signInWithEmail, async ({ body }, call) =>
    signedIn(call, await signInWithEmail(ctx, body, callerOf(call))),
  );
  mount(contract.createFirstAdmin, async ({ body }, call) =>
    signedIn(call, await createFirstAdmin(ctx, body, callerOf(call))),
  );
  mount(contract.login, async (_input, call) =>
    redirect(await startSignIn(ctx, call.headers.referer, callerOf(call))),
  );
  mount(contract.finishOidc, async ({ params: { providerId }, query }, call) =>
    redirect(await finishSignIn(ctx, { providerId, query }, callerOf(call))),
  );
  mount(contract.logout, async (_input, { cookies }) => redirect(await signOut(ctx, cookies)));
  mount(contract.getCurrentUser, (_input, { actor }) => getCurrentUser(ctx, actor.id));

  mount(contract.getOwnAccount, (_input, { actor, cookies }) => getOwnAccount(ctx, actor, cookies));
  mount(contract.changeOwnPassword, async ({ body }, call) => {
    const caller = { ...callerOf(call), cookies: call.cookies };
    return signedIn(call, await changeOwnPassword(ctx, call.actor, body, caller));
  });
  mount(contract.endOtherSessions, (_input, { actor, cookies }) =>
    endOtherSessions(ctx, actor.id, sessionHash(ctx, cookies)),
  );

  mount(contract.startSecondFactor, ({ body }, call) =>
    startSecondFactor(ctx, call.actor, body.current, callerOf(call)),
  );
  mount(contract.confirmSecondFactor, ({ body }, { actor }) => confirmSecondFactor(ctx, actor, body.code));
  mount(contract.renewRecoveryCodes, ({ body }, call) =>
    renewRecoveryCodes(ctx, call.actor, body, callerOf(call)),
  );
  mount(contract.turnOffSecondFactor, async ({ body }, call) => {
    await turnOffSecondFactor(ctx, call.actor, body, callerOf(call));
    return undefined;
  });

  mount(contract.getSecondFactorPolicy, () => getSecondFactorPolicy(ctx.db));
  mount(contract.changeSecondFactorPolicy, ({ body }, call) =>
    changeSecondFactorPolicy(ctx, body.from, managerOf(ctx, call)),
  );

  mount(contract.listAdmins, () => listAdmins(ctx));
  mount(contract.listColleagues, () => listColleagues(ctx));
  mount(contract.listUsers, () => listManagedUsers(ctx));
  mount(contract.changeRole, ({ params, body }, call) =>
    changeRole(ctx, params.id, body.role, managerOf(ctx, call)),
  );
  mount(contract.removeUser, async ({ params }, call) => {
    await removeUser(ctx, params.id, managerOf(ctx, call));
    return undefined;
  });

  mount(contract.endSessions, ({ params }, call) => endSessions(ctx, params.id, managerOf(ctx, call)));
  mount(contract.resetSecondFactor, async ({ params }, call) => {
    await resetSecondFactor(ctx, params.id, managerOf(ctx, call));
    return undefined;
  });

  mount(contract.listInvitations, () => listInvitations(ctx));
  mount(contract.invite, ({ body }, call) => invite(ctx, body, managerOf(ctx, call)));
  mount(contract.withdrawInvitation, async ({ params }, call) => {
    await withdrawInvitation(ctx, params.id, managerOf(ctx, call));
    return undefined;
  });
  mount(contract.findInvitation, ({ body }) => findInvitation(ctx, body.token));
  mount(contract.acceptInvitation, async ({ body }, call) =>
    signedIn(call, await acceptInvitation(ctx, body, callerOf(call))),
  );

  mount(contract.issuePasswordReset, ({ params }, call) =>
    issuePasswordReset(ctx, params.id, managerOf(ctx, call)),
  );
  mount(contract.findPasswordReset, ({ body }) => findPasswordReset(ctx, body.token));
  mount(contract.resetPassword, async ({ body }, call) =>
    signedIn(call, await resetPassword(ctx, body, callerOf(call))),
  );
}

/** Personal and workspace tokens of programs. */
export function mountTokens({ mount }: HttpServer, ctx: Context): void {
  const managerIn = ({ actor, cookies }: Pick<Call<Actor>, 'actor' | 'cookies'>): TokenManager => ({
    actor,
    sessionHash: sessionHash(ctx, cookies),
  });
  mount(tokenContract.listTokens, (_input, { actor }) => listTokens(ctx, actor));
  mount(tokenContract.createToken, ({ body }, call) => createToken(ctx, body, managerIn(call)));
  mount(tokenContract.revokeToken, async ({ params }, call) => {
    await revokeToken(ctx, params.id, managerIn(call));
    return undefined;
  });
  mount(tokenContract.rotateToken, ({ params, body }, call) =>
    rotateToken(ctx, params.id, body.overlapHours, managerIn(call)),
  );
}

function callerOf({ ip, headers }: Call<unknown>): Caller {
  return { ip, userAgent: headers['user-agent'], cookie: headers.cookie };
}

function signedIn(call: Call<unknown>, { user, setCookies }: SignedIn): { user: SignedIn['user'] } {
  call.setHeader('set-cookie', setCookies);
  return { user };
}

function redirect({ location, setCookies }: Redirect): RawAnswer {
  return { status: 302, headers: { location, 'set-cookie': setCookies, 'cache-control': 'no-store' } };
}
