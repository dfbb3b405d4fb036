import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, X } from 'lucide-react';
import { colleaguesQuery, currentUserQuery, invitationsQuery } from '#features/access/web/api.ts';
import { agentsQuery } from '#features/agents/web/api.ts';
import { campaignsQuery } from '#features/campaigns/web/api.ts';
import { leadGroupCountsQuery } from '#features/leads/web/api.ts';
import { workspaceQuery } from '#features/settings/web/api.ts';
import { hasRole } from '#kit/actor.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { toast } from '#ui/toast.ts';
import { bringStepsBack, dismissSteps, useStepsDismissed } from './setup-steps.ts';

/** The first steps of a new workspace, for whoever sets it up; gone once all are done or somebody has had enough of them. */
export function SetupSection() {
  const user = useQuery(currentUserQuery());
  const workspace = useQuery(workspaceQuery());
  const isDismissed = useStepsDismissed();
  const isAdmin = user.data !== undefined && hasRole(user.data.role, 'admin');
  if (isDismissed || !isAdmin || !workspace.data || workspace.data.hasDemoData) return null;
  const { postalAddress, senderEmail } = workspace.data;
  return (
    <Steps
      hasSender={postalAddress !== '' && senderEmail !== ''}
      onDismiss={() => {
        dismissSteps();
        toast({
          title: 'First steps dismissed',
          description: 'The search finds them by that name.',
          undo: bringStepsBack,
        });
      }}
    />
  );
}

function Steps({ hasSender, onDismiss }: { hasSender: boolean; onDismiss: () => void }) {
  const groups = useQuery(leadGroupCountsQuery());
  const campaigns = useQuery(campaignsQuery());
  const agents = useQuery(agentsQuery());
  const colleagues = useQuery(colleaguesQuery());
  const invitations = useQuery(invitationsQuery());
  // A step that is not known yet would be told as not done.
  if (!groups.data || !campaigns.data || !agents.data || !colleagues.data || !invitations.data) return null;
  const steps = [
    {
      to: '/settings',
      hash: 'workspace',
      label: 'Enter your postal address and sender',
      isDone: hasSender,
    },
    {
      to: '/leads',
      hash: undefined,
      label: 'Add or import people',
      isDone: groups.data.some(({ totalLeads }) => totalLeads > 0),
    },
    {
      to: '/campaigns',
      hash: undefined,
      label: 'Launch a first campaign',
      isDone: campaigns.data.some(({ status }) => status !== 'draft'),
    },
    {
      to: '/chatbot',
      hash: undefined,
      label: 'Train an agent',
      isDone: agents.data.some(({ knowledgeCount }) => knowledgeCount > 0),
    },
    {
      to: '/settings',
      hash: 'invitations',
      label: 'Invite a colleague',
      isDone: colleagues.data.length > 1 || invitations.data.length > 0,
    },
  ] as const;
  const left = steps.filter(({ isDone }) => !isDone).length;
  if (left === 0) return null;
  return (
    <section aria-labelledby="setup" className="mt-6">
      <SectionHeading
        id="setup"
        title="Set up"
        note={`${steps.length - left} of ${steps.length} done`}
        action={<IconButton icon={X} label="Dismiss the steps" onClick={onDismiss} />}
      />
      <ol className="divide-y divide-line">
        {steps.map(({ to, hash, label, isDone }) => (
          <li key={label} className="flex min-h-10 items-center gap-2.5 py-1 pointer-coarse:min-h-11">
            {isDone ? (
              <CircleCheck aria-hidden="true" className="size-4 text-green-ink" />
            ) : (
              <CircleDashed aria-hidden="true" className="size-4 text-ink-3" />
            )}
            <Link
              to={to}
              {...(hash === undefined ? {} : { hash })}
              className={isDone ? 'text-ink-3' : 'link finger-wide'}
            >
              {label}
            </Link>
            {isDone && <span className="text-small text-ink-3">Done</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
