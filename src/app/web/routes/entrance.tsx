import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { safeReturnPath } from '#features/access/rules.ts';
import { currentUserQuery } from '#features/access/web/api.ts';
import { rootRoute } from './root.tsx';

const SignInSearch = z.object({
  /** Where sign-in leads back to. */
  to: z.string().max(2_000).optional().catch(undefined),
  /** Why the issuer's sign-in did not work. */
  error: z.string().max(100).optional().catch(undefined),
});

/** Ways in for people who have no session yet; they stand outside the shell. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  staticData: { title: 'Sign in' },
  validateSearch: SignInSearch,
  beforeLoad: async ({ context, search }) => {
    const user = await context.queryClient
      .query({ ...currentUserQuery(), staleTime: 'static' })
      .catch(() => null);
    if (user) throw redirect({ href: safeReturnPath(search.to), replace: true });
  },
  component: lazyRouteComponent(() => import('#features/access/web/sign-in-screen.tsx'), 'SignInScreen'),
});

export const firstAdminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/first-admin',
  staticData: { title: 'First account' },
  component: lazyRouteComponent(
    () => import('#features/access/web/first-admin-screen.tsx'),
    'FirstAdminScreen',
  ),
});

export const passwordResetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/password-reset',
  staticData: { title: 'New password' },
  component: lazyRouteComponent(
    () => import('#features/access/web/password-reset-screen.tsx'),
    'PasswordResetScreen',
  ),
});

export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  staticData: { title: 'Invitation' },
  component: lazyRouteComponent(
    () => import('#features/access/web/invitation-screen.tsx'),
    'InvitationScreen',
  ),
});
