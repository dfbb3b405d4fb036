import { setAccessFlag } from '#features/access/web/access-flag.ts';
import { useLeaveGate } from '#features/access/web/api.ts';
import { forgetAllKeys } from '#ui/calls/kept-keys.ts';
import { expectSignedOut } from '#ui/calls/signed-out.ts';
import { errorText } from '#ui/error-words.ts';
import { forgetAllWork } from '#ui/kept/kept-work.ts';
import { toast } from '#ui/toast.ts';

/** Time to read the toast before the page loads again. */
const RELOAD_AFTER_MS = 1_000;

/** Ends the testing access of this browser, on the server first: a flag alone opens nothing. */
export function useExitTesting(): { exit: () => void; isLeaving: boolean } {
  const leave = useLeaveGate();
  function exit(): void {
    // What the page still asks is refused from now on: it must not go to the sign-in before the flag is gone.
    expectSignedOut(true);
    leave.mutate(undefined, {
      onSuccess: () => {
        forgetAllWork();
        forgetAllKeys();
        toast({
          title: 'Logged Out',
          description: 'You have been logged out of the testing environment.',
          isLast: true,
        });
        // The flag goes with the page: without it this one would turn into the gate before the toast is read.
        setTimeout(() => {
          setAccessFlag(false);
          location.reload();
        }, RELOAD_AFTER_MS);
      },
      onError: (error) => {
        expectSignedOut(false);
        toast({ title: 'You are still in', description: errorText(error), variant: 'destructive' });
      },
    });
  }
  return { exit, isLeaving: leave.isPending || leave.isSuccess };
}

/** The session ends at the server, or at the issuer it began at: the whole browser goes. */
export function logOut(): void {
  forgetAllWork();
  forgetAllKeys();
  location.assign('/api/logout');
}
