import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Swatch } from '#ui/swatch.tsx';
import type { CategoryCount } from '../contract.ts';
import { StageBar } from './stage-bar.tsx';

/** More categories than this stand behind a button. */
const IN_SIGHT = 8;

/** The lead categories with their people by stage; each opens its group. */
export function CategoryCards({ categories }: { categories: readonly CategoryCount[] }) {
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? categories : categories.slice(0, IN_SIGHT);
  return (
    <section aria-label="Lead categories" className="border-y border-line-2">
      <div className="overflow-clip">
        <ul className="-mt-px -mr-5 -ml-[21px] grid grid-cols-[repeat(auto-fill,minmax(max(13rem,24%),1fr))] max-sm:grid-cols-2">
          {shown.map((category) => (
            <Card key={category.id} category={category} />
          ))}
        </ul>
      </div>
      {categories.length > IN_SIGHT && (
        <Button variant="ghost" size="row" onClick={() => setIsAll(!isAll)} className="my-1 -ml-2">
          {isAll ? 'Show fewer categories' : `Show all ${formatCount(categories.length)} categories`}
        </Button>
      )}
    </section>
  );
}

function Card({ category }: { category: CategoryCount }) {
  const { totalLeads, leadsWithContact, stageBreakdown } = category;
  return (
    <li
      data-category={category.id}
      className="group relative border-t border-l border-line py-3 pr-5 pl-5 max-sm:px-3 max-sm:odd:pl-5 max-sm:even:pr-5 transition-colors duration-80 hover:bg-sunk"
    >
      <div className="flex items-center gap-2 text-body">
        <Swatch color={category.color} />
        <Link
          to="/leads"
          search={{ group: category.id }}
          className="min-w-0 flex-1 font-medium max-sm:line-clamp-2 sm:truncate before:absolute before:inset-0 group-hover:underline"
        >
          {category.name}
        </Link>
        <span className="tabular-nums">{formatCount(totalLeads)}</span>
      </div>
      <StageBar counts={stageBreakdown} size="row" className="mt-1.5" />
      <p className="mt-1.5 text-small text-ink-2 tabular-nums">
        <span className="inline-block">{formatCount(leadsWithContact)} with a usable email,</span>{' '}
        <span className="inline-block">{formatCount(stageBreakdown.converted)} converted</span>
      </p>
    </li>
  );
}

export function CategoryCardsSkeleton() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-10 border-y max-sm:grid-cols-2 border-line-2">
      {[0, 1, 2, 3].map((card) => (
        <div key={card} className="min-w-0 space-y-2 py-3.5">
          <Skeleton className="h-3 w-32 max-w-full" />
          <Skeleton className="h-1 w-full" />
          <Skeleton className="h-2.5 w-36 max-w-full" />
        </div>
      ))}
    </div>
  );
}
