import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { passagesQuery } from './api.ts';

type PassageListProps = {
  /** Of the item. */
  id: string;
  /** Words to open at: those that an answer quoted. */
  quote?: string | undefined;
};

/** What can be quoted of an item, in order; of a long text a page at a time, from shortly before the quote on. */
export function PassageList({ id, quote }: PassageListProps) {
  // Passages may overlap a quote that spans several: the first that holds its beginning is the place.
  const beginning = quote?.split('\n')[0]?.slice(0, 60) ?? '';
  const [isFromStart, setIsFromStart] = useState(beginning === '');
  const list = useInfiniteQuery(passagesQuery(id, isFromStart ? undefined : beginning));
  const { rows, total } = pagedSource(list);
  const at = beginning === '' ? -1 : rows.findIndex(({ text }) => text.includes(beginning));
  const place = rows[at]?.number;
  const quoted = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (place !== undefined) quoted.current?.scrollIntoView({ block: 'center' });
  }, [place]);
  if (list.isPending) {
    return (
      <Loading label="Loading the passages" className="space-y-2">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </Loading>
    );
  }
  if (list.isError) return <ErrorState title="The passages could not be loaded" query={list} />;
  return (
    <section aria-label="Passages">
      <h3 className="text-h2">{countOf(total ?? rows.length, 'passage')}</h3>
      {(rows[0]?.number ?? 1) > 1 && (
        <Button className="mt-2" onClick={() => setIsFromStart(true)}>
          Show from the beginning
        </Button>
      )}
      <ol className="mt-2 border-t border-line" start={rows[0]?.number}>
        {rows.map((passage, index) => (
          <li
            key={passage.number}
            ref={index === at ? quoted : undefined}
            aria-current={index === at ? 'location' : undefined}
            className={`border-b border-line py-2 pl-2 ${index === at ? 'border-l-2 border-l-green bg-sel' : ''}`}
          >
            {passage.headings !== '' && <p className="text-small text-ink-3">{passage.headings}</p>}
            <p className="whitespace-pre-wrap wrap-anywhere">{passage.text}</p>
            {(passage.isSuperseded || passage.isInstruction) && (
              <p className="text-small text-amber-ink">
                {passage.isInstruction
                  ? 'Gives orders to the agent: not used.'
                  : 'Says itself that it no longer holds: not used.'}
              </p>
            )}
          </li>
        ))}
      </ol>
      {list.hasNextPage && <ShowMore query={list} className="mt-2" />}
    </section>
  );
}
