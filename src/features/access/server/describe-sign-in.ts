import type { Context } from '#platform/context.ts';
import { hasNoUsers } from './first-admin.ts';
import { hasPassword } from './sign-in.ts';
import { issuerOf } from './sign-in-at-issuer.ts';

/** The testing password and how to sign in, for the console at the start. */
export async function describeSignIn({
  db,
  config,
  access: { gatePassword },
}: Pick<Context, 'db' | 'config' | 'access'>): Promise<{ gatePassword: string; signIn: string }> {
  const first = (await hasNoUsers(db)) ? 'the first person to sign in becomes the admin' : null;
  const issuer = issuerOf(config);
  if (issuer) return { gatePassword, signIn: [`at ${issuer.url}`, first].filter(Boolean).join('; ') };
  if (first) return { gatePassword, signIn: 'the first visitor past the gate creates the admin account' };
  const admin = config.ADMIN_EMAIL;
  if (!admin) return { gatePassword, signIn: 'with your email and password' };
  return {
    gatePassword,
    signIn: (await hasPassword({ db }, admin))
      ? `${admin} with ADMIN_PASSWORD`
      : 'with your email and password; ADMIN_EMAIL was not used, because there was an account already',
  };
}
