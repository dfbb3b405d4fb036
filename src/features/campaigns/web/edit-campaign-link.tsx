import { Link } from '@tanstack/react-router';
import { linkButtonClass } from '#ui/button-class.ts';
import { cn } from '#ui/class-names.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Opens the campaign's dialog on arrival, and again with a reload, until it is closed. */
    editCampaign?: string;
  }
}

type EditCampaignLinkProps = { campaignId: string; className?: string; 'aria-describedby'?: string };

/** Goes to the campaigns with this one open for changes. */
export function EditCampaignLink({ campaignId, className, ...rest }: EditCampaignLinkProps) {
  return (
    <Link
      to="/campaigns"
      state={{ editCampaign: campaignId }}
      className={cn(linkButtonClass({ size: 'row' }), className)}
      {...rest}
    >
      Edit
    </Link>
  );
}
