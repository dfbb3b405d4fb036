import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { actorName, type Role } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { BreachedPasswords } from '#providers/breached-passwords/port.ts';
import type {
  AcceptInvitation,
  CurrentUser,
  FirstAdmin,
  Invitation,
  ManagedUser,
  OwnSession,
  PasswordReset,
  User,
} from '../contract.ts';
import { deviceWords, INVITATION_MS, isLastAdmin, PASSWORD_RESET_MS } from '../rules.ts';
import { assertNotBreached, assertNotCommon } from './common-passwords.ts';
import { hashToken } from './gate.ts';
import { bucketOf, codeSourcesOf } from './login-throttle.ts';
import { lockPeopleFor, type Manager } from './manager.ts';
import { deleteSecondFactor, listSecondFactorOwners } from './second-factor-store.ts';
import {
  countAdmins,
  countUsers,
  deleteInvitation,
  deleteIssuedBy,
  deleteSessions,
  deleteUser,
  findOpenInvitation,
  findSecondFactorDue,
  findUser,
  findUserByEmail,
  findUserOfPasswordReset,
  forgetGuesses,
  type InvitationRow,
  insertInvitation,
  insertPassword,
  insertUser,
  listFirstNames,
  listOpenInvitations,
  listSessions,
  listUserRows,
  lockPeople,
  markAccepted,
  putPasswordReset,
  replacePassword,
  spendPasswordReset,
  type UserRow,
  updateUser,
} from './store.ts';

type NewAdmin = z.output<typeof FirstAdmin>;

/** Who may sign in, with which role. */
export function createPeople({
  db,
  log,
  publicUrl,
  breachedPasswords,
  onFirst,
}: {
  db: Database;
  log: Log;
  publicUrl: string;
  /** Undefined: nobody is asked. */
  breachedPasswords: BreachedPasswords | undefined;
  /** In the transaction that creates the first account. */
  onFirst: (tx: Transaction, userId: string) => Promise<void>;
}) {
  async function assertGoodPassword(password: string, email: string): Promise<void> {
    await assertNotCommon(password, email);
    if (breachedPasswords) await assertNotBreached(password, { breachedPasswords, log });
  }

  const leftBehind: ((tx: Transaction, userId: string) => Promise<void>)[] = [];

  async function getUser(id: string): Promise<User> {
    const row = await findUser(db, id);
    if (!row) throw personGone();
    return toUser(row);
  }

  /** Creates the first account; undefined once there is one. Of several who try at once, one succeeds. */
  async function createFirst({ password, ...person }: NewAdmin): Promise<User | undefined> {
    if ((await countUsers(db)) > 0) return undefined;
    const passwordHash = await hashPassword(password);
    return inTransaction(db, async (tx) => {
      await lockPeople(tx);
      if ((await countUsers(tx)) > 0) return undefined;
      const user = await insertUser(tx, { ...person, role: 'admin' });
      await insertPassword(tx, user.id, passwordHash);
      await onFirst(tx, user.id);
      await announce(tx, ['users']);
      return toUser(user);
    });
  }

  return {
    hasNobody: async (): Promise<boolean> => (await countUsers(db)) === 0,

    /** At the start: the admin named by the settings, unless there is somebody already. */
    async ensureFirstAdmin(email: string, password: string): Promise<void> {
      await createFirst({ email: email.toLowerCase(), password, ...nameFromEmail(email) });
    },

    /** Whether somebody signs in here with this address and a password. */
    hasPassword: async (email: string): Promise<boolean> =>
      (await findUserByEmail(db, email.toLowerCase()))?.hasPassword ?? false,

    async createFirstAdmin(admin: NewAdmin): Promise<User> {
      if ((await countUsers(db)) === 0) await assertGoodPassword(admin.password, admin.email);
      const user = await createFirst(admin);
      if (user) return user;
      throw new AppError('conflict', 'There is an account already. Sign in, or ask an admin to invite you.', {
        reason: 'not_first',
      });
    },

    getUser,

    async getCurrentUser(id: string): Promise<CurrentUser> {
      const [user, due] = await Promise.all([getUser(id), findSecondFactorDue(db, id)]);
      return { ...user, secondFactorFrom: due?.toISOString() ?? null };
    },

    listAdmins: async (): Promise<{ id: string; name: string }[]> =>
      (await listUserRows(db))
        .filter(({ role }) => role === 'admin')
        .map((row) => ({ id: row.id, name: actorName(row) })),

    listColleagues: async (): Promise<{ id: string; name: string }[]> =>
      (await listUserRows(db)).map((row) => ({ id: row.id, name: actorName(row) })),
    /** First names by id; ids of nobody are left out. */
    firstNames: async (ids: readonly string[], from: Queryable = db): Promise<Map<string, string>> =>
      ids.length === 0 ? new Map<string, string>() : new Map(await listFirstNames(from, ids)),

    listUsers: async (): Promise<User[]> => (await listUserRows(db)).map(toUser),

    async listManagedUsers(): Promise<ManagedUser[]> {
      const [rows, owners] = await Promise.all([listUserRows(db), listSecondFactorOwners(db)]);
      return rows.map((row) => ({
        ...toUser(row),
        hasSecondFactor: owners.has(row.id),
        emailVerified: row.emailVerified,
      }));
    },

    /** Acts with the person's next call. */
    changeRole: (id: string, role: Role, manager: Manager): Promise<User> =>
      inTransaction(db, async (tx) => {
        await lockPeopleFor(tx, manager);
        const user = await findUser(tx, id);
        if (!user) throw personGone();
        if (role !== 'admin' && isLastAdmin(user.role, await countAdmins(tx))) {
          throw new AppError('refused', 'This is the last admin. Make somebody else an admin first.', {
            reason: 'last_admin',
          });
        }
        const changed = await updateUser(tx, id, { role });
        if (role !== 'admin') await deleteIssuedBy(tx, id);
        log.info(
          { userId: id, by: manager.id ?? manager.kind, from: user.role, to: role },
          'people: another role',
        );
        await announce(tx, ['users']);
        return toUser(changed ?? user);
      }),

    /** Wired once, at the start: what somebody had in hand goes back to the others in the moment they are removed. */
    handsBackFor: (handBack: (tx: Transaction, userId: string) => Promise<void>): void =>
      void leftBehind.push(handBack),

    /** Ends the person's sessions in the same moment. */
    removeUser: (id: string, manager: Manager): Promise<void> =>
      inTransaction(db, async (tx) => {
        await lockPeopleFor(tx, manager);
        const user = await findUser(tx, id);
        if (!user) throw personGone();
        if (id === manager.id) {
          throw new AppError('refused', 'Nobody removes themselves. Ask another admin.', { reason: 'self' });
        }
        if (isLastAdmin(user.role, await countAdmins(tx))) {
          throw new AppError('refused', 'This is the last admin. Make somebody else an admin first.', {
            reason: 'last_admin',
          });
        }
        await deleteIssuedBy(tx, id);
        await deleteUser(tx, user);
        log.info({ userId: id, by: manager.id ?? manager.kind }, 'people: removed');
        for (const handBack of leftBehind) await handBack(tx, id);
        await announce(tx, ['users']);
      }),

    listInvitations: async (): Promise<Invitation[]> => (await listOpenInvitations(db)).map(toInvitation),

    /** The link is in this answer only: of its token a hash is stored. */
    async invite(
      { email, role }: { email: string; role: Role },
      manager: Manager & { kind: 'admin' },
    ): Promise<Invitation & { link: string }> {
      const token = newToken();
      return inTransaction(db, async (tx) => {
        await lockPeopleFor(tx, manager);
        if (await findUserByEmail(tx, email)) {
          throw new AppError('conflict', 'This person has an account already.', {
            fields: { email: 'This person has an account already.' },
          });
        }
        const row = await insertInvitation(tx, {
          email,
          role,
          tokenHash: hashToken(token),
          invitedBy: manager.id,
          expiresAt: new Date(Date.now() + INVITATION_MS),
        });
        log.info({ invitationId: row.id, by: manager.id ?? manager.kind, role }, 'people: invited');
        await announce(tx, ['users']);
        // Behind the #, so that the token reaches no log of any server on the way.
        return { ...toInvitation(row), link: `${publicUrl}/invitation#${token}` };
      });
    },

    withdrawInvitation: (id: string, manager: Manager): Promise<void> =>
      inTransaction(db, async (tx) => {
        await lockPeopleFor(tx, manager);
        if (!(await deleteInvitation(tx, id))) throw new AppError('not_found', 'This invitation is gone.');
        await announce(tx, ['users']);
      }),

    async findInvitation(token: string): Promise<{ email: string; role: Role }> {
      const row = await findOpenInvitation(db, { tokenHash: hashToken(token) });
      if (!row) throw invitationGone();
      return { email: row.email, role: row.role };
    },

    /** Creates the account that the invitation stands for, once. */
    async acceptInvitation({ token, password, ...names }: z.output<typeof AcceptInvitation>): Promise<User> {
      const tokenHash = hashToken(token);
      const open = await findOpenInvitation(db, { tokenHash });
      if (!open) throw invitationGone();
      await assertGoodPassword(password, open.email);
      const passwordHash = await hashPassword(password);
      return inTransaction(db, async (tx) => {
        await lockPeople(tx);
        const invitation = await findOpenInvitation(tx, { tokenHash });
        if (!invitation || !(await markAccepted(tx, invitation.id))) throw invitationGone();
        if (await findUserByEmail(tx, invitation.email)) {
          throw new AppError('conflict', 'There is an account with this address already. Sign in.');
        }
        const user = await insertUser(tx, { ...names, email: invitation.email, role: invitation.role });
        await insertPassword(tx, user.id, passwordHash);
        log.info({ userId: user.id, invitationId: invitation.id }, 'people: came by invitation');
        await announce(tx, ['users']);
        return toUser(user);
      });
    },

    /** The link is in this answer only: of its token a hash is stored. Until it is used the old password holds. */
    issuePasswordReset: (
      id: string,
      manager: Manager,
    ): Promise<{ email: string; link: string; expiresAt: string }> =>
      inTransaction(db, async (tx) => {
        await lockPeopleFor(tx, manager);
        const user = await findUser(tx, id);
        if (!user) throw personGone();
        if (id === manager.id) {
          throw new AppError('refused', 'Change your own password under Your account.', { reason: 'self' });
        }
        const account = await findUserByEmail(tx, user.email);
        if (!account?.hasPassword) {
          throw new AppError('refused', 'This person signs in without a password of ours.', {
            reason: 'no_password',
          });
        }
        const token = newToken();
        const expiresAt = new Date(Date.now() + PASSWORD_RESET_MS);
        await putPasswordReset(tx, {
          userId: id,
          tokenHash: hashToken(token),
          issuerKind: manager.kind,
          issuedBy: manager.id,
          expiresAt,
        });
        log.info({ userId: id, by: manager.id ?? manager.kind }, 'people: a link that sets a new password');
        return {
          email: user.email,
          link: `${publicUrl}/password-reset#${token}`,
          expiresAt: expiresAt.toISOString(),
        };
      }),

    async findPasswordReset(token: string): Promise<{ email: string }> {
      const user = await findUserOfPasswordReset(db, hashToken(token));
      if (!user) throw resetGone();
      return { email: user.email };
    },

    /**
     * Sets another password and ends the person's other sessions. Whether they know the one of now was asked before. Their
     * own goes on until they have a new one: their page asks who it is as soon as it hears of the change.
     */
    async changePassword(
      id: string,
      { password, ownToken }: { password: string; ownToken: string },
    ): Promise<void> {
      const { email } = await getUser(id);
      await assertGoodPassword(password, email);
      const passwordHash = await hashPassword(password);
      await inTransaction(db, async (tx) => {
        await lockPeople(tx);
        await replacePassword(tx, id, { passwordHash, keptToken: ownToken });
        log.info({ userId: id }, 'people: a new password of their own');
        await announce(tx, ['users']);
      });
    },

    /** Where somebody is signed in; `ownToken` is the hash of the token that asks. */
    listSessions: async (id: string, ownToken: string): Promise<OwnSession[]> =>
      (await listSessions(db, id)).map((row) => ({
        id: row.id,
        device: deviceWords(row.userAgent),
        startedAt: row.createdAt.toISOString(),
        usedAt: row.updatedAt.toISOString(),
        isThis: row.token === ownToken,
      })),

    endOtherSessions: (id: string, ownToken: string): Promise<number> =>
      inTransaction(db, async (tx) => {
        const ended = await deleteSessions(tx, id, { keptToken: ownToken });
        log.info({ userId: id, ended }, 'people: logged out everywhere else');
        await announce(tx, ['users']);
        return ended;
      }),

    endSessions: (id: string, manager: Manager): Promise<number> =>
      inTransaction(db, async (tx) => {
        await lockPeopleFor(tx, manager);
        if (!(await findUser(tx, id))) throw personGone();
        const ended = await deleteSessions(tx, id);
        log.info({ userId: id, by: manager.id ?? manager.kind, ended }, 'people: logged out everywhere');
        await announce(tx, ['users']);
        return ended;
      }),

    /** For whoever has lost theirs. Whoever may have found it is out as well. */
    resetSecondFactor: (id: string, manager: Manager): Promise<void> =>
      inTransaction(db, async (tx) => {
        await lockPeopleFor(tx, manager);
        if (!(await findUser(tx, id))) throw personGone();
        if (id === manager.id) {
          throw new AppError('refused', 'Turn your own second factor off under Your account.', {
            reason: 'self',
          });
        }
        await deleteSecondFactor(tx, id);
        // What was guessed at it is no guess at the next one.
        const { app, recovery } = codeSourcesOf(id);
        await forgetGuesses(
          tx,
          [app, recovery].flatMap(({ hour, day }) => [hour, day].map(bucketOf)),
        );
        await deleteSessions(tx, id);
        log.info({ userId: id, by: manager.id ?? manager.kind }, 'people: second factor taken off');
        await announce(tx, ['users']);
      }),

    /** Sets the password and ends all sessions of the person, once per link. `prove` throws where they may not. */
    async resetPassword(
      { token, password }: z.output<typeof PasswordReset>,
      prove: (userId: string) => Promise<void>,
    ): Promise<User> {
      const tokenHash = hashToken(token);
      const owner = await findUserOfPasswordReset(db, tokenHash);
      if (!owner) throw resetGone();
      await assertGoodPassword(password, owner.email);
      await prove(owner.id);
      const passwordHash = await hashPassword(password);
      return inTransaction(db, async (tx) => {
        await lockPeople(tx);
        const user = await findUserOfPasswordReset(tx, tokenHash);
        if (!user || !(await spendPasswordReset(tx, tokenHash))) throw resetGone();
        await replacePassword(tx, user.id, { passwordHash });
        log.info({ userId: user.id }, 'people: a new password');
        await announce(tx, ['users']);
        return toUser(user);
      });
    },
  };
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Loaded with the first new password, for the reason that sign-in is. */
async function hashPassword(password: string): Promise<string> {
  const crypto = await import('better-auth/crypto');
  return crypto.hashPassword(password);
}

function toUser(row: UserRow): User {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: row.image,
    email: row.email,
    role: row.role,
  };
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    refusedAt: row.refusedAt?.toISOString() ?? null,
  };
}

function invitationGone(): AppError {
  return new AppError(
    'not_found',
    'This invitation is used, withdrawn or more than 7 days old. Ask for a new one.',
  );
}

function resetGone(): AppError {
  return new AppError(
    'not_found',
    'This link is used, replaced or more than a day old. Ask an admin for a new one.',
  );
}

function personGone(): AppError {
  return new AppError('not_found', 'This person has no account any more.');
}

/** "priya.marlow@x" is called Priya Marlow until somebody says otherwise. */
function nameFromEmail(email: string): { firstName: string; lastName: string } {
  const [first = '', ...rest] = (email.split('@')[0] ?? '').split(/[._+-]+/).map(capitalised);
  return { firstName: first || 'Admin', lastName: rest.join(' ') };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
