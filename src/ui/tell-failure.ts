import { errorText } from './error-words.ts';
import { toast } from './toast.ts';

/** Says in a toast what failed, and why. */
export const tellFailure = (title: string) => (error: unknown) =>
  void toast({ title, description: errorText(error), variant: 'destructive' });
