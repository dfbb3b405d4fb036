import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CodeBlock } from '#ui/code-block.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import type { Delivery } from '../contract.ts';
import { deliveriesQuery, useWebhookCalls } from './api.ts';
import { deliveryWords } from './webhook-words.ts';

/** The newest deliveries of a webhook, with what was sent and what came back. */
export function DeliveryList({ webhookId }: { webhookId: string }) {
  const deliveries = useQuery(deliveriesQuery(webhookId));
  if (deliveries.isPending) {
    return (
      <Loading label="Loading deliveries">
        <Skeleton className="h-8" />
      </Loading>
    );
  }
  if (deliveries.isLoadingError) {
    return <ErrorState isCompact title="The log could not be loaded" query={deliveries} />;
  }
  if (deliveries.data.length === 0) return <p className="text-small text-ink-3">Nothing sent yet.</p>;
  return (
    <ul className="rounded-panel border border-line px-3">
      {deliveries.data.map((delivery) => (
        <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />
      ))}
    </ul>
  );
}

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const [isOpen, setIsOpen] = useState(false);
  const { replay } = useWebhookCalls();
  const { id, type, createdAt, nextAttemptAt, body, response } = delivery;
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-56 text-small">
          <span className="font-medium">{type}</span> <RelativeTime value={createdAt} />
          <span className="block text-ink-2">
            {deliveryWords(delivery)}
            {nextAttemptAt !== null && (
              <>
                , next <RelativeTime value={nextAttemptAt} />
              </>
            )}
          </span>
        </p>
        <Button size="row" variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Details
        </Button>
        <Button
          size="row"
          variant="ghost"
          isPending={replay.isPending}
          onClick={() =>
            replay.mutate(
              { id: webhookId, deliveryId: id },
              {
                onSuccess: () => toast({ title: 'Sending again' }),
                onError: tellFailure('It was not sent again'),
              },
            )
          }
        >
          Replay
        </Button>
      </div>
      {isOpen && (
        <div className="mt-2 grid gap-2">
          <CodeBlock label="Request body" text={body} />
          {response !== null && response !== '' && <CodeBlock label="Answer" text={response} />}
        </div>
      )}
    </li>
  );
}
