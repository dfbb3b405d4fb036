import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '#ui/error-state.tsx';
import { isPartMissing } from '#ui/error-words.ts';

/** What a screen shows instead of itself when it fails; the rest of the app goes on. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  return (
    <ErrorState
      title="This screen could not be shown"
      error={error}
      onRetry={() => {
        if (isPartMissing(error)) {
          location.reload();
          return;
        }
        queries.reset();
        reset();
        void router.invalidate();
      }}
    />
  );
}
