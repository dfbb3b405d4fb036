import type { ReactNode } from 'react';
import { Drawer } from '#ui/drawer.tsx';
import type { Campaign } from '../contract.ts';
import { CampaignBadge } from './campaign-badge.tsx';

type CampaignDrawerProps = {
  campaign: Campaign;
  /** What of it: "Messages", "Audit trail". */
  part: string;
  position?: string;
  /** Under the name. */
  head?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** Something of a campaign beside the list of them. */
export function CampaignDrawer({ campaign, part, head, children, ...rest }: CampaignDrawerProps) {
  return (
    <Drawer
      {...rest}
      label={`${part} of ${campaign.name}`}
      className="lg:sticky lg:top-0 lg:h-[calc(100dvh-3rem)]!"
      header={
        <>
          <div className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="text-h3 wrap-anywhere">{campaign.name}</h2>
            <CampaignBadge status={campaign.status} />
          </div>
          {head}
        </>
      }
    >
      {children}
    </Drawer>
  );
}
