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
        Add <code>data-hash</code> to the script where pages route by hash. A button or form with{' '}
        <code>data-yarrow=&quot;conversion&quot;</code>, or <code>data-yarrow=&quot;purchase&quot;</code> and{' '}
        <code>data-yarrow-value=&quot;49.50&quot;</code>, counts what people do there;{' '}
        <code>data-yarrow-item=&quot;Evening blend&quot;</code> says what was bought, and is not kept with a
        person where it tells of their health. Who came from a message is known on the hosts of your landing
        pages, and nowhere else.
      </p>
      <p className="mt-1.5 text-small text-pretty text-ink-3">
        On the page after an order, call{' '}
        <code className="wrap-anywhere">
          {"yarrow('purchase', { order: 'A-1001', value: 49.5, currency: 'EUR' })"}
        </code>
        . The order reference makes it count once; it must be unique across your shops. Refunds:{' '}
        <code className="wrap-anywhere">{"yarrow('refund', { order: 'A-1001', value: 20 })"}</code>. Without a
        currency, amounts are in US dollars. Revenue adds up US dollars only. Purchases from other sites than
        your landing pages, and many or large ones from one person, wait for a review on the Analytics screen.
      </p>
    </div>
  );
}
