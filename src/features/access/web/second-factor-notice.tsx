import { Link } from '@tanstack/react-router';
import { linkButtonClass } from '#ui/button-class.ts';
import { PartialNotice } from '#ui/partial-notice.tsx';
import { shortDate } from '#ui/relative-time-words.ts';

/** Above every screen until the grace period ends. */
export function SecondFactorNotice({ from }: { from: string }) {
  return (
    <PartialNotice
      title={`Two-factor sign-in is required from ${shortDate(new Date(from), new Date())}.`}
      action={
        <Link to="/settings" hash="your-account" className={linkButtonClass({ size: 'row' })}>
          Set up
        </Link>
      }
    >
      Set it up before then to keep access.
    </PartialNotice>
  );
}
