import { Check } from 'lucide-react';
import { useId } from 'react';
import { NOT_ENGLISH } from '#engines/claims/finding.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { truncate } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { FINDING_INK, FindingGlyph } from '#ui/drawings/finding-glyph.tsx';
import { useSettled } from '#ui/use-settled.ts';
import { basisWords, type ClaimEntry, findingNews, ruleWords, SEVERITY_WORDS } from '../rules-findings.ts';

/** Read out once typing has come to rest, so that it does not talk into it. */
const ANNOUNCE_AFTER_MS = 1_000;

type ClaimsPanelProps<Entry extends ClaimEntry> = {
  /** By which the field that it is about points here (aria-details). */
  id?: string;
  /** In the order of the text. */
  entries: readonly Entry[];
  jurisdictions: readonly Jurisdiction[];
  isFailed: boolean;
  /** Whoever shows it says by itself how many there are. */
  isQuiet?: boolean;
  /** Whether what blocks is refused when the text is saved or launched, so that nothing is lost without marks here. */
  isEnforced?: boolean;
  /** Whether the text gets the words that the law wants beside it when it leaves. */
  addsRequired?: boolean;
  /** Name of the field under which it stands: a page may have several, so each is a heading and no landmark. */
  field?: string;
  /** The entry whose reasons are shown, and whose words stand out in the text. */
  openKey: string | null;
  onOpen: (key: string | null) => void;
  /** Goes to the words in their field. */
  onEdit: (entry: Entry) => void;
  /** Puts the rewrite in place of the words; see `rewriteOf`. */
  onRewrite: (entry: Entry) => void;
};

/** What the rules say about a text, why, by which law, and a rewrite to accept. */
export function ClaimsPanel<Entry extends ClaimEntry>(props: ClaimsPanelProps<Entry>) {
  const { entries, jurisdictions, isFailed, field, openKey } = props;
  const { isQuiet = false, isEnforced = true, addsRequired = false } = props;
  const headingId = useId();
  const Frame = field === undefined ? 'section' : 'div';
  const news = findingNews(entries.map(({ finding }) => finding));
  const announced = useSettled(news, ANNOUNCE_AFTER_MS);
  return (
    <Frame id={props.id} {...(field === undefined ? { 'aria-labelledby': headingId } : {})}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={headingId} className="text-h2">
          Claims check
          {field !== undefined && <span className="sr-only"> of {field}</span>}
        </h3>
        <span className="text-small text-ink-3">
          {jurisdictions.length > 1 ? `Strictest of ${jurisdictions.length} regions` : jurisdictions[0]}
        </span>
      </div>
      {!isQuiet && (
        <p role="status" className="sr-only">
          {isFailed ? '' : announced !== '' ? announced : news === '' && 'No findings'}
        </p>
      )}
      {isFailed && (
        <p className="mt-2 text-small text-pretty text-ink-2">
          The checker could not be loaded.{' '}
          {isEnforced
            ? 'The text is checked when you save or launch it.'
            : 'No claims are marked here: read the text once more before it leaves.'}
        </p>
      )}
      {!isFailed && entries.length === 0 && (
        <p className="mt-2 flex items-center gap-1.5 text-small text-green-ink">
          <Check className="size-4" />
          No findings
        </p>
      )}
      <ul className="mt-2">
        {entries.map((entry) => (
          <ClaimItem
            key={entry.key}
            entry={entry}
            isOpen={entry.key === openKey}
            addsRequired={addsRequired}
            onOpen={() => props.onOpen(entry.key === openKey ? null : entry.key)}
            onEdit={() => props.onEdit(entry)}
            onRewrite={() => props.onRewrite(entry)}
          />
        ))}
      </ul>
    </Frame>
  );
}

const EDGE = { block: 'border-l-red', warn: 'border-l-amber', suggest: 'border-l-green' } as const;

type ClaimItemProps = {
  entry: ClaimEntry;
  isOpen: boolean;
  addsRequired: boolean;
  onOpen: () => void;
  onEdit: () => void;
  onRewrite: () => void;
};

function ClaimItem({ entry, isOpen, addsRequired, onOpen, onEdit, onRewrite }: ClaimItemProps) {
  const { finding, place, isOverridden = false } = entry;
  const id = useId();
  return (
    <li
      className={cn(
        'relative -mx-3 border-b border-l-2 border-b-line px-3 py-2.5 last:border-b-transparent',
        isOpen ? cn('bg-hover', EDGE[finding.severity]) : 'border-l-transparent',
      )}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onOpen}
        className="grid w-full grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-2.5 text-left focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus pointer-coarse:min-h-11"
      >
        <FindingGlyph severity={finding.severity} className="mt-px size-4" />
        <span className={cn('text-label font-semibold', FINDING_INK[finding.severity])}>
          {isOverridden
            ? 'Overridden'
            : finding.evidence
              ? 'Substantiated'
              : SEVERITY_WORDS[finding.severity]}
        </span>
        <span className="text-small text-ink-3">{finding.jurisdictions.join(', ')}</span>
        <span className="col-start-2 col-end-4 mt-0.5 wrap-anywhere text-ink">
          {truncate(finding.excerpt, 90)}
        </span>
        <span className="col-start-2 col-end-4 text-small text-ink-3">
          {ruleWords(finding.rule, { addsRequired })}
          {place && `, in the ${place.toLowerCase()}`}
        </span>
      </button>
      <div id={id} hidden={!isOpen} className="mt-2 ml-6.5 space-y-2 text-small">
        <p className="text-pretty text-ink-2">{finding.explanation}</p>
        <p className="text-pretty text-ink-2 wrap-anywhere">{basisWords(finding)}.</p>
        <p className="text-ink-3 wrap-anywhere">
          <span className="font-mono text-legal">{finding.rule}</span> · {finding.source}
        </p>
        {finding.evidence && (
          <p className="text-pretty wrap-anywhere">
            Substantiated by{' '}
            <a href={finding.evidence.url} target="_blank" rel="noreferrer" className="underline">
              {finding.evidence.title}
            </a>
            , {finding.evidence.publishedOn}
            {finding.evidence.validUntil !== null && `, until ${finding.evidence.validUntil}`}.
          </p>
        )}
        {finding.suggestion !== null && (
          <p className="rounded-control bg-surface px-2.5 py-1.5 text-pretty">
            <span className="text-ink-3">Rewrite: </span>
            <ins className="rounded-bar bg-green-t px-0.5 text-green-ink no-underline">
              {finding.suggestion}
            </ins>
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {finding.rule !== NOT_ENGLISH && (
            <Button size="row" onClick={onRewrite}>
              {finding.suggestion === null ? 'Remove the sentence' : 'Use rewrite'}
            </Button>
          )}
          <Button size="row" variant="ghost" onClick={onEdit}>
            Edit text
          </Button>
        </div>
      </div>
    </li>
  );
}
