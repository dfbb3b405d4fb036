import * as access from '#features/access/contract.ts';
import * as accessTokens from '#features/access/contract-tokens.ts';
import * as agents from '#features/agents/contract.ts';
import * as agentWidget from '#features/agents/contract-widget.ts';
import * as analytics from '#features/analytics/contract.ts';
import * as followUps from '#features/analytics/contract-follow-ups.ts';
import * as figures from '#features/analytics/contract-funnel.ts';
import * as purchases from '#features/analytics/contract-purchases.ts';
import * as campaigns from '#features/campaigns/contract.ts';
import * as campaignLanding from '#features/campaigns/contract-landing.ts';
import * as campaignPreview from '#features/campaigns/contract-preview.ts';
import * as campaignVariants from '#features/campaigns/contract-variants.ts';
import * as communities from '#features/communities/contract.ts';
import * as communityPosts from '#features/communities/contract-posts.ts';
import * as communityPublic from '#features/communities/contract-public.ts';
import * as communitySources from '#features/communities/contract-sources.ts';
import * as compliance from '#features/compliance/contract.ts';
import * as evidence from '#features/compliance/contract-evidence.ts';
import * as content from '#features/content/contract.ts';
import * as contentLook from '#features/content/contract-look.ts';
import * as contentPages from '#features/content/contract-pages.ts';
import * as contentSessions from '#features/content/contract-sessions.ts';
import * as conversations from '#features/conversations/contract.ts';
import * as inbox from '#features/conversations/contract-inbox.ts';
import * as openAiChat from '#features/conversations/contract-openai.ts';
import * as publicChat from '#features/conversations/contract-public.ts';
import * as crm from '#features/crm/contract.ts';
import * as board from '#features/crm/contract-board.ts';
import * as manualMessages from '#features/crm/contract-manual-messages.ts';
import * as customFields from '#features/custom-fields/contract.ts';
import * as messages from '#features/delivery/contract.ts';
import * as leadDiscovery from '#features/discovery/contract.ts';
import * as leadEnrichment from '#features/discovery/contract-enrichment.ts';
import * as leadImport from '#features/imports/contract.ts';
import * as replies from '#features/inbox/contract.ts';
import * as knowledge from '#features/knowledge/contract.ts';
import * as knowledgeFiles from '#features/knowledge/contract-files.ts';
import * as teaching from '#features/knowledge/contract-teaching.ts';
import * as leads from '#features/leads/contract.ts';
import * as leadActs from '#features/leads/contract-bulk-actions.ts';
import * as leadGroups from '#features/leads/contract-groups.ts';
import * as leadMerge from '#features/leads/contract-merge.ts';
import * as leadNotes from '#features/leads/contract-notes.ts';
import * as leadViews from '#features/leads/contract-views.ts';
import * as mailboxes from '#features/mailboxes/contract.ts';
import * as mcp from '#features/mcp/contract.ts';
import * as leadPrivacy from '#features/privacy/contract.ts';
import * as settings from '#features/settings/contract.ts';
import * as sourceNotices from '#features/source-notices/contract.ts';
import * as suppressions from '#features/suppressions/contract.ts';
import * as tracking from '#features/tracking/contract.ts';
import * as uploads from '#features/uploads/contract.ts';
import * as webhooks from '#features/webhooks/contract.ts';
import type { EndpointDefinition } from '#kit/endpoint.ts';
import * as system from './system-contract.ts';

const MODULES = {
  system,
  access,
  accessTokens,
  settings,
  compliance,
  evidence,
  tracking,
  uploads,
  customFields,
  leads,
  leadDiscovery,
  leadGroups,
  leadImport,
  leadPrivacy,
  leadActs,
  manualMessages,
  leadEnrichment,
  leadMerge,
  leadNotes,
  leadViews,
  crm,
  board,
  content,
  contentLook,
  contentPages,
  contentSessions,
  campaigns,
  campaignPreview,
  campaignVariants,
  campaignLanding,
  messages,
  mailboxes,
  replies,
  sourceNotices,
  suppressions,
  agents,
  conversations,
  knowledge,
  teaching,
  knowledgeFiles,
  communities,
  communityPosts,
  communityPublic,
  communitySources,
  publicChat,
  openAiChat,
  agentWidget,
  inbox,
  analytics,
  figures,
  purchases,
  followUps,
  webhooks,
  mcp,
};

/** Every route of the product. What is not in this list does not exist: the server refuses to start with more or less. */
export const ALL_ENDPOINTS: readonly EndpointDefinition[] = Object.values(MODULES)
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is EndpointDefinition {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}
