import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Campaign } from '#features/campaigns/contract.ts';
import { MessageStatus } from '#features/campaigns/contract-messages.ts';
import { allOf } from '#features/campaigns/rules.ts';
import { CampaignDrawer } from '#features/campaigns/web/campaign-panel.tsx';
import { formatCount } from '#kit/text.ts';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Select } from '#ui/select.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { MESSAGE_STATUS_LABELS } from '../rules.ts';
import { messagesQuery } from './api.ts';
import { MessageRow } from './message-row.tsx';

const ALL = 'all';

type MessagesDrawerProps = {
  campaign: Campaign;
  status: MessageStatus | undefined;
  onStatusChange: (status: MessageStatus | undefined) => void;
  canChange: boolean;
  onClose: () => void;
};

/** Every message of a campaign with what became of it, beside the campaigns. */
export function MessagesDrawer({
  campaign,
  status,
  onStatusChange,
  canChange,
  onClose,
}: MessagesDrawerProps) {
  const messages = useInfiniteQuery(messagesQuery(campaign.id, status));
  const [openId, setOpenId] = useState<string | null>(null);
  const { rows, total } = pagedSource(messages);

  return (
    <CampaignDrawer
      campaign={campaign}
      part="Messages"
      position={total === null || total === 0 ? '' : `${formatCount(rows.length)} of ${formatCount(total)}`}
      onClose={onClose}
      head={
        <Select
          look="filter"
          className="mt-2"
          aria-label="Which messages"
          value={status ?? ALL}
          onValueChange={(next) => onStatusChange(MessageStatus.safeParse(next).data)}
          options={optionsOf(campaign)}
        />
      }
    >
      {messages.isPending ? (
        <Loading label="Loading the messages">
          {[0, 1, 2, 3, 4].map((row) => (
            <div key={row} className="border-b border-line px-5 py-3">
              <Skeleton className="h-4 w-40" />
              <Skeleton className="mt-1.5 h-4 w-64 max-w-full" />
            </div>
          ))}
        </Loading>
      ) : messages.isError ? (
        <ErrorState isCompact className="px-5!" title="The messages could not be loaded" query={messages} />
      ) : rows.length === 0 ? (
        <EmptyState
          isCompact
          className="px-5!"
          title={
            status === undefined
              ? 'No messages yet'
              : `None is ${MESSAGE_STATUS_LABELS[status].toLowerCase()}`
          }
          text={
            status === undefined
              ? 'They are made when the campaign is launched, one for each person and channel.'
              : 'Choose another state above, or all messages.'
          }
        />
      ) : (
        <ul>
          {rows.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              isOpen={openId === message.id}
              onToggle={() => setOpenId(openId === message.id ? null : message.id)}
              canChange={canChange}
            />
          ))}
        </ul>
      )}
      <ShowMore query={messages} className="mx-3 my-3" />
    </CampaignDrawer>
  );
}

/** All, and each state that some message is in. */
function optionsOf({ messages }: Campaign) {
  const { sending: _sending, ...labels } = MESSAGE_STATUS_LABELS;
  const counted = Object.entries(messages).flatMap(([key, count]) => {
    const status = MessageStatus.safeParse(key).data;
    return status === undefined || status === 'sending' || count === 0
      ? []
      : [{ value: key, label: `${labels[status]} (${formatCount(count)})` }];
  });
  return [{ value: ALL, label: `All messages (${formatCount(allOf(messages))})` }, ...counted];
}
