import { useNavigate } from '@tanstack/react-router';
import { Archive, ChartLine, Copy, Ellipsis, Inbox, Pencil, ScrollText, Split, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { countOf, formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { DropdownMenu, type MenuItem } from '#ui/dropdown-menu.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import type { Campaign } from '../contract.ts';
import { ofWhichToOutbox } from '../rules.ts';
import { ArchivedCampaigns } from './archived-campaigns-section.tsx';
import { CampaignBadge } from './campaign-badge.tsx';
import { channelsLine, responseLine } from './campaign-words.ts';
import type { CampaignActions } from './use-campaign-actions.ts';

const SHOWN_FIRST = 8;

type RecentCampaignsProps = {
  campaigns: readonly Campaign[];
  canChange: boolean;
  deeds: CampaignActions;
  onEdit: (campaign: Campaign) => void;
  onCreate: () => void;
  onShowMessages: (campaign: Campaign) => void;
  onShowTrail: (campaign: Campaign) => void;
  onShowVariants: (campaign: Campaign) => void;
};

/** Every campaign, the newest first. */
export function RecentCampaigns({ campaigns, onCreate, ...rest }: RecentCampaignsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? campaigns : campaigns.slice(0, SHOWN_FIRST);
  return (
    <section aria-labelledby="recent-campaigns">
      <SectionHeading
        id="recent-campaigns"
        title="Recent campaigns"
        note={campaigns.length > 0 ? `${countOf(campaigns.length, 'campaign')}, newest first` : undefined}
      />
      {campaigns.length === 0 ? (
        <EmptyState
          title="No campaigns yet"
          text="Choose who to write to, where the link leads and a channel. Nothing is sent before you launch it."
          action={
            rest.canChange ? (
              <Button onClick={onCreate}>Create your first campaign</Button>
            ) : (
              <span className="text-small text-ink-3">Your role reads; members create campaigns.</span>
            )
          }
        />
      ) : (
        <>
          <ul>
            {shown.map((campaign) => (
              <CampaignRow key={campaign.id} campaign={campaign} {...rest} />
            ))}
          </ul>
          {shown.length < campaigns.length && (
            <Button variant="ghost" className="mt-2" onClick={() => setIsWhole(true)}>
              Show all {formatCount(campaigns.length)}
            </Button>
          )}
        </>
      )}
      <ArchivedCampaigns canChange={rest.canChange} deeds={rest.deeds} />
    </section>
  );
}

type CampaignRowProps = Omit<RecentCampaignsProps, 'campaigns' | 'onCreate'> & { campaign: Campaign };

function CampaignRow(props: CampaignRowProps) {
  const { campaign, canChange, deeds, onEdit, onShowMessages, onShowTrail, onShowVariants } = props;
  const navigate = useNavigate();
  const response = responseLine(campaign);
  const sent = campaign.messagesSent;
  const items: MenuItem[] = [
    { label: 'Messages', icon: Inbox, onSelect: () => onShowMessages(campaign) },
    {
      label: 'View Analytics',
      icon: ChartLine,
      onSelect: () => void navigate({ to: '/dashboard', search: { campaign: campaign.id } }),
    },
    ...(campaign.steps.some(({ variants }) => variants.length > 0)
      ? ([{ label: 'A/B results', icon: Split, onSelect: () => onShowVariants(campaign) }] as const)
      : []),
    ...(canChange
      ? ([
          { label: 'Duplicate', icon: Copy, onSelect: () => deeds.duplicate(campaign) },
          ...(campaign.status === 'active'
            ? []
            : ([{ label: 'Archive', icon: Archive, onSelect: () => deeds.archive(campaign) }] as const)),
          { label: 'Audit trail', icon: ScrollText, onSelect: () => onShowTrail(campaign) },
          { kind: 'line', id: 'before-delete' },
          { label: 'Delete campaign', icon: Trash2, isLoss: true, onSelect: () => deeds.remove(campaign) },
        ] as const)
      : []),
  ];
  return (
    <li
      data-campaign={campaign.id}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-b border-line py-2.5 last:border-b-line-2 @2xl:grid-cols-[minmax(0,1fr)_9rem_8rem_5.5rem]"
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="text-label font-semibold wrap-anywhere">{campaign.name}</span>
          <CampaignBadge status={campaign.status} />
        </div>
        <p className="mt-0.5 text-small text-ink-3">
          {[campaign.objective, channelsLine(campaign), countOf(campaign.totalLeads, 'lead')].join(' · ')}
        </p>
        {campaign.note !== null && campaign.status === 'completed' && (
          <p className="mt-0.5 text-small text-amber-ink">{campaign.note}</p>
        )}
      </div>
      <p className="text-small text-ink-3 @max-2xl:order-3">
        <When campaign={campaign} />
      </p>
      <p className="text-small text-ink-3 tabular-nums @max-2xl:order-4 @max-2xl:text-right @2xl:text-right">
        {sent === 0 ? (
          'Nothing sent yet'
        ) : (
          <>
            <span className="font-medium text-ink">{formatCount(sent)}</span> sent
            {ofWhichToOutbox(campaign.messages.outbox)}
            <span className="block">{response.figure} response</span>
          </>
        )}
      </p>
      <div className="flex justify-end gap-1 @max-2xl:order-2">
        {canChange && (
          <IconButton icon={Pencil} label={`Edit ${campaign.name}`} onClick={() => onEdit(campaign)} />
        )}
        <DropdownMenu
          trigger={<IconButton icon={Ellipsis} label={`More for ${campaign.name}`} />}
          items={items}
        />
      </div>
    </li>
  );
}

function When({ campaign }: { campaign: Campaign }) {
  const [word, at] =
    campaign.completedAt !== null
      ? ['Ran until', campaign.completedAt]
      : campaign.launchedAt !== null
        ? ['Launched', campaign.launchedAt]
        : ['Created', campaign.createdAt];
  return (
    <>
      {word} <RelativeTime value={at} />
    </>
  );
}
