import { useQuery } from '@tanstack/react-query';
import { formatCount, formatPercent } from '#kit/text.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import type { AgentStats } from '../contract.ts';
import { agentStatsQuery } from './api.ts';

type Figure = { label: string; value: string; note?: string; meaning?: string };

/** The four figures of the agents, counted from stored conversations. */
export function AgentStatsTiles({ agentCount }: { agentCount: number | undefined }) {
  const stats = useQuery(agentStatsQuery());
  if (stats.isError) {
    return <ErrorState isCompact title="The figures could not be counted" query={stats} />;
  }
  if (!stats.data || agentCount === undefined) {
    return (
      <Loading label="Counting conversations" className="flex gap-8">
        {[0, 1, 2, 3].map((tile) => (
          <div key={tile}>
            <Skeleton className="h-3 w-20" />
            <Skeleton className="mt-2 h-5 w-12" />
          </div>
        ))}
      </Loading>
    );
  }
  return (
    <dl className="grid grid-cols-2 gap-x-7 gap-y-3 sm:flex">
      {figuresOf(stats.data, agentCount).map(({ label, value, note, meaning }) => (
        <div key={label} data-tile={label} className="min-w-0">
          <dt className="text-small text-ink-2">
            {meaning === undefined ? (
              label
            ) : (
              <Tooltip content={meaning} opensByPress>
                <button
                  type="button"
                  className="finger-wide rounded-badge underline decoration-line decoration-dotted underline-offset-3 focus-visible:outline-2 focus-visible:outline-focus"
                >
                  {label}
                </button>
              </Tooltip>
            )}
          </dt>
          <dd className="text-h3 tabular-nums">
            {value}
            {note !== undefined && <span className="block text-small font-normal text-ink-3">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function figuresOf(stats: AgentStats, agentCount: number): Figure[] {
  const fill = (isEmpty: boolean, note: string) => (isEmpty ? { note } : {});
  return [
    { label: 'AI Experts', value: formatCount(agentCount) },
    { label: 'Total Conversations', value: formatCount(stats.totalConversations) },
    {
      label: 'Resolution Rate',
      value: formatPercent(stats.resolutionRate),
      ...fill(stats.resolutionRate === null, 'after the first conversation'),
      ...(stats.resolutionRate === null
        ? {}
        : {
            meaning: `Resolved ÷ all conversations. ${formatPercent(stats.confirmedRate)} were marked as resolved by a person; of the rest it is assumed, since all was answered and nobody came back.`,
          }),
    },
    {
      label: 'Avg Response Time',
      value: stats.avgResponseTime === null ? '–' : `${stats.avgResponseTime.toFixed(1)} s`,
      ...fill(stats.avgResponseTime === null, 'after the first answer'),
    },
  ];
}
