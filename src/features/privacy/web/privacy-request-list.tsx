import { Button } from '#ui/button.tsx';
import { exactTime } from '#ui/relative-time-words.ts';
import { tellFailure } from '#ui/tell-failure.ts';
import type { PrivacyRequest } from '../contract.ts';
import { REQUEST_LABELS } from '../rules.ts';
import { useClosePrivacyRequest } from './api.ts';

/** Requests that wait, each with the day its answer is due. */
export function RequestList({
  requests,
  canChange,
}: {
  requests: readonly PrivacyRequest[];
  canChange: boolean;
}) {
  const close = useClosePrivacyRequest();
  return (
    <ul className="mb-3">
      {requests.map((request) => (
        <li
          key={request.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0"
        >
          <p className="min-w-0 flex-1 basis-52">
            <a className="font-medium wrap-anywhere underline" href={`/leads?lead=${request.leadId}`}>
              {request.leadName}
            </a>
            <span className="block text-small text-ink-2">
              {REQUEST_LABELS[request.kind]} · due{' '}
              <time dateTime={request.dueAt}>{exactTime(new Date(request.dueAt))}</time>
            </span>
          </p>
          {canChange && (
            <Button
              size="row"
              aria-label={`Mark as answered: ${request.leadName}, ${REQUEST_LABELS[request.kind]}`}
              isPending={close.isPending && close.variables === request.id}
              onClick={() =>
                close.mutate(request.id, {
                  onError: tellFailure('The request was not closed'),
                })
              }
            >
              Mark as answered
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
