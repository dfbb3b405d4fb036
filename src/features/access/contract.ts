import { z } from 'zod';
import { Role } from '#kit/actor.ts';
import { endpoint, IdParams, Nothing, RawAnswer } from '#kit/endpoint.ts';

const Name = z.string().trim().min(1, 'Enter a name.').max(100, 'At most 100 characters.');
const Email = z
  .email('Enter a valid email address.')
  .max(254, 'At most 254 characters.')
  .transform((email) => email.toLowerCase());
const NewPassword = z.string().min(8, 'At least 8 characters.').max(128, 'At most 128 characters.');

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens in it count for nothing. */
const SecondFactorCode = z
  .string()
  .max(40, 'At most 40 characters.')
  .transform((code) => code.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().min(6, 'Enter the code of 6 digits, or a recovery code.'));

/** The signed-in person, as the shell shows them. */
export const User = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  email: z.string(),
  role: Role,
});
export type User = z.infer<typeof User>;

export const GateState = z.object({
  /** Whether this browser holds the server's grant. */
  granted: z.boolean(),
});

export const getGate = endpoint({
  method: 'GET',
  path: '/api/access',
  access: 'public',
  summary: 'Whether this browser has passed the testing gate',
  response: GateState,
});

export const passGate = endpoint({
  method: 'POST',
  path: '/api/access',
  access: 'public',
  summary: 'Pass the testing gate with the shared password; sets the grant cookie',
  body: z.object({ password: z.string().min(1, 'Enter the password.').max(256) }),
  response: z.object({ granted: z.literal(true) }),
});

export const leaveGate = endpoint({
  method: 'DELETE',
  path: '/api/access',
  access: 'gate',
  summary: 'End the testing grant of this browser (Exit Testing)',
  response: Nothing,
  status: 204,
});

/** What the sign-in page offers. */
export const SignInOptions = z.object({
  /** Nobody has an account yet: the next person creates the first admin. */
  needsFirstAdmin: z.boolean(),
  /** An OpenID Connect issuer is configured: `/api/login` goes there. */
  hasOidc: z.boolean(),
  /** Host of that issuer, for people to recognise. */
  issuerHost: z.string().nullable(),
});
export type SignInOptions = z.infer<typeof SignInOptions>;

export const getSignInOptions = endpoint({
  method: 'GET',
  path: '/api/auth/options',
  access: 'gate',
  summary: 'How people sign in here',
  response: SignInOptions,
});

export const Credentials = z.object({
  email: Email,
  password: z.string().min(1, 'Enter the password.').max(128),
  /** Where the account has a second factor: without it the answer is 401 with the reason `code_needed`. */
  code: SecondFactorCode.exactOptional(),
});

export const signInWithEmail = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  access: 'gate',
  summary: 'Sign in with email, password and, where there is one, second factor; sets the session cookie',
  body: Credentials,
  response: z.object({ user: User }),
});

export const FirstAdmin = z.object({ firstName: Name, lastName: Name, email: Email, password: NewPassword });
export type FirstAdmin = z.input<typeof FirstAdmin>;

export const createFirstAdmin = endpoint({
  method: 'POST',
  path: '/api/auth/first-admin',
  access: 'gate',
  summary: 'Create the first account, an admin; refused once there is one',
  body: FirstAdmin,
  response: z.object({ user: User }),
  status: 201,
});

export const login = endpoint({
  method: 'GET',
  path: '/api/login',
  access: 'gate',
  summary: 'Start the sign-in: at the OpenID Connect issuer when there is one, else on the sign-in page',
  response: RawAnswer,
  produces: 'redirect',
});

/** What an issuer answers with (RFC 6749, 4.1.2; RFC 9207). */
const IssuerAnswer = z.object({
  code: z.string().max(4_000).exactOptional(),
  state: z.string().max(4_000).exactOptional(),
  iss: z.string().max(1_000).exactOptional(),
  error: z.string().max(200).exactOptional(),
  error_description: z.string().max(2_000).exactOptional(),
});

export const finishOidc = endpoint({
  method: 'GET',
  path: '/api/auth/callback/:providerId',
  access: 'gate',
  summary: 'Return address of the OpenID Connect issuer',
  params: z.object({ providerId: z.string().max(40) }),
  query: IssuerAnswer,
  response: RawAnswer,
  produces: 'redirect',
});

export const logout = endpoint({
  method: 'GET',
  path: '/api/logout',
  access: 'gate',
  summary: 'End the session and go to the landing page',
  response: RawAnswer,
  produces: 'redirect',
});

export const CurrentUser = User.extend({
  /** From when on this person needs a second factor, which they have not; null where nothing is asked of them. */
  secondFactorFrom: z.iso.datetime().nullable(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'viewer',
  summary: 'The signed-in person',
  response: CurrentUser,
  isOpenWithoutSecondFactor: true,
});

/** One browser that somebody is signed in with. */
export const OwnSession = z.object({
  id: z.string(),
  /** In words, 'Firefox on Windows', as far as it says. */
  device: z.string(),
  startedAt: z.iso.datetime(),
  /** To the hour. */
  usedAt: z.iso.datetime(),
  isThis: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const OwnAccount = z.object({
  /** Whether it has a password of ours; an issuer's own is changed there. */
  hasPassword: z.boolean(),
  /** Null where there is none. */
  secondFactor: z.object({ since: z.iso.datetime(), recoveryCodesLeft: z.number() }).nullable(),
  /** Newest first. */
  sessions: z.array(OwnSession),
});
export type OwnAccount = z.infer<typeof OwnAccount>;

export const getOwnAccount = endpoint({
  method: 'GET',
  path: '/api/auth/account',
  access: 'viewer',
  summary: 'How the signed-in person signs in, and where they are signed in',
  response: OwnAccount,
  isOpenWithoutSecondFactor: true,
});

export const PasswordChange = z.object({
  current: z.string().min(1, 'Enter the password of now.').max(128, 'At most 128 characters.'),
  password: NewPassword,
  /** As at sign-in. */
  code: SecondFactorCode.exactOptional(),
});

export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password',
  access: 'member',
  summary: 'Change one’s own password: ends all sessions of the person and begins one here',
  body: PasswordChange,
  response: z.object({ user: User }),
  isOpenWithoutSecondFactor: true,
});

const CurrentPassword = z.string().min(1, 'Enter your password.').max(128, 'At most 128 characters.');

export const SecondFactorStart = z.object({ current: CurrentPassword });

/** What an authenticator app has to know (RFC 6238: SHA-1, 6 digits, 30 s), shown this once. */
export const SecondFactorSecret = z.object({
  /** Base32. */
  secret: z.string(),
  /** `otpauth://…`, to be drawn as a QR code. */
  uri: z.string(),
});
export type SecondFactorSecret = z.infer<typeof SecondFactorSecret>;

export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'member',
  summary: 'Begin to set up an authenticator app for oneself; it is asked for once it is confirmed',
  body: SecondFactorStart,
  response: SecondFactorSecret,
  status: 201,
  isAnswerSecret: true,
  isOpenWithoutSecondFactor: true,
});

/** Each lets its owner in once, without the app; shown this once. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const SecondFactorConfirmation = z.object({ code: SecondFactorCode });

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/confirm',
  access: 'member',
  summary: 'Confirm the authenticator app by a first code: sign-in asks for one from then on',
  body: SecondFactorConfirmation,
  response: RecoveryCodes,
  isAnswerSecret: true,
  isOpenWithoutSecondFactor: true,
});

export const SecondFactorProof = z.object({ current: CurrentPassword, code: SecondFactorCode });

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/recovery-codes',
  access: 'member',
  summary: 'Other recovery codes in place of one’s own, by password and code',
  body: SecondFactorProof,
  response: RecoveryCodes,
  isAnswerSecret: true,
});

export const turnOffSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/turn-off',
  access: 'member',
  summary: 'Sign in without a second factor again, by password and code',
  body: SecondFactorProof,
  response: Nothing,
  status: 204,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'member',
  summary: 'Log the signed-in person out everywhere but here',
  response: z.object({ ended: z.number() }),
  isOpenWithoutSecondFactor: true,
});

const UserParams = z.object({ id: z.string().min(1).max(64) });

/** A person, as those see them who manage people. */
export const ManagedUser = User.extend({
  hasSecondFactor: z.boolean(),
  /** Whether the identity provider has confirmed the address. */
  emailVerified: z.boolean(),
});
export type ManagedUser = z.infer<typeof ManagedUser>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'admin',
  summary: 'Everybody who can sign in',
  response: z.array(ManagedUser),
});

export const listAdmins = endpoint({
  method: 'GET',
  path: '/api/admins',
  access: 'viewer',
  summary: 'The names of the admins, for those who need one',
  response: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const listColleagues = endpoint({
  method: 'GET',
  path: '/api/colleagues',
  access: 'viewer',
  summary: 'The names of everybody in the workspace, to whom work can be given',
  response: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const changeRole = endpoint({
  method: 'PATCH',
  path: '/api/users/:id',
  access: 'admin',
  summary: 'Change the role of a person; the last admin stays one',
  params: UserParams,
  body: z.object({ role: Role }),
  response: User,
});

export const removeUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  access: 'admin',
  summary: 'Remove a person and end their sessions; nobody removes themselves',
  params: UserParams,
  response: Nothing,
  status: 204,
});

export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/second-factor',
  access: 'admin',
  summary: 'Take the second factor off a person who has lost it; ends their sessions',
  params: UserParams,
  response: Nothing,
  status: 204,
});

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  access: 'admin',
  summary: 'Log a person out everywhere; they can sign in again',
  params: UserParams,
  response: z.object({ ended: z.number() }),
});

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: Role,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** When the person last came from the identity provider without a confirmed address and was refused. */
  refusedAt: z.iso.datetime().nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

export const NewInvitation = z.object({ email: Email, role: Role });

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/invitations',
  access: 'admin',
  summary: 'Open invitations',
  response: z.array(Invitation),
});

export const invite = endpoint({
  method: 'POST',
  path: '/api/invitations',
  access: 'admin',
  summary: 'Invite a person; the answer holds the link to hand over, shown this once',
  body: NewInvitation,
  response: Invitation.extend({ link: z.string() }),
  status: 201,
  isAnswerSecret: true,
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/invitations/:id',
  access: 'admin',
  summary: 'Withdraw an open invitation',
  params: IdParams,
  response: Nothing,
  status: 204,
});

const LinkToken = z.string().min(20).max(100);

export const findInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/find',
  access: 'gate',
  summary: 'The open invitation that a token stands for',
  body: z.object({ token: LinkToken }),
  response: z.object({ email: z.string(), role: Role }),
});

export const AcceptInvitation = z.object({
  token: LinkToken,
  firstName: Name,
  lastName: Name,
  password: NewPassword,
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/accept',
  access: 'gate',
  summary: 'Accept an invitation: creates the account and signs in',
  body: AcceptInvitation,
  response: z.object({ user: User }),
  status: 201,
});

export const issuePasswordReset = endpoint({
  method: 'POST',
  path: '/api/users/:id/password-reset',
  access: 'admin',
  summary:
    'Issue a link that sets a new password, once, within a day; shown this once, and it replaces the last one',
  params: UserParams,
  response: z.object({ email: z.string(), link: z.string(), expiresAt: z.iso.datetime() }),
  status: 201,
  isAnswerSecret: true,
});

export const findPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/password-reset/find',
  access: 'gate',
  summary: 'Whose password the token of a link sets',
  body: z.object({ token: LinkToken }),
  response: z.object({ email: z.string() }),
});

export const PasswordReset = z.object({
  token: LinkToken,
  password: NewPassword,
  /** As at sign-in. */
  code: SecondFactorCode.exactOptional(),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password-reset',
  access: 'gate',
  summary: 'Set a new password by the token of a link: ends all sessions of the person and signs in here',
  body: PasswordReset,
  response: z.object({ user: User }),
});

/** Whether members and admins need a second factor. */
export const SecondFactorPolicy = z.object({
  /** From when on; until then they are reminded. Null: it is theirs to choose. */
  from: z.iso.datetime().nullable(),
  /** Members and admins who have not set one up; those who sign in at an issuer are asked there. */
  missing: z.number().int(),
});
export type SecondFactorPolicy = z.infer<typeof SecondFactorPolicy>;

export const getSecondFactorPolicy = endpoint({
  method: 'GET',
  path: '/api/auth/second-factor-policy',
  access: 'admin',
  summary: 'Whether members and admins need a second factor, and who is without',
  response: SecondFactorPolicy,
});

export const changeSecondFactorPolicy = endpoint({
  method: 'PUT',
  path: '/api/auth/second-factor-policy',
  access: 'admin',
  summary: 'Require a second factor of members and admins from a time on, or no longer',
  body: SecondFactorPolicy.pick({ from: true }),
  response: SecondFactorPolicy,
});
