import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react';
import { Badge } from '#ui/badge.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { providersQuery } from './api.ts';

/** Each service with what turns it on and what serves until then. */
export function OutsideServices() {
  const providers = useQuery(providersQuery());
  if (providers.isError) {
    return <ErrorState isCompact title="The services could not be listed" query={providers} />;
  }
  if (providers.isPending) {
    return (
      <Loading label="Loading the services" className="space-y-3">
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </Loading>
    );
  }
  return (
    <ul>
      {providers.data.map(({ id, name, isConfigured, fallback, setting, trouble }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2.5 first:pt-0 last:border-b-0"
        >
          <p className="w-44 font-medium">{name}</p>
          <p className="min-w-0 flex-1 basis-60 text-small text-ink-2">
            {isConfigured && trouble ? (
              <>
                {trouble.text} First noticed <RelativeTime value={trouble.since} />, last asked{' '}
                <RelativeTime value={trouble.lastAt} />. Until it works: {fallback}
              </>
            ) : isConfigured ? (
              <>
                Configured by <code className="font-mono text-ink">{setting}</code>
              </>
            ) : (
              <>
                {fallback} Set <code className="font-mono text-ink">{setting}</code> to turn it on.
              </>
            )}
          </p>
          {isConfigured && trouble ? (
            <Badge tone="attention" icon={TriangleAlert}>
              Failing
            </Badge>
          ) : (
            <Badge tone={isConfigured ? 'good' : 'outline'} icon={isConfigured ? CircleCheck : CircleSlash}>
              {isConfigured ? 'On' : 'Off'}
            </Badge>
          )}
        </li>
      ))}
    </ul>
  );
}
