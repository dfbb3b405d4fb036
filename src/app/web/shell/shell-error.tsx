import type { ErrorComponentProps } from '@tanstack/react-router';
import { ScreenError } from './screen-error.tsx';

/** Who is signed in could not be asked: nothing of the app can be shown. */
export function ShellError(props: ErrorComponentProps) {
  return (
    <main className="grid min-h-dvh place-items-center bg-ground">
      <ScreenError {...props} />
    </main>
  );
}
