import { Download } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { saveText } from '#ui/save-file.ts';

/** Shown once: what lets their owner in without the app. */
export function RecoveryCodesList({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n');
  return (
    <>
      <p className="text-body text-ink-2">
        Each of these lets you in once if your app is out of reach. Keep them where you keep passwords, and
        not in the same phone: they are shown only now.
      </p>
      <ul className="mt-4 grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-panel border border-line bg-sunk px-4 py-3 font-mono text-body select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the step before it had the focus and is gone */}
        <CopyButton text={text} label="Copy codes" size="control" autoFocus />
        <Button icon={Download} onClick={() => saveText('yarrow-recovery-codes.txt', `${text}\n`)}>
          Save as a file
        </Button>
      </div>
    </>
  );
}
