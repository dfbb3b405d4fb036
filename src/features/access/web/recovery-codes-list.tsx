import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { saveText } from '#ui/save-file.ts';

/** A dialog that shows codes closes at the second try: they are shown only now. */
export function useLeavingCodes(areShown: boolean, onClose: () => void) {
  const [isWarned, setIsWarned] = useState(false);
  function onOpenChange(isOpen: boolean): void {
    if (isOpen) return;
    if (areShown && !isWarned) setIsWarned(true);
    else onClose();
  }
  return { isWarned, onOpenChange };
}

type RecoveryCodesListProps = {
  codes: readonly string[];
  /** What has been reached with them. */
  intro?: string;
  isWarned: boolean;
};

/** The step before had it: from here the codes are next. */
const takeFocus = (words: HTMLElement | null): void => words?.focus();

/** Shown once: what lets their owner in without the app. */
export function RecoveryCodesList({ codes, intro = '', isWarned }: RecoveryCodesListProps) {
  const text = codes.join('\n');
  return (
    <>
      <p ref={takeFocus} tabIndex={-1} className="text-body text-ink-2 focus-visible:outline-none">
        {intro} Each of these {codes.length} codes lets you in once if your app is out of reach. Keep them
        where you keep passwords, and not in the same phone: they are shown only now.
      </p>
      <ul
        aria-label="Recovery codes"
        className="mt-4 grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-panel border border-line bg-sunk px-4 py-3 font-mono text-body select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy codes" size="control" />
        <Button icon={Download} onClick={() => saveText('yarrow-recovery-codes.txt', `${text}\n`)}>
          Save as a file
        </Button>
      </div>
      <p role="alert" className="mt-3 text-small text-amber-ink empty:hidden">
        {isWarned && 'They cannot be shown again. Close once more if you have kept them.'}
      </p>
    </>
  );
}
