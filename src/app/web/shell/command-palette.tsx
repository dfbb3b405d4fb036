import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Bot,
  ChartLine,
  Compass,
  FileText,
  FileUp,
  Inbox,
  Keyboard,
  ListTodo,
  LogOut,
  type LucideIcon,
  Moon,
  Plus,
  Quote,
  Receipt,
  Reply,
  Search,
  Send,
  Settings,
  SquareKanban,
  Sun,
  User,
  UserPlus,
  Users,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { agentsQuery } from '#features/agents/web/api.ts';
import { campaignsQuery } from '#features/campaigns/web/api.ts';
import { communitiesQuery } from '#features/communities/web/api.ts';
import { listContentAssets } from '#features/content/contract.ts';
import { platformLabel, STAGE_LABELS } from '#features/leads/rules.ts';
import { leadsQuery, useCanChange } from '#features/leads/web/api.ts';
import { countOf, foldText } from '#kit/text.ts';
import { queryOf } from '#ui/call-api.ts';
import { useFocusReturn } from '#ui/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { useTheme } from '#ui/theme.ts';
import { logOut } from './exit.ts';
import { GO_KEYS } from './shortcuts.ts';

type Item = {
  id: string;
  group:
    | 'Go to'
    | 'Do'
    | 'Leads'
    | 'Campaigns'
    | 'Agents'
    | 'Communities'
    | 'Content'
    | 'Leads by their words';
  label: string;
  hint?: string;
  icon: LucideIcon;
  keys?: string;
  /** Other words by which it is found. */
  also?: string;
  run: () => unknown;
};

const GROUPS: Item['group'][] = [
  'Leads',
  'Campaigns',
  'Agents',
  'Communities',
  'Content',
  'Do',
  'Go to',
  'Leads by their words',
];
const MOST_OF_A_KIND = 6;

/** Sections of the settings that people look for by name. */
const SETTINGS = [
  { hash: 'mailboxes', label: 'Mailboxes', also: 'mail server smtp imap sender' },
  { hash: 'suppression-list', label: 'Suppression list', also: 'unsubscribed blocked opt out' },
  { hash: 'privacy', label: 'Privacy and audit trail', also: 'log gdpr retention requests' },
  { hash: 'evidence', label: 'Evidence', also: 'claims substantiated sources' },
] as const;

type CommandPaletteProps = {
  /** Typed before it was there. */
  firstText: string;
  onClose: () => void;
  onHelp: () => void;
};

/** Everything by its name: people, campaigns, agents, communities, content, screens and the common deeds. */
export function CommandPalette({ firstText, onClose, onHelp }: CommandPaletteProps) {
  const [text, setText] = useState(firstText);
  const [activeIndex, setActiveIndex] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const focus = useFocusReturn(true);
  const { items, state } = useItems(text, onHelp);
  const active = Math.min(activeIndex, items.length - 1);
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [active, text]);

  function choose(item: Item | undefined) {
    if (!item) return;
    onClose();
    item.run();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setActiveIndex((active + 1) % Math.max(1, items.length));
    else if (event.key === 'ArrowUp') setActiveIndex((active - 1 + items.length) % Math.max(1, items.length));
    else if (event.key === 'Enter') choose(items[active]);
    else return;
    event.preventDefault();
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-palette flex animate-fade items-start justify-center bg-scrim p-3 sm:p-[12vh_1.5rem_1.5rem]">
          <Dialog.Content
            aria-describedby={undefined}
            {...focus}
            className="flex max-h-[min(32rem,80dvh)] w-full max-w-xl animate-pop flex-col overflow-hidden rounded-work border border-line-2 bg-raised shadow-pop focus:outline-none"
          >
            <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search className="size-4 text-ink-3" />
              <input
                role="combobox"
                aria-label="Search or jump to"
                aria-expanded
                aria-controls={listId}
                aria-autocomplete="list"
                aria-activedescendant={items[active] ? `${listId}-${active}` : undefined}
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                placeholder="Search or jump to"
                value={text}
                onChange={(event) => {
                  setText(event.target.value);
                  setActiveIndex(0);
                }}
                onKeyDown={onKeyDown}
                className="h-12 min-w-0 flex-1 bg-transparent text-h2 font-normal text-ink outline-none placeholder:text-ink-3"
              />
              <Kbd>Esc</Kbd>
            </div>
            <div
              ref={list}
              id={listId}
              role="listbox"
              aria-label="Results"
              className="min-h-0 flex-1 overflow-y-auto p-1.5"
            >
              {GROUPS.filter((group) => items.some((item) => item.group === group)).map((group) => (
                <div key={group} role="group" aria-label={group} className="pb-1">
                  <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-small text-ink-3">
                    {group}
                  </p>
                  {items.map((item, index) =>
                    item.group === group ? (
                      // The keys are those of the field, which keeps the focus.
                      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                      <div
                        key={item.id}
                        id={`${listId}-${index}`}
                        role="option"
                        aria-selected={index === active}
                        data-active={index === active || undefined}
                        onPointerMove={() => setActiveIndex(index)}
                        onClick={() => choose(item)}
                        className="flex min-h-8 cursor-default items-center gap-2.5 rounded-control px-2.5 text-body select-none data-active:bg-hover pointer-coarse:min-h-11"
                      >
                        <item.icon className="size-4 shrink-0 text-ink-3" />
                        <span className="min-w-0 flex-1 truncate">{item.label}</span>
                        {item.hint !== undefined && (
                          <span className="max-w-[45%] truncate text-small text-ink-3">{item.hint}</span>
                        )}
                        {item.keys !== undefined && <Kbd>{item.keys}</Kbd>}
                      </div>
                    ) : null,
                  )}
                </div>
              ))}
              {items.length === 0 && (
                <div
                  role="option"
                  aria-selected={false}
                  aria-disabled
                  className="px-2.5 py-6 text-center text-body text-ink-2"
                >
                  {state === 'failed'
                    ? 'People could not be searched just now. Try again in a moment.'
                    : state === 'searching'
                      ? 'Searching…'
                      : `Nothing is called “${text.trim()}”.`}
                </div>
              )}
            </div>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What matches, in the order in which it is shown. */
function useItems(
  text: string,
  onHelp: () => void,
): { items: Item[]; state: 'found' | 'searching' | 'failed' } {
  const navigate = useNavigate();
  const canChange = useCanChange();
  const { choice, choose } = useTheme();
  const q = text.trim();
  const people = useInfiniteQuery({ ...leadsQuery(q === '' ? {} : { q }), enabled: q !== '' });
  const campaigns = useQuery(campaignsQuery());
  const agents = useQuery(agentsQuery());
  const communities = useQuery(communitiesQuery());
  const assets = useQuery(queryOf(listContentAssets, {}, { topics: ['content'] }));
  const isDark =
    choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);

  const words = foldText(q).split(/\s+/);
  const leads = (q === '' ? [] : (people.data?.pages[0]?.items ?? [])).flatMap((lead): Item[] => {
    const who = foldText([lead.name, lead.email, lead.handle].join(' '));
    const isNamed = words.every((word) => who.includes(word));
    // Those found by their words come last, and none of what was typed before.
    if (!isNamed && people.isPlaceholderData) return [];
    return [
      {
        id: `lead-${lead.id}`,
        group: isNamed ? 'Leads' : 'Leads by their words',
        label: lead.name,
        hint: `${STAGE_LABELS[lead.stage]} · ${platformLabel(lead.platform)}`,
        icon: User,
        run: () => navigate({ to: '/crm', search: { lead: lead.id } }),
      },
    ];
  });
  const named: Item[] = [
    ...(campaigns.data ?? []).map(
      ({ id, name, status }): Item => ({
        id: `campaign-${id}`,
        group: 'Campaigns',
        label: name,
        hint: status,
        icon: Send,
        run: () =>
          status === 'draft'
            ? navigate({ to: '/campaigns' })
            : navigate({ to: '/dashboard', search: { campaign: id } }),
      }),
    ),
    ...(agents.data ?? []).map(
      ({ id, name, expertiseArea }): Item => ({
        id: `agent-${id}`,
        group: 'Agents',
        label: name,
        hint: expertiseArea,
        icon: Bot,
        run: () => navigate({ to: '/chatbot', search: { agent: id } }),
      }),
    ),
    ...(communities.data ?? []).map(
      ({ id, name, metrics }): Item => ({
        id: `community-${id}`,
        group: 'Communities',
        label: name,
        hint: countOf(metrics.totalMembers, 'member'),
        icon: Users,
        run: () => navigate({ to: '/community', search: { community: id } }),
      }),
    ),
    ...(assets.data ?? []).map(
      ({ id, name, category }): Item => ({
        id: `asset-${id}`,
        group: 'Content',
        label: name,
        hint: category,
        icon: FileText,
        run: () => navigate({ to: '/content', search: { tab: 'library', asset: id } }),
      }),
    ),
  ];
  const deeds: Item[] = [
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
      id: 'campaign',
      group: 'Do',
      label: 'Create a campaign',
      icon: Plus,
      also: 'new write mail',
      run: () => navigate({ to: '/campaigns' }),
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
    {
      id: 'theme',
      group: 'Do',
      label: isDark ? 'Use the light colours' : 'Use the dark colours',
      icon: isDark ? Sun : Moon,
      also: 'theme mode dark light',
      run: () => choose(isDark ? 'light' : 'dark'),
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
  const stations: Item[] = [
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
      ({ hash, label, also }): Item => ({
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
  const places = GO_KEYS.map(
    ({ key, to, label }): Item => ({
      id: `go-${key}`,
      group: 'Go to',
      label,
      icon: Compass,
      keys: `G ${key.toUpperCase()}`,
      run: () => navigate({ to }),
    }),
  );
  const matches = ({ label, also = '' }: Item): boolean =>
    words.every((word) => foldText(`${label} ${also}`).includes(word));
  const cut = (found: Item[]): Item[] =>
    GROUPS.flatMap((group) =>
      found
        .filter((item) => item.group === group)
        .slice(0, group === 'Do' || group === 'Go to' ? 20 : MOST_OF_A_KIND),
    );
  const items =
    q === ''
      ? cut([...deeds, ...places, ...stations])
      : cut([...leads, ...[...named, ...deeds, ...places, ...stations].filter(matches)]);
  const state = q === '' ? 'found' : people.isFetching ? 'searching' : people.isError ? 'failed' : 'found';
  return { items, state };
}
