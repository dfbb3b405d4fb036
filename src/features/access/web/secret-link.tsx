import type { ReactNode } from 'react';
import { CopyButton } from '#ui/copy-button.tsx';

type SecretLinkProps = {
  /** There as soon as it was made. */
  link: string | undefined;
  children: ReactNode;
};

/** A link to hand over. It is shown this once: only a hash of its token is kept. */
export function SecretLink({ link, children }: SecretLinkProps) {
  return (
    // In the page before the link is, or some screen readers would say nothing of it.
    <div role="status">
      {link !== undefined && (
        <div className="mt-4 max-w-[40rem] rounded-panel border border-green-l bg-green-t p-4">
          <p className="font-medium">{children}</p>
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <code className="min-w-0 flex-1 basis-56 font-mono text-small wrap-anywhere select-all">
              {link}
            </code>
            <CopyButton text={link} label="Copy link" />
          </div>
        </div>
      )}
    </div>
  );
}
