import { toast } from '../toast.ts';
import { type ApiError, onApiError } from './call-api.ts';

/** Time to read the message before the browser leaves. */
const LEAVE_AFTER_MS = 500;

/** Who is signed in is asked here; its 401 means a visitor, who gets the landing page instead. */
const WHO_AM_I = '/api/auth/user';

export function isUnauthorized(error: ApiError): boolean {
  return /^401: .*Unauthorized/s.test(error.message);
}

let isExpected = false;

/** While somebody leaves by their own wish, a refused call is no news. */
export function expectSignedOut(isOnTheWayOut: boolean): void {
  isExpected = isOnTheWayOut;
}

/** On the first refused call: one toast, then the sign-in. Until the returned function is called. */
export function watchForSignedOut(
  navigate: (url: string) => void = (url) => location.assign(url),
): () => void {
  let isLeaving = false;
  return onApiError((error) => {
    if (isLeaving || isExpected || error.path === WHO_AM_I || !isUnauthorized(error)) return;
    isLeaving = true;
    toast({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
      variant: 'destructive',
      isLast: true,
    });
    setTimeout(() => navigate('/api/login'), LEAVE_AFTER_MS);
  });
}
