import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { EntranceLayout } from './entrance-layout.tsx';
import { SetUpSecondFactorDialog } from './set-up-second-factor-dialog.tsx';

type SecondFactorScreenProps = {
  onLogOut: () => void;
  /** Whether the set-up has begun: the screen stays until the recovery codes were shown. */
  onSettingUp: (isUnderWay: boolean) => void;
};

/** Replaces the app for people who need a second factor and have none. */
export function SecondFactorScreen({ onLogOut, onSettingUp }: SecondFactorScreenProps) {
  const [isOpen, setIsOpen] = useState(false);
  const setOpen = (open: boolean): void => {
    setIsOpen(open);
    onSettingUp(open);
  };
  return (
    <EntranceLayout
      title="Set up two-factor sign-in"
      text="Your workspace requires it of members and admins. You need your password and an authenticator app."
    >
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => setOpen(true)}>
          Set up
        </Button>
        <Button variant="ghost" onClick={onLogOut}>
          Log out
        </Button>
      </div>
      {isOpen && <SetUpSecondFactorDialog onClose={() => setOpen(false)} />}
    </EntranceLayout>
  );
}
