import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { ScoreBar, ScoreReasons } from '#ui/charts/score-bar.tsx';
import { DataTable } from '#ui/data-table/data-table.tsx';
import type { ColumnDef, Sort } from '#ui/data-table/data-table-props.ts';
import { Drawer, DrawerSection } from '#ui/drawer.tsx';
import { RingGlyph } from '#ui/drawings/ring-glyph.tsx';
import { DropdownMenu } from '#ui/dropdown-menu.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { PEOPLE, type SamplePerson } from './sample-people.ts';

const PAGE = 50;
type Play = 'rows' | 'empty' | 'loading' | 'error';

/** Plays the server: pages of fifty, or one of its moods. */
async function loadPeople(play: Play, sort: Sort, from: number) {
  await new Promise((resolve) => setTimeout(resolve, play === 'loading' ? 3_600_000 : 150));
  if (play === 'error') throw new TypeError('fetch failed');
  const sign = sort.direction === 'asc' ? 1 : -1;
  const people = play === 'empty' ? [] : [...PEOPLE].sort((a, b) => sign * (a.score - b.score));
  const isLast = from + PAGE >= people.length;
  return {
    items: people.slice(from, from + PAGE),
    total: people.length,
    nextCursor: isLast ? null : String(from + PAGE),
  };
}

const COLUMNS: ColumnDef<SamplePerson>[] = [
  {
    id: 'name',
    header: 'Lead',
    meta: { width: '9rem' },
    cell: ({ row: { original } }) => <TwoLines title={original.name} text={original.handle} />,
  },
  {
    id: 'signal',
    header: 'Signal and reasons',
    meta: { width: 'minmax(10rem, 1fr)' },
    cell: ({ row: { original } }) => (
      <TwoLines weight="plain" title={original.signal} text={original.topic} />
    ),
  },
  {
    id: 'score',
    header: 'Score',
    enableSorting: true,
    meta: { width: '6rem', firstSort: 'desc' },
    cell: ({ row: { original } }) => <ScoreBar score={original.score} reasons={original.reasons} />,
  },
  {
    id: 'contact',
    header: 'Contact',
    meta: { width: '9rem' },
    cell: () => (
      <Badge tone="good" icon={CircleCheck}>
        Verified
      </Badge>
    ),
  },
];

export function TableSection() {
  const [play, setPlay] = useState<Play>('rows');
  const [sort, setSort] = useState<Sort>({ id: 'score', direction: 'desc' });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [activeId, setActiveId] = useState<string | null>(null);
  const source = pagedSource(
    useInfiniteQuery({
      queryKey: ['design', play, sort],
      queryFn: ({ pageParam }) => loadPeople(play, sort, pageParam),
      initialPageParam: 0,
      getNextPageParam: (page) => (page.nextCursor === null ? null : Number(page.nextCursor)),
    }),
  );
  const index = source.rows.findIndex((row) => row.id === activeId);
  const active = source.rows[index];
  const step = (by: number) => {
    const row = source.rows[index + by];
    return row && (() => setActiveId(row.id));
  };
  return (
    <div className="flex h-[640px] overflow-hidden rounded-work border border-line-2 bg-surface">
      <div className="min-w-0 flex-1 overflow-y-auto">
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
          <h3 className="text-h2">
            Discovered leads <span className="font-normal text-ink-3 tabular-nums">{source.total}</span>
            {selected.size > 0 && <span className="font-normal text-ink-3">, {selected.size} selected</span>}
          </h3>
          <SegmentedControl
            label="State"
            value={play}
            onValueChange={setPlay}
            segments={[
              { value: 'rows', label: 'Rows' },
              { value: 'empty', label: 'Empty' },
              { value: 'loading', label: 'Loading' },
              { value: 'error', label: 'Error' },
            ]}
          />
        </div>
        <DataTable
          label="Discovered leads"
          columns={COLUMNS}
          source={source}
          getRowId={(row) => row.id}
          getRowLabel={(row) => row.name}
          sort={sort}
          onSortChange={setSort}
          selected={selected}
          onSelectedChange={setSelected}
          activeId={activeId}
          onOpen={(row) => setActiveId(row.id)}
          onEscape={() => setActiveId(null)}
          errorTitle="The leads could not be loaded"
          empty={<EmptyState title="No leads match the selected filters" text="Widen one of them." />}
          card={(row) => (
            <>
              <div className="flex items-center justify-between gap-3">
                <span className="truncate font-semibold">{row.name}</span>
                <ScoreBar score={row.score} reasons={row.reasons} />
              </div>
              <div className="text-small text-ink-3">{row.handle}</div>
              <div className="text-ink-2">{row.signal}</div>
              <Badge tone="good" icon={CircleCheck} className="mt-1">
                Verified
              </Badge>
            </>
          )}
        />
      </div>
      {active && (
        <Drawer
          label={active.name}
          position={`${index + 1} of ${source.total}`}
          onPrevious={step(-1)}
          onNext={step(1)}
          onClose={() => setActiveId(null)}
          actions={
            <DropdownMenu
              trigger={<IconButton icon={Ellipsis} label="More" />}
              items={[{ label: 'Copy address', onSelect: () => undefined }]}
            />
          }
          header={
            <>
              <div className="mt-2 flex items-center gap-3">
                <Avatar firstName={active.name} lastName={active.name.split(' ')[1] ?? ''} size="large" />
                <div className="min-w-0">
                  <h2 className="truncate text-[1.0625rem]/6 font-semibold">{active.name}</h2>
                  <p className="text-small text-ink-3">{active.handle}</p>
                </div>
              </div>
              <div className="mt-3 flex items-center gap-2">
                <Button variant="primary">Contact Lead</Button>
                <Button>Move to group</Button>
                <Badge
                  glyph={<RingGlyph step="dashed" className="size-3.5 text-green-ink" />}
                  className="ml-auto"
                >
                  New
                </Badge>
              </div>
            </>
          }
        >
          <DrawerSection title={`Why ${active.score.toFixed(1)}`} note="High: 8 or more">
            <ScoreBar size="wide" score={active.score} reasons={active.reasons} className="mb-2" />
            <ScoreReasons reasons={active.reasons} />
          </DrawerSection>
          <DrawerSection title="Provenance and consent">
            <p className="text-ink-2">Public post on Reddit, today 09:41</p>
          </DrawerSection>
        </Drawer>
      )}
    </div>
  );
}
