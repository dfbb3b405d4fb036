import { z } from 'zod';
import type { Scope } from '#features/access/rules-scopes.ts';
import { listAgents } from '#features/agents/contract.ts';
import { Period } from '#features/analytics/contract.ts';
import { getFunnel, MEASURES } from '#features/analytics/contract-funnel.ts';
import { CampaignForm, createCampaign } from '#features/campaigns/contract.ts';
import { checkText } from '#features/compliance/contract.ts';
import { chat } from '#features/conversations/contract.ts';
import { getTimeline } from '#features/crm/contract.ts';
import { LeadQuery, listLeads } from '#features/leads/contract.ts';
import { Jurisdiction } from '#features/settings/contract.ts';
import { AppError } from '#kit/errors.ts';
import type { Api } from './call-api.ts';

/** What a tool works with. */
type Work = { api: Api; publicUrl: string };

export type Tool = {
  name: string;
  title: string;
  description: string;
  /** All of them are needed. */
  scopes: readonly Scope[];
  isReadOnly: boolean;
  input: z.ZodObject;
  /** Throws `invalid_input` for arguments that do not fit. */
  run: (work: Work, given: unknown) => Promise<object>;
};

/** The most leads of one answer. */
const MOST_LEADS = 50;

const searchLeads = tool({
  name: 'search_leads',
  title: 'Search leads',
  description: 'Find leads by name, email, handle or the words of their signal, best score first.',
  scopes: ['leads:read'],
  isReadOnly: true,
  input: z.object({
    query: LeadQuery.shape.q,
    stage: LeadQuery.shape.stage,
    band: LeadQuery.shape.band,
    limit: z.number().int().min(1).max(MOST_LEADS).default(20),
    cursor: LeadQuery.shape.cursor.describe('nextCursor of the page before'),
  }),
  run: async ({ api, publicUrl }, { query: q, ...rest }) => {
    const { body, headers } = await api(listLeads, { query: { q, ...rest } });
    const leads = body.map((lead) => ({
      id: lead.id,
      name: lead.name,
      company: lead.company,
      email: lead.email,
      platform: lead.platform,
      signal: lead.behaviorSignal,
      signalUrl: lead.signalUrl,
      score: lead.aiScore,
      band: lead.scoreCategory,
      stage: lead.stage,
      nextAction: lead.nextAction,
      mayBeContacted: !lead.isSuppressed && !lead.hasRefused,
      tags: lead.tags,
      link: `${publicUrl}/crm?lead=${lead.id}`,
    }));
    return { leads, total: Number(headers['x-total-count']), nextCursor: nextCursorIn(headers['link']) };
  },
});

const getLeadTimeline = tool({
  name: 'get_lead_timeline',
  title: 'Get a lead’s timeline',
  description: 'Everything that happened with one lead, newest first.',
  scopes: ['leads:read'],
  isReadOnly: true,
  input: z.object({ leadId: z.uuid() }),
  run: async ({ api }, { leadId: id }) => ({ entries: (await api(getTimeline, { params: { id } })).body }),
});

const draftCampaign = tool({
  name: 'draft_campaign',
  title: 'Draft a campaign',
  description:
    'Create a campaign as a draft. It sends nothing: a person reviews and launches it at the link in the answer.',
  scopes: ['campaigns:write'],
  isReadOnly: false,
  input: z.object({
    name: CampaignForm.shape.name,
    objective: CampaignForm.shape.objective.optional(),
    landingPageUrl: CampaignForm.shape.landingPageUrl,
    channels: CampaignForm.shape.channels.default(['email']),
    targetGroups: CampaignForm.shape.targetGroups.optional().describe('Ids of lead groups'),
    steps: CampaignForm.shape.steps.describe('Messages; without them first messages are composed'),
  }),
  run: async ({ api, publicUrl }, draft) => {
    const { id, name } = (await api(createCampaign, { body: { ...draft, status: 'draft' } })).body;
    return {
      id,
      name,
      status: 'draft',
      launchedBy: 'a person',
      link: `${publicUrl}/campaigns?edit=${id}`,
    };
  },
});

const checkClaims = tool({
  name: 'check_claims',
  title: 'Check health claims',
  description: 'What the rules of health advertising say about a text.',
  scopes: ['compliance:read'],
  isReadOnly: true,
  input: checkText.body.pick({ text: true }).extend({ jurisdiction: Jurisdiction }),
  run: async ({ api }, body) => (await api(checkText, { body })).body,
});

const askAgent = tool({
  name: 'ask_agent',
  title: 'Ask an AI agent',
  description:
    'Ask one of the workspace’s agents, as in its test chat: it answers from its knowledge and cites it.',
  scopes: ['agents:read', 'agents:write'],
  isReadOnly: false,
  input: z.object({
    agent: z.string().min(1).max(200).describe('Id or name'),
    question: z.string().min(1).max(4_000),
    conversationId: z.uuid().optional(),
  }),
  run: async ({ api }, { agent, question, conversationId }) => {
    const agents = (await api(listAgents, {})).body;
    const found = agents.find(({ id, name }) => id === agent || name.toLowerCase() === agent.toLowerCase());
    if (!found) {
      const names = agents.map(({ name }) => name).join(', ');
      throw new AppError('not_found', `There is no agent ${agent}. Agents: ${names || 'none'}.`);
    }
    const body = { question, expertId: found.id, sessionId: conversationId };
    const reply = (await api(chat, { body })).body;
    const { answer, citations, answered, escalation } = reply;
    return { answer, citations, answered, escalation, conversationId: reply.conversationId };
  },
});

const getFigures = tool({
  name: 'get_figures',
  title: 'Get figures',
  description: 'Leads, messages, visits, conversions, purchases, revenue and spend of a period, with proof.',
  scopes: ['analytics:read'],
  isReadOnly: true,
  input: z.object({ period: Period.default('last30') }),
  run: async ({ api, publicUrl }, { period }) => {
    const { body } = await api(getFunnel, { query: { period, by: 'campaign' } });
    const proof = MEASURES.map((measure) => [
      measure,
      `${publicUrl}/api/analytics/rows?${new URLSearchParams({ period, measure }).toString()}`,
    ]);
    return {
      period,
      from: body.from,
      to: body.to,
      total: body.total.counts,
      before: body.total.before,
      campaigns: body.rows.map(({ key, label, counts }) => ({ id: key, name: label, counts })),
      unit: 'revenue and spend in US cents',
      proof: Object.fromEntries(proof),
      link: `${publicUrl}/analytics?period=${period}`,
    };
  },
});

export const TOOLS: readonly Tool[] = [
  searchLeads,
  getLeadTimeline,
  draftCampaign,
  checkClaims,
  askAgent,
  getFigures,
];

function tool<const Input extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run: (work: Work, given: z.output<Input>) => Promise<object>;
  },
): Tool {
  return {
    ...definition,
    run: (work, given) => {
      const parsed = definition.input.safeParse(given ?? {});
      if (parsed.success) return definition.run(work, parsed.data);
      throw new AppError('invalid_input', z.prettifyError(parsed.error));
    },
  };
}

function nextCursorIn(link: unknown): string | null {
  const url = typeof link === 'string' ? /^<([^>]*)>/.exec(link)?.[1] : undefined;
  return url === undefined ? null : new URL(url, 'http://relative').searchParams.get('cursor');
}
