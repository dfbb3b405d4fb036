import { CopyButton } from '#ui/copy-button.tsx';

/** A signing secret, shown once after it is made. */
export function SecretPanel({ secret }: { secret: string | undefined }) {
  return (
    // On the page before the secret is: some screen readers would not announce it otherwise.
    <div role="status">
      {secret !== undefined && (
        <div className="max-w-[40rem] rounded-panel border border-green-l bg-green-t p-4">
          <p className="font-medium">Copy the signing secret now. It is not shown again.</p>
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <code className="min-w-0 flex-1 basis-56 font-mono text-small wrap-anywhere select-all">
              {secret}
            </code>
            <CopyButton text={secret} label="Copy secret" />
          </div>
        </div>
      )}
    </div>
  );
}
