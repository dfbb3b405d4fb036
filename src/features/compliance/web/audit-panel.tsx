import { useInfiniteQuery } from '@tanstack/react-query';
import { infiniteQueryOf } from '#ui/calls/call-api.ts';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { DrawerSection } from '#ui/drawer.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { type AuditEntry, exportAudit, listAudit } from '../contract.ts';
import { AUDIT_LABELS, changedWords } from '../rules-audit.ts';
import { ExportLinks } from './export-link.tsx';

type AuditPanelProps = {
  /** "campaign:<id>", "lead:<id>" */
  subject: string;
  title: string;
  /** Live news that add to it. */
  topics: readonly string[];
  /** What an entry says beside its label, where another feature knows; null leaves it at that. */
  wordsOf?: WordsOf;
};
type WordsOf = (entry: AuditEntry) => string | null;

/** What was decided about a campaign or a person: when, by whom and why. Nobody can change a line of it. */
export function AuditPanel({ subject, title, topics, wordsOf = changedWords }: AuditPanelProps) {
  const trail = useInfiniteQuery(infiniteQueryOf(listAudit, { query: { subject } }, { topics }));
  const { rows: entries } = pagedSource(trail);
  return (
    <DrawerSection
      title={title}
      note={entries.length > 0 && <ExportLinks path={exportAudit.path} query={{ subject }} label={title} />}
    >
      {trail.isPending ? (
        <Loading label={`Loading: ${title}`} className="space-y-3 py-1">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </Loading>
      ) : trail.isError ? (
        <ErrorState isCompact title="The audit trail could not be loaded" query={trail} />
      ) : entries.length === 0 ? (
        <p className="text-small text-ink-3">
          Nothing yet. Launches, changes, pauses, overrides and consent are written here as they happen, for
          good.
        </p>
      ) : (
        <ol className="space-y-3">
          {entries.map((entry) => (
            <EntryItem key={entry.id} entry={entry} changed={wordsOf(entry)} />
          ))}
        </ol>
      )}
      <ShowMore query={trail} />
    </DrawerSection>
  );
}

function EntryItem({ entry, changed }: { entry: AuditEntry; changed: string | null }) {
  return (
    <li>
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-label">{AUDIT_LABELS[entry.action]}</span>
        <RelativeTime value={entry.at} className="shrink-0 text-small text-ink-3" />
      </p>
      <p className="text-small text-ink-3">by {entry.actorName}</p>
      {changed !== null && <p className="text-small wrap-anywhere text-ink-2">{changed}</p>}
      {entry.reason !== null && (
        <p className="mt-1 border-l-2 border-line-2 pl-2.5 text-small wrap-anywhere text-ink-2">
          {entry.reason}
        </p>
      )}
    </li>
  );
}
