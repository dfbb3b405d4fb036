import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { currentUserQuery } from '#features/access/web/api.ts';
import { InvitationsPanel } from '#features/access/web/invitations-panel.tsx';
import { OwnAccountPanel } from '#features/access/web/own-account-panel.tsx';
import { PeoplePanel } from '#features/access/web/people-panel.tsx';
import { SecondFactorPolicyPanel } from '#features/access/web/second-factor-policy-panel.tsx';
import { hasRole } from '#kit/actor.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { DemoData } from './demo-data-section.tsx';
import { OutsideServices } from './outside-services-section.tsx';
import { SectionMenu } from './section-menu.tsx';
import { SettingsSection, type SettingsSubject } from './settings-section.tsx';
import { WorkspaceForm } from './workspace-form.tsx';

type SettingsScreenProps = {
  renderMailboxes: (isAdmin: boolean) => ReactNode;
  renderSuppressions: () => ReactNode;
  renderTrackerCode: () => ReactNode;
  renderPrivacy: (isAdmin: boolean) => ReactNode;
  /** What claims stand on: the compliance feature knows. */
  renderEvidence: (isAdmin: boolean) => ReactNode;
  renderWebhooks: () => ReactNode;
  renderTokens: (isAdmin: boolean) => ReactNode;
};

/** What the whole workspace shares. Everybody reads it; admins change it. */
export function SettingsScreen({
  renderMailboxes,
  renderSuppressions,
  renderTrackerCode,
  renderPrivacy,
  renderEvidence,
  renderWebhooks,
  renderTokens,
}: SettingsScreenProps) {
  const user = useQuery(currentUserQuery());
  const isAdmin = user.data !== undefined && hasRole(user.data.role, 'admin');
  const own = user.data;
  const sections: SettingsSubject[] = [
    {
      name: 'workspace',
      title: 'Workspace',
      text: 'The name stands in the sidebar. The address and the sender stand under each mail that leaves.',
      content: <WorkspaceForm isAdmin={isAdmin} />,
    },
    {
      name: 'mailboxes',
      title: 'Mailboxes',
      text: 'Campaigns send from these accounts in turn, each within its limits. Without one, mail leaves over SMTP_URL.',
      content: renderMailboxes(isAdmin),
    },
    {
      name: 'landing-pages',
      title: 'Landing pages',
      text: 'What campaigns lead to. Pages that are made here count by themselves; pages elsewhere with this script.',
      content: renderTrackerCode(),
    },
    {
      name: 'suppression-list',
      title: 'Suppression list',
      text: 'Nobody on it is written to, on any channel and in any campaign. It holds from the moment somebody is added.',
      content: renderSuppressions(),
    },
    ...(isAdmin && own
      ? [
          {
            name: 'people',
            title: 'People',
            text: 'Who may sign in. A changed role acts with the next click; a removed person is signed out at once.',
            content: (
              <>
                <PeoplePanel ownId={own.id} />
                <SecondFactorPolicyPanel />
              </>
            ),
          },
          {
            name: 'invitations',
            title: 'Invitations',
            text: 'Each is a link for one person, good for 7 days. Yarrow does not send it: hand it over yourself.',
            content: <InvitationsPanel />,
          },
        ]
      : []),
    {
      name: 'privacy',
      title: 'Privacy',
      text: 'What people ask of you, and how long their data is kept. A daily job removes what is older.',
      content: renderPrivacy(isAdmin),
    },
    {
      name: 'evidence',
      title: 'Evidence',
      text: 'What stands behind your claims. A warning about its words reads “Substantiated”; what the law blocks stays blocked.',
      content: renderEvidence(isAdmin),
    },
    ...(isAdmin
      ? [
          {
            name: 'webhooks',
            title: 'Webhooks',
            text: 'Report events to other systems as they happen: n8n, Zapier, Make or your own server.',
            content: renderWebhooks(),
          },
        ]
      : []),
    ...(own !== undefined && hasRole(own.role, 'member')
      ? [
          {
            name: 'api-tokens',
            title: 'API tokens',
            text: 'Programs call the API with a token instead of signing in. Each reaches only its scopes.',
            content: renderTokens(isAdmin),
          },
        ]
      : []),
    {
      name: 'your-account',
      title: 'Your account',
      text: 'Yours alone: how you sign in, and where you are signed in.',
      content: <OwnAccountPanel />,
    },
    {
      name: 'outside-services',
      title: 'Outside services',
      text: 'Turned on by settings of the server, which docs/settings.md lists. Without them the built-in stand-ins serve.',
      content: <OutsideServices />,
    },
    {
      name: 'demo-data',
      title: 'Demo data',
      text: 'Sample people, campaigns and figures that show what a workspace in use looks like.',
      content: <DemoData isAdmin={isAdmin} />,
    },
  ];
  return (
    <div className="mx-auto w-full max-w-[64rem] px-4 py-6 sm:px-8">
      <PageHeader
        title="Settings"
        note={isAdmin ? 'They hold for everybody in the workspace.' : 'Only an admin can change these.'}
        className="mb-6 max-lg:mb-3"
      />
      <div className="gap-x-12 lg:grid lg:grid-cols-[10rem_minmax(0,1fr)]">
        <SectionMenu sections={sections} />
        <div className="min-w-0">
          {sections.map((section) => (
            <SettingsSection key={section.name} {...section} />
          ))}
        </div>
      </div>
    </div>
  );
}
