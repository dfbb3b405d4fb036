import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bot, FileText, Send, User, Users } from 'lucide-react';
import { useCanChange } from '#features/access/web/api.ts';
import { agentsQuery } from '#features/agents/web/api.ts';
import { areStepsDismissed, bringStepsBack } from '#features/analytics/web/setup-steps.ts';
import { campaignsQuery } from '#features/campaigns/web/api.ts';
import { communitiesQuery } from '#features/communities/web/api.ts';
import { listContentAssets } from '#features/content/contract.ts';
import { platformLabel, STAGE_LABELS } from '#features/leads/rules.ts';
import { leadsQuery } from '#features/leads/web/api.ts';
import { countOf, foldText } from '#kit/text.ts';
import { queryOf } from '#ui/calls/call-api.ts';
import { useTheme } from '#ui/theme.ts';
import { deedsOf, placesOf } from './palette-deeds.ts';
import { PALETTE_GROUPS, type PaletteItem } from './palette-item.ts';

const MOST_OF_A_KIND = 6;
const MOST_DEEDS = 20;

/** What matches, in the order in which it is shown. */
export function usePaletteFinds(
  text: string,
  onHelp: () => void,
): { items: PaletteItem[]; state: 'found' | 'searching' | 'failed' } {
  const navigate = useNavigate();
  const canChange = useCanChange();
  const { choice, choose } = useTheme();
  const isDark =
    choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const q = text.trim();
  const words = foldText(q).split(/\s+/);
  const people = usePeople(q, words);
  const showFirstSteps = (): void => {
    bringStepsBack();
    void navigate({ to: '/' });
  };
  const named = useNamed(canChange);
  const known = [
    ...deedsOf({
      navigate,
      canChange,
      isDark,
      onHelp,
      onTheme: () => choose(isDark ? 'light' : 'dark'),
      onFirstSteps: areStepsDismissed() ? showFirstSteps : undefined,
    }),
    ...placesOf(navigate),
  ];
  const matches = ({ label, also = '' }: PaletteItem): boolean =>
    words.every((word) => foldText(`${label} ${also}`).includes(word));
  const items = q === '' ? known : [...people.items, ...[...named, ...known].filter(matches)];
  return { items: cut(items), state: people.state };
}

function cut(items: readonly PaletteItem[]): PaletteItem[] {
  return PALETTE_GROUPS.flatMap((group) =>
    items
      .filter((item) => item.group === group)
      .slice(0, group === 'Do' || group === 'Go to' ? MOST_DEEDS : MOST_OF_A_KIND),
  );
}

/** People are searched by the server, among all there are. */
function usePeople(q: string, words: readonly string[]) {
  const navigate = useNavigate();
  const people = useInfiniteQuery({ ...leadsQuery(q === '' ? {} : { q }), enabled: q !== '' });
  const found = q === '' ? [] : (people.data?.pages[0]?.items ?? []);
  const items = found.flatMap((lead): PaletteItem[] => {
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
  const state: 'found' | 'searching' | 'failed' =
    q === '' ? 'found' : people.isFetching ? 'searching' : people.isError ? 'failed' : 'found';
  return { items, state };
}

/** What is there in dozens is loaded and matched here. */
function useNamed(canChange: boolean): PaletteItem[] {
  const navigate = useNavigate();
  const campaigns = useQuery(campaignsQuery());
  const agents = useQuery(agentsQuery());
  const communities = useQuery(communitiesQuery());
  const assets = useQuery(queryOf(listContentAssets, {}, { topics: ['content'] }));
  return [
    ...(campaigns.data ?? []).map(
      ({ id, name, status }): PaletteItem => ({
        id: `campaign-${id}`,
        group: 'Campaigns',
        label: name,
        hint: status,
        icon: Send,
        run: () =>
          status === 'draft'
            ? navigate({ to: '/campaigns', ...(canChange ? { search: { edit: id } } : {}) })
            : navigate({ to: '/dashboard', search: { campaign: id } }),
      }),
    ),
    ...(agents.data ?? []).map(
      ({ id, name, expertiseArea }): PaletteItem => ({
        id: `agent-${id}`,
        group: 'Agents',
        label: name,
        hint: expertiseArea,
        icon: Bot,
        run: () => navigate({ to: '/chatbot', search: { agent: id } }),
      }),
    ),
    ...(communities.data ?? []).map(
      ({ id, name, metrics }): PaletteItem => ({
        id: `community-${id}`,
        group: 'Communities',
        label: name,
        hint: countOf(metrics.totalMembers, 'member'),
        icon: Users,
        run: () => navigate({ to: '/community', search: { community: id } }),
      }),
    ),
    ...(assets.data ?? []).map(
      ({ id, name, category }): PaletteItem => ({
        id: `asset-${id}`,
        group: 'Content',
        label: name,
        hint: category,
        icon: FileText,
        run: () => navigate({ to: '/content', search: { tab: 'library', asset: id } }),
      }),
    ),
  ];
}
