import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GraduationCap, TriangleAlert } from 'lucide-react';
import { currentUserQuery } from '#features/access/web/api.ts';
import { agentsQuery } from '#features/agents/web/api.ts';
import { hasRole } from '#kit/actor.ts';
import { Button } from '#ui/button.tsx';
import { DisabledReason } from '#ui/disabled-reason.tsx';
import { DropdownMenu } from '#ui/dropdown-menu.tsx';
import { ErrorLine } from '#ui/error-line.tsx';
import { errorText } from '#ui/error-words.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { TaughtAgent } from '../contract-teaching.ts';
import { taughtAgentsQuery, useTeachAgent } from './teaching-api.ts';

/** Which agents answer from an asset, whether they still say what it says, and the way to teach another one. */
export function TaughtAgentsPanel({ assetId }: { assetId: string }) {
  const taught = useQuery(taughtAgentsQuery(assetId));
  const agents = useQuery(agentsQuery());
  const user = useQuery(currentUserQuery()).data;
  const canTeach = user !== undefined && hasRole(user.role, 'admin');
  const teach = useTeachAgent();
  const act = (agentId: string, title: string): void =>
    teach.mutate(
      { assetId, agentId },
      {
        onSuccess: ({ expertName }) =>
          toast({ title, description: `${expertName} answers from this text now.` }),
        onError: (error) =>
          toast({ title: 'Not taught', description: errorText(error), variant: 'destructive' }),
      },
    );
  const known = taught.data?.agents ?? [];
  const others = (agents.data ?? []).filter(({ id }) => !known.some(({ expertId }) => expertId === id));
  return (
    <section aria-labelledby="asset-agents" className="border-t border-line pt-4">
      <h3 id="asset-agents" className="text-h2">
        Agents that know it
      </h3>
      {taught.isError ? (
        <ErrorLine query={taught} text="The agents could not be loaded." className="mt-1" />
      ) : !taught.data ? (
        <Skeleton className="mt-2 h-3 w-48" />
      ) : (
        <>
          {known.length === 0 && (
            <p className="mt-1 text-small text-pretty text-ink-3">
              – No agent answers from it yet.{' '}
              {canTeach ? 'Teach one, and it quotes this text with its source.' : 'An admin can teach one.'}
            </p>
          )}
          <ul className="mt-1">
            {known.map((agent) => (
              <TaughtRow
                key={agent.knowledgeId}
                agent={agent}
                canRenew={canTeach && taught.data.obstacle === null}
                isPending={teach.isPending && teach.variables.agentId === agent.expertId}
                onRenew={() => act(agent.expertId, agent.isRetired ? 'Used again' : 'Knowledge renewed')}
              />
            ))}
          </ul>
          {canTeach && (
            <div className="mt-2">
              {taught.data.obstacle !== null ? (
                <DisabledReason reason={taught.data.obstacle} side="below">
                  {(control) => (
                    <Button icon={GraduationCap} {...control}>
                      Teach an agent
                    </Button>
                  )}
                </DisabledReason>
              ) : agents.data?.length === 0 ? (
                <p className="text-small text-ink-3">
                  There is no agent yet.{' '}
                  <Link to="/chatbot" className="link">
                    Create one
                  </Link>
                </p>
              ) : (
                others.length > 0 && (
                  <DropdownMenu
                    align="start"
                    trigger={
                      <Button icon={GraduationCap} isPending={teach.isPending}>
                        Teach an agent
                      </Button>
                    }
                    items={others.map(({ id, name, expertiseArea }) => ({
                      label: `${name}, ${expertiseArea}`,
                      onSelect: () => act(id, 'Agent taught'),
                    }))}
                  />
                )
              )}
            </div>
          )}
        </>
      )}
    </section>
  );
}

type TaughtRowProps = {
  agent: TaughtAgent;
  canRenew: boolean;
  isPending: boolean;
  onRenew: () => void;
};

function TaughtRow({ agent, canRenew, isPending, onRenew }: TaughtRowProps) {
  const needsCare = agent.isOutdated || agent.isRetired;
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 last:border-b-0">
      <div className="min-w-0 flex-1">
        <Link to="/chatbot" search={{ agent: agent.expertId }} className="link text-body">
          {agent.expertName}
        </Link>
        <p className="text-small text-ink-2">
          {agent.isRetired ? (
            'Retired: not used in answers.'
          ) : agent.isOutdated ? (
            <span className="inline-flex items-center gap-1 text-amber-ink">
              <TriangleAlert aria-hidden className="size-3.5" />
              Out of date: it still answers from the text of before.
            </span>
          ) : (
            <>
              Taught <RelativeTime value={agent.taughtAt} />
            </>
          )}
        </p>
      </div>
      {needsCare && canRenew && (
        <Button size="row" isPending={isPending} onClick={onRenew}>
          {agent.isOutdated ? 'Renew' : 'Use again'}
        </Button>
      )}
    </li>
  );
}
