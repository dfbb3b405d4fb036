import type { Agent } from '../contract.ts';
import type { AgentRow } from './tables.ts';

/** What the features to the right count of an agent. */
export type AgentFigures = Pick<Agent, 'knowledgeCount' | 'totalConversations' | 'failingQuestions'>;

/** What people see of a stored agent. Nothing of the secret key but its end. */
export function toAgent(row: AgentRow, figures: AgentFigures): Agent {
  const { secretHint, secretCreatedAt } = row;
  return {
    id: row.id,
    name: row.name,
    expertiseArea: row.expertiseArea,
    description: row.description,
    backgroundInfo: row.backgroundInfo,
    specializations: row.specializations,
    communicationStyle: row.communicationStyle,
    interactionMode: row.interactionMode,
    voiceDescription: row.voiceDescription,
    appearanceDescription: row.appearanceDescription,
    personalityDescription: row.personalityDescription,
    category: row.category,
    isActive: row.isActive,
    totalConversations: figures.totalConversations,
    knowledgeCount: figures.knowledgeCount,
    failingQuestions: figures.failingQuestions,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    apiKey: row.apiKey,
    secretKey:
      secretHint === null || secretCreatedAt === null
        ? null
        : { hint: secretHint, createdAt: secretCreatedAt.toISOString() },
    allowedDomains: row.allowedDomains,
    deploymentType: row.deploymentType,
    rateLimit: row.rateLimit,
    voiceType: row.voiceType,
    avatarStyle: row.avatarStyle,
    widgetTheme: row.widgetTheme,
    widgetPosition: row.widgetPosition,
    version: row.version,
  };
}
