import { CodeBlock } from '#ui/code-block.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { trackerScript } from '../contract.ts';

/** What makes a page of one's own count: the script, and how it is told of a conversion or a purchase. */
export function TrackerCodePanel() {
  const code = `<script defer src="${window.location.origin}${trackerScript.path}"></script>`;
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-label">Script for your own pages</p>
        <CopyButton text={code} label="Copy script" />
      </div>
      <CodeBlock label="Script for your own pages" text={code} />
      <p className="mt-1.5 text-small text-pretty text-ink-3">
        Put it before the closing body tag: visits from a campaign are counted from then on, without a cookie.
        A button or form with <code>data-yarrow=&quot;conversion&quot;</code>, or{' '}
        <code>data-yarrow=&quot;purchase&quot;</code> and <code>data-yarrow-value=&quot;49.50&quot;</code>,
        counts what people do there; <code>data-yarrow-item=&quot;Evening blend&quot;</code> says what was
        bought, and is not kept with a person where it tells of their health. Who came from a message is known
        on the hosts of your landing pages, and nowhere else.
      </p>
    </div>
  );
}
