import { useQuery } from '@tanstack/react-query';
import { isMailPaused } from '#features/mailboxes/rules.ts';
import { mailboxesQuery } from '#features/mailboxes/web/api.ts';
import { countOf } from '#kit/text.ts';
import { SectionHeading } from '#ui/section-heading.tsx';
import type { Campaign } from '../contract.ts';
import type { MessageStatus } from '../contract-messages.ts';
import { CampaignCard } from './campaign-card.tsx';
import type { CampaignActions } from './use-campaign-actions.ts';

type ActiveCampaignsProps = {
  campaigns: readonly Campaign[];
  openId: string | null;
  onToggle: (id: string) => void;
  canChange: boolean;
  deeds: CampaignActions;
  onEdit: (campaign: Campaign) => void;
  onShowMessages: (campaign: Campaign, status?: MessageStatus) => void;
  onShowTrail: (campaign: Campaign) => void;
  onShowVariants: (campaign: Campaign) => void;
};

/** A card for each campaign that runs or is paused. */
export function ActiveCampaigns({
  campaigns,
  openId,
  onToggle,
  onEdit,
  onShowMessages,
  onShowTrail,
  onShowVariants,
  ...rest
}: ActiveCampaignsProps) {
  const mailboxes = useQuery(mailboxesQuery());
  const isHeldBack = mailboxes.data !== undefined && isMailPaused(mailboxes.data);
  // A paused one keeps its place: the next press must not meet another campaign's button.
  const shown = campaigns.filter(({ status }) => status === 'active' || status === 'paused');
  const paused = shown.filter(({ status }) => status === 'paused');
  if (campaigns.length === 0) return null;
  const note = [
    countOf(shown.length - paused.length, 'running', 'running'),
    paused.length > 0 && `${paused.length} paused`,
  ];
  return (
    <section aria-labelledby="active-campaigns">
      <SectionHeading
        id="active-campaigns"
        title="Active campaigns"
        note={note.filter(Boolean).join(', ')}
        hasLine={false}
      />
      {shown.length === 0 ? (
        <p className="border-y border-line py-4 text-body text-ink-2">
          No campaign is running. Launch a draft below, or start from a template.
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          {shown.map((campaign) => (
            <CampaignCard
              key={campaign.id}
              campaign={campaign}
              isMailPaused={isHeldBack}
              isOpen={openId === campaign.id}
              onToggle={() => onToggle(campaign.id)}
              onEdit={() => onEdit(campaign)}
              onShowMessages={(status) => onShowMessages(campaign, status)}
              onShowTrail={() => onShowTrail(campaign)}
              onShowVariants={() => onShowVariants(campaign)}
              {...rest}
            />
          ))}
        </div>
      )}
    </section>
  );
}
