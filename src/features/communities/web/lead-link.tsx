import { Link } from '@tanstack/react-router';

/** From somebody in a community to the lead that they are. */
export function LeadLink({ leadId, name }: { leadId: string; name: string }) {
  return (
    <Link
      to="/leads"
      search={{ all: true, lead: leadId }}
      aria-label={`Lead: ${name}`}
      className="text-small text-green-ink underline"
    >
      Lead
    </Link>
  );
}
