import { ApiError } from '#ui/calls/call-api.ts';
import { toast } from '#ui/toast.ts';

/** Says what was attempted in vain, and the server's reason where it gave one. */
export const tellAttempt = (attempt: string) => (error: unknown) => {
  const reason = error instanceof ApiError && error.status < 500 ? error.body?.message : undefined;
  const description = reason === undefined ? attempt : `${attempt}. ${reason}`;
  toast({ title: 'Error', description, variant: 'destructive' });
};
