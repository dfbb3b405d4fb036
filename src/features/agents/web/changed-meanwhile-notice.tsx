import { PartialNotice } from '#ui/partial-notice.tsx';

/** Shown above a form whose agent another person has changed since it was opened. */
export function OvertakenNotice() {
  return (
    <PartialNotice isBoxed title="Someone else changed this agent while you had it open.">
      What you change here is saved on top of it; all else stays as they left it.
    </PartialNotice>
  );
}
