import type { UseNavigateResult } from '@tanstack/react-router';
import {
  ChartLine,
  Compass,
  FileUp,
  Inbox,
  Keyboard,
  ListChecks,
  ListTodo,
  LogOut,
  Moon,
  Plus,
  Quote,
  Receipt,
  Reply,
  Send,
  Settings,
  SquareKanban,
  Sun,
  UserPlus,
} from 'lucide-react';
import { logOut } from './exit.ts';
import type { PaletteItem } from './palette-item.ts';
import { GO_KEYS } from './shortcuts.ts';

type Navigate = UseNavigateResult<string>;

/** Sections of the settings that people look for by name. */
const SETTINGS = [
  { hash: 'mailboxes', label: 'Mailboxes', also: 'mail server smtp imap sender' },
  { hash: 'suppression-list', label: 'Suppression list', also: 'unsubscribed blocked opt out' },
  { hash: 'landing-pages', label: 'Script for landing pages', also: 'tracking tag visits conversions code' },
  { hash: 'privacy', label: 'Privacy and audit trail', also: 'log gdpr retention requests' },
  { hash: 'evidence', label: 'Evidence', also: 'claims substantiated sources' },
] as const;

type Deeds = {
  navigate: Navigate;
  canChange: boolean;
  /** Dismissed before. */
  onFirstSteps: (() => void) | undefined;
  isDark: boolean;
  onTheme: () => void;
  onHelp: () => void;
};

/** What can be done from anywhere. */
export function deedsOf({
  navigate,
  canChange,
  onFirstSteps,
  isDark,
  onTheme,
  onHelp,
}: Deeds): PaletteItem[] {
  return [
    ...(canChange
      ? [
          {
            id: 'lead',
            group: 'Do' as const,
            label: 'Add a lead',
            icon: UserPlus,
            also: 'new lead person contact',
            run: () => navigate({ to: '/leads', state: { leadsDeed: 'add' } }),
          },
          {
            id: 'import',
            group: 'Do' as const,
            label: 'Import leads',
            icon: FileUp,
            also: 'csv file upload',
            run: () => navigate({ to: '/leads', state: { leadsDeed: 'import' } }),
          },
          {
            id: 'campaign',
            group: 'Do' as const,
            label: 'Create a campaign',
            icon: Plus,
            also: 'new write mail',
            run: () => navigate({ to: '/campaigns', search: { compose: 'new' } }),
          },
        ]
      : []),
    {
      id: 'discover',
      group: 'Do',
      label: 'Discover leads',
      icon: Compass,
      also: 'find people search',
      run: () => navigate({ to: '/leads' }),
    },
    {
      id: 'voice',
      group: 'Do',
      label: 'Open the brand voice',
      icon: Quote,
      also: 'tone style words content',
      run: () => navigate({ to: '/content', search: { voice: true } }),
    },
    {
      id: 'board',
      group: 'Do',
      label: 'Open the pipeline as a board',
      icon: SquareKanban,
      also: 'kanban drag crm',
      run: () => navigate({ to: '/crm', search: { view: 'board' } }),
    },
    {
      id: 'tasks',
      group: 'Do',
      label: 'Open my tasks',
      icon: ListTodo,
      also: 'todo due reminders',
      run: () => navigate({ to: '/crm', search: { view: 'tasks' } }),
    },
    {
      id: 'spend',
      group: 'Do',
      label: 'Enter spend',
      icon: Receipt,
      also: 'cost money budget',
      run: () => navigate({ to: '/analytics', hash: 'spend' }),
    },
    {
      id: 'segments',
      group: 'Do',
      label: 'Compare segments',
      icon: ChartLine,
      also: 'funnel groups analytics',
      run: () => navigate({ to: '/analytics', search: { by: 'segment' } }),
    },
    ...(onFirstSteps
      ? [
          {
            id: 'first-steps',
            group: 'Do' as const,
            label: 'Show the first steps',
            icon: ListChecks,
            also: 'set up setup checklist begin',
            run: onFirstSteps,
          },
        ]
      : []),
    {
      id: 'theme',
      group: 'Do',
      label: isDark ? 'Use the light colours' : 'Use the dark colours',
      icon: isDark ? Sun : Moon,
      also: 'theme mode dark light',
      run: onTheme,
    },
    {
      id: 'keys',
      group: 'Do',
      label: 'Keyboard shortcuts',
      icon: Keyboard,
      keys: '?',
      also: 'help',
      run: onHelp,
    },
    { id: 'logout', group: 'Do', label: 'Log out', icon: LogOut, also: 'sign out leave', run: logOut },
  ];
}

/** Screens, inboxes and sections of the settings. */
export function placesOf(navigate: Navigate): PaletteItem[] {
  const screens = GO_KEYS.map(
    ({ key, to, label }): PaletteItem => ({
      id: `go-${key}`,
      group: 'Go to',
      label,
      icon: Compass,
      keys: `G ${key.toUpperCase()}`,
      run: () => navigate({ to }),
    }),
  );
  const stations: PaletteItem[] = [
    {
      id: 'replies',
      group: 'Go to',
      label: 'Replies',
      icon: Reply,
      also: 'inbox answers campaigns mail',
      run: () => navigate({ to: '/campaigns/replies' }),
    },
    {
      id: 'inbox',
      group: 'Go to',
      label: 'Inbox of the AI agents',
      icon: Inbox,
      also: 'conversations visitors waiting handover',
      run: () => navigate({ to: '/chatbot/inbox' }),
    },
    {
      id: 'outbox',
      group: 'Go to',
      label: 'Messages of the campaigns',
      icon: Send,
      also: 'outbox sent mail',
      run: () => navigate({ to: '/campaigns' }),
    },
    ...SETTINGS.map(
      ({ hash, label, also }): PaletteItem => ({
        id: hash,
        group: 'Go to',
        label,
        hint: 'Settings',
        icon: Settings,
        also,
        run: () => navigate({ to: '/settings', hash }),
      }),
    ),
  ];
  return [...screens, ...stations];
}
