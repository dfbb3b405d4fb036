import { Link } from '@tanstack/react-router';
import { linkButtonClass } from '#ui/button-class.ts';
import { cn } from '#ui/class-names.ts';

type EditCampaignLinkProps = { campaignId: string; className?: string; 'aria-describedby'?: string };

/** Goes to the campaigns with this one open for changes. */
export function EditCampaignLink({ campaignId, className, ...rest }: EditCampaignLinkProps) {
  return (
    <Link
      to="/campaigns"
      search={{ edit: campaignId }}
      className={cn(linkButtonClass({ size: 'row' }), className)}
      {...rest}
    >
      Edit
    </Link>
  );
}
