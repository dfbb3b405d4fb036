import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { useFocusOfForm } from '#ui/focus/use-focus-along.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import type { Webhook } from '../contract.ts';
import { useWebhookCalls, webhooksQuery } from './api.ts';
import { DeliveryList } from './delivery-list.tsx';
import { NewWebhookForm } from './new-webhook-form.tsx';
import { SecretPanel } from './secret-panel.tsx';
import { EVENT_LABELS, PAUSE_WORDS } from './webhook-words.ts';

/** Webhooks with their state and log, for admins. */
export function WebhooksPanel() {
  const webhooks = useQuery(webhooksQuery());
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | undefined>();
  const { part, opener } = useFocusOfForm(isAdding);
  if (webhooks.isPending) {
    return (
      <Loading label="Loading webhooks" className="grid gap-3">
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </Loading>
    );
  }
  if (webhooks.isLoadingError) {
    return <ErrorState isCompact title="Webhooks could not be loaded" query={webhooks} />;
  }
  return (
    <div className="grid gap-4">
      {webhooks.data.length === 0 && !isAdding && <p className="text-small text-ink-3">No webhooks yet.</p>}
      {webhooks.data.length > 0 && (
        <ul>
          {webhooks.data.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onSecret={setSecret} />
          ))}
        </ul>
      )}
      <SecretPanel secret={secret} />
      {isAdding ? (
        <div ref={part}>
          <NewWebhookForm
            onDone={(made) => {
              setIsAdding(false);
              if (made !== undefined) setSecret(made);
            }}
          />
        </div>
      ) : (
        <Button ref={opener} className="justify-self-start" onClick={() => setIsAdding(true)}>
          Add webhook
        </Button>
      )}
    </div>
  );
}

type WebhookRowProps = { webhook: Webhook; onSecret: (secret: string) => void };

function WebhookRow({ webhook, onSecret }: WebhookRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { setPaused, rotate, remove, restore, test } = useWebhookCalls();
  const { id, url, events, isPaused, pauseReason, waiting, failed } = webhook;
  return (
    <li className="grid gap-2 border-b border-line py-3 first:pt-0">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-64 font-medium wrap-anywhere">{url}</p>
        <Badge tone={isPaused ? 'attention' : 'good'}>{isPaused ? 'Paused' : 'Active'}</Badge>
      </div>
      <p className="text-small text-ink-2">{events.map((event) => EVENT_LABELS[event]).join(', ')}</p>
      {pauseReason !== null && <p className="text-small text-amber-ink">{PAUSE_WORDS[pauseReason]}</p>}
      {(waiting > 0 || failed > 0) && (
        <p className="text-small text-ink-2">
          {waiting} waiting, {failed} failed in the last 30 days
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="row"
          isPending={test.isPending}
          pendingLabel="Sending…"
          onClick={() =>
            test.mutate(id, {
              onSuccess: ({ state, status }) => {
                setIsOpen(true);
                toast(
                  state === 'delivered'
                    ? { title: 'Test delivered', description: `The receiver answered ${status}.` }
                    : { title: 'Test failed', description: 'The log below says why.' },
                );
              },
              onError: tellFailure('The test was not sent'),
            })
          }
        >
          Send test
        </Button>
        <Button size="row" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Log
        </Button>
        <Button
          size="row"
          isPending={setPaused.isPending}
          onClick={() =>
            setPaused.mutate(
              { id, isPaused: !isPaused },
              { onError: tellFailure(isPaused ? 'It was not resumed' : 'It was not paused') },
            )
          }
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button
          size="row"
          isPending={rotate.isPending}
          onClick={() =>
            rotate.mutate(id, {
              onSuccess: ({ secret }) => {
                onSecret(secret);
                toast({ title: 'Secret replaced', description: 'The old one also works for 24 hours.' });
              },
              onError: tellFailure('The secret was not replaced'),
            })
          }
        >
          New secret
        </Button>
        <Button
          size="row"
          variant="ghost"
          aria-label={`Delete the webhook to ${url}`}
          isPending={remove.isPending}
          onClick={() =>
            doWithUndo({
              deed: remove.mutateAsync(id),
              done: { title: 'Webhook deleted' },
              onFailure: tellFailure('The webhook was not deleted'),
              undo: () => restore.mutateAsync(id),
              onUndoFailure: tellFailure('The webhook did not come back'),
            })
          }
        >
          Delete
        </Button>
      </div>
      {isOpen && <DeliveryList webhookId={id} />}
    </li>
  );
}
