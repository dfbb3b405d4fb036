import type { RawAnswer } from '#kit/endpoint.ts';
import { assertOwnOrigin } from '#platform/admission.ts';
import type { Call, HttpServer } from '#platform/http.ts';
import {
  acceptInvitation,
  changeOwnPassword,
  changeRole,
  changeSecondFactorPolicy,
  confirmSecondFactor,
  createFirstAdmin,
  endOtherSessions,
  endSessions,
  findInvitation,
  findPasswordReset,
  finishOidc,
  getCurrentUser,
  getGate,
  getOwnAccount,
  getSecondFactorPolicy,
  getSignInOptions,
  invite,
  issuePasswordReset,
  leaveGate,
  listAdmins,
  listColleagues,
  listInvitations,
  listUsers,
  login,
  logout,
  passGate,
  removeUser,
  renewRecoveryCodes,
  resetPassword,
  resetSecondFactor,
  signInWithEmail,
  startSecondFactor,
  turnOffSecondFactor,
  withdrawInvitation,
} from '../contract.ts';
import type { Access, Redirect, SignedIn } from './service.ts';
import type { Caller } from './auth-library.ts';

export function mountAccess({ mount }: HttpServer, access: Access, ownOrigins: readonly string[]): void {
  const { gate, people } = access;

  mount(getGate, async (_input, call) => ({ granted: (await access.visitorOf(call.cookies)).isGranted }));
  mount(passGate, async ({ body }, call) => {
    assertOwnOrigin(call.headers, ownOrigins);
    const { setCookies } = await gate.pass(body.password, call);
    call.setHeader('set-cookie', setCookies);
    return { granted: true as const };
  });
  mount(leaveGate, async (_input, call) => {
    const { setCookie } = await gate.leave(gate.grantIn(call.cookies));
    call.setHeader('set-cookie', setCookie);
    return undefined;
  });

  mount(getSignInOptions, () => access.signInOptions());
  mount(signInWithEmail, async ({ body }, call) =>
    signedIn(call, await access.signInWithEmail(body, callerOf(call))),
  );
  mount(createFirstAdmin, async ({ body }, call) =>
    signedIn(call, await access.createFirstAdmin(body, callerOf(call))),
  );
  mount(login, async (_input, call) =>
    redirect(await access.startSignIn(call.headers.referer, callerOf(call))),
  );
  mount(finishOidc, async ({ params, query }, call) =>
    redirect(await access.finishSignIn(params.providerId, query, callerOf(call))),
  );
  mount(logout, async (_input, call) => redirect(await access.signOut(call.cookies)));
  mount(getCurrentUser, (_input, { actor }) => people.getCurrentUser(actor.id));

  mount(getOwnAccount, (_input, call) => access.ownAccount(call.actor, call.cookies));
  mount(changeOwnPassword, async ({ body }, call) => {
    const caller = { ...callerOf(call), cookies: call.cookies };
    return signedIn(call, await access.changeOwnPassword(call.actor, body, caller));
  });
  mount(endOtherSessions, (_input, call) => access.endOtherSessions(call.actor, call.cookies));

  mount(startSecondFactor, ({ body }, call) =>
    access.startSecondFactor(call.actor, body.current, callerOf(call)),
  );
  mount(confirmSecondFactor, ({ body }, { actor }) => access.confirmSecondFactor(actor, body.code));
  mount(renewRecoveryCodes, ({ body }, call) => access.renewRecoveryCodes(call.actor, body, callerOf(call)));
  mount(turnOffSecondFactor, async ({ body }, call) => {
    await access.turnOffSecondFactor(call.actor, body, callerOf(call));
    return undefined;
  });

  mount(getSecondFactorPolicy, () => access.secondFactorPolicy.get());
  mount(changeSecondFactorPolicy, ({ body }, call) =>
    access.secondFactorPolicy.change(body.from, access.managerOf(call)),
  );

  mount(listAdmins, () => people.listAdmins());
  mount(listColleagues, () => people.listColleagues());
  mount(listUsers, () => people.listManagedUsers());
  mount(changeRole, ({ params, body }, call) =>
    people.changeRole(params.id, body.role, access.managerOf(call)),
  );
  mount(removeUser, async ({ params }, call) => {
    await people.removeUser(params.id, access.managerOf(call));
    return undefined;
  });

  mount(endSessions, async ({ params }, call) => ({
    ended: await people.endSessions(params.id, access.managerOf(call)),
  }));
  mount(resetSecondFactor, async ({ params }, call) => {
    await people.resetSecondFactor(params.id, access.managerOf(call));
    return undefined;
  });

  mount(listInvitations, () => people.listInvitations());
  mount(invite, ({ body }, call) => people.invite(body, access.managerOf(call)));
  mount(withdrawInvitation, async ({ params }, call) => {
    await people.withdrawInvitation(params.id, access.managerOf(call));
    return undefined;
  });
  mount(findInvitation, ({ body }) => people.findInvitation(body.token));
  mount(acceptInvitation, async ({ body }, call) =>
    signedIn(call, await access.acceptInvitation(body, callerOf(call))),
  );

  mount(issuePasswordReset, ({ params }, call) =>
    people.issuePasswordReset(params.id, access.managerOf(call)),
  );
  mount(findPasswordReset, ({ body }) => people.findPasswordReset(body.token));
  mount(resetPassword, async ({ body }, call) =>
    signedIn(call, await access.resetPassword(body, callerOf(call))),
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
