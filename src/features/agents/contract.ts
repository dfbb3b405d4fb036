import { z } from 'zod';
import { OverrideReason } from '#features/compliance/contract.ts';
import { endpoint, IdParams, Nothing } from '#kit/endpoint.ts';
import { readDomain } from './rules-domains.ts';
import { withOlderNames } from './rules-older-names.ts';

export const COMMUNICATION_STYLES = [
  'professional',
  'friendly',
  'empathetic',
  'confident',
  'technical',
  'motivational',
] as const;
export const CommunicationStyle = z.enum(COMMUNICATION_STYLES, `One of ${COMMUNICATION_STYLES.join(', ')}.`);
export type CommunicationStyle = z.infer<typeof CommunicationStyle>;

export const INTERACTION_MODES = ['chat', 'voice', 'avatar'] as const;
export const InteractionMode = z.enum(INTERACTION_MODES, `One of ${INTERACTION_MODES.join(', ')}.`);
export type InteractionMode = z.infer<typeof InteractionMode>;

export const AGENT_CATEGORIES = [
  'general',
  'customer_service',
  'sales',
  'technical',
  'coaching',
  'advisory',
  'health',
] as const;
export const AgentCategory = z.enum(AGENT_CATEGORIES, `One of ${AGENT_CATEGORIES.join(', ')}.`);
export type AgentCategory = z.infer<typeof AgentCategory>;

export const DEPLOYMENT_TYPES = [
  'landing_page',
  'website_chat',
  'api_endpoint',
  'mobile_app',
  'email_support',
  'social_media',
] as const;
export const DeploymentType = z.enum(DEPLOYMENT_TYPES, `One of ${DEPLOYMENT_TYPES.join(', ')}.`);
export type DeploymentType = z.infer<typeof DeploymentType>;

export const RATE_LIMITS = ['basic', 'standard', 'premium', 'enterprise'] as const;
export const RateLimit = z.enum(RATE_LIMITS, `One of ${RATE_LIMITS.join(', ')}.`);
export type RateLimit = z.infer<typeof RateLimit>;

/** How an agent sounds: pitch and pace of the browser's own voice. */
export const VOICE_TYPES = ['neutral', 'warm', 'bright', 'calm'] as const;
export const VoiceType = z.enum(VOICE_TYPES, `One of ${VOICE_TYPES.join(', ')}.`);
export type VoiceType = z.infer<typeof VoiceType>;

/** How an agent's drawn face looks. */
export const AVATAR_STYLES = ['leaf', 'bloom', 'stone'] as const;
export const AvatarStyle = z.enum(AVATAR_STYLES, `One of ${AVATAR_STYLES.join(', ')}.`);
export type AvatarStyle = z.infer<typeof AvatarStyle>;

export const WIDGET_THEMES = ['auto', 'light', 'dark'] as const;
export const WidgetTheme = z.enum(WIDGET_THEMES, `One of ${WIDGET_THEMES.join(', ')}.`);
export type WidgetTheme = z.infer<typeof WidgetTheme>;

export const WIDGET_POSITIONS = ['right', 'left'] as const;
export const WidgetPosition = z.enum(WIDGET_POSITIONS, `One of ${WIDGET_POSITIONS.join(', ')}.`);
export type WidgetPosition = z.infer<typeof WidgetPosition>;

export const Agent = z.object({
  id: z.uuid(),
  name: z.string(),
  expertiseArea: z.string(),
  description: z.string(),
  /** "Role Instructions". */
  backgroundInfo: z.string(),
  specializations: z.array(z.string()),
  communicationStyle: z.string(),
  interactionMode: InteractionMode,
  voiceDescription: z.string(),
  appearanceDescription: z.string(),
  personalityDescription: z.string(),
  category: AgentCategory,
  /** An agent that is off answers only the test chat. */
  isActive: z.boolean(),
  /** Test chats are not counted. */
  totalConversations: z.number().int(),
  knowledgeCount: z.number().int(),
  /** Golden questions that it answers wrongly now. */
  failingQuestions: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** The publishable key: it appears in addresses and on websites, and is not secret. */
  apiKey: z.string(),
  /** End of the secret key and when it was made; null where there is none. The key itself is shown once. */
  secretKey: z.object({ hint: z.string(), createdAt: z.iso.datetime() }).nullable(),
  /** Hosts whose pages may use the agent; none: every page. */
  allowedDomains: z.array(z.string()),
  deploymentType: DeploymentType,
  rateLimit: RateLimit,
  voiceType: VoiceType,
  avatarStyle: AvatarStyle,
  widgetTheme: WidgetTheme,
  widgetPosition: WidgetPosition,
  version: z.number().int(),
});
export type Agent = z.infer<typeof Agent>;

/** As it comes over the wire: records may carry the field names of older versions. */
const AgentRecord = z.custom<z.input<typeof Agent>>().transform(withOlderNames).pipe(Agent);

const Line = (max: number) => z.string().trim().max(max, `At most ${max} characters.`);
const Text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`);
const Required = (max: number, message: string) =>
  z.string(message).trim().min(1, message).max(max, `At most ${max} characters.`);

/** What the create and edit dialog asks for. Without defaults: a change leaves out what stays as it is. */
export const AgentForm = z.object({
  name: Required(100, 'Enter a name.'),
  expertiseArea: Required(100, 'Enter an area of expertise.'),
  description: Text(1_000),
  backgroundInfo: Text(8_000),
  specializations: z.array(Required(80, 'Name the specialization.')).max(20, 'At most 20 specializations.'),
  communicationStyle: CommunicationStyle,
  interactionMode: InteractionMode,
  voiceDescription: Text(1_000),
  appearanceDescription: Text(1_000),
  personalityDescription: Text(1_000),
  category: AgentCategory,
  isActive: z.boolean(),
  voiceType: VoiceType,
  avatarStyle: AvatarStyle,
});
export type AgentForm = z.output<typeof AgentForm>;

const Domain = Line(253).transform((given, context) => {
  const domain = readDomain(given);
  if (domain !== null) return domain;
  context.addIssue({ code: 'custom', message: 'A domain like example.com or *.example.com.' });
  return z.NEVER;
});

/** What the API Integration dialog asks for. */
export const AgentIntegration = z.object({
  deploymentType: DeploymentType,
  rateLimit: RateLimit,
  allowedDomains: z.array(Domain).max(50, 'At most 50 domains.'),
  widgetTheme: WidgetTheme,
  widgetPosition: WidgetPosition,
});
export type AgentIntegration = z.output<typeof AgentIntegration>;

/** Field names of older versions, still taken. */
const OlderNames = z.object({
  expertise: AgentForm.shape.expertiseArea.optional(),
  personality: AgentForm.shape.communicationStyle.optional(),
});

const demandCurrentOrOlder = (
  agent: {
    expertiseArea?: string | undefined;
    expertise?: string | undefined;
    communicationStyle?: string | undefined;
    personality?: string | undefined;
  },
  context: z.RefinementCtx,
): void => {
  if (agent.expertiseArea === undefined && agent.expertise === undefined)
    context.addIssue({ code: 'custom', path: ['expertiseArea'], message: 'Enter an area of expertise.' });
  if (agent.communicationStyle === undefined && agent.personality === undefined)
    context.addIssue({
      code: 'custom',
      path: ['communicationStyle'],
      message: `One of ${COMMUNICATION_STYLES.join(', ')}.`,
    });
};

export const NewAgent = AgentForm.partial()
  .extend(AgentIntegration.partial().shape)
  .extend(OlderNames.shape)
  .extend({ name: AgentForm.shape.name })
  .superRefine(demandCurrentOrOlder);
export type NewAgent = z.output<typeof NewAgent>;

export const AgentChange = AgentForm.partial()
  .extend(AgentIntegration.partial().shape)
  .extend(OlderNames.shape)
  .extend({
    /** The version that was read; a change on top of an older one is answered with 409. */
    version: z.number().int().optional(),
    /** Why the agent goes on websites although golden questions fail. */
    overrideReason: OverrideReason.optional(),
  });
export type AgentChange = z.output<typeof AgentChange>;

/** What the revise dialog sends: the whole persona. */
export const AgentRevision = AgentForm.pick({
  name: true,
  expertiseArea: true,
  description: true,
  backgroundInfo: true,
  specializations: true,
  communicationStyle: true,
  interactionMode: true,
  voiceDescription: true,
  appearanceDescription: true,
  personalityDescription: true,
}).extend({
  /** Repeats the id of the address. */
  id: z.uuid().optional(),
  voiceType: AgentForm.shape.voiceType.optional(),
  avatarStyle: AgentForm.shape.avatarStyle.optional(),
  version: z.number().int().optional(),
});
export type AgentRevision = z.output<typeof AgentRevision>;

export const listAgents = endpoint({
  method: 'GET',
  path: '/api/chatbot/experts',
  access: 'viewer',
  summary: 'Agents, newest first',
  response: z.array(AgentRecord),
});

export const createAgent = endpoint({
  method: 'POST',
  path: '/api/chatbot/experts',
  access: 'admin',
  summary: 'Create an agent',
  body: NewAgent,
  response: AgentRecord,
  status: 201,
});

export const updateAgent = endpoint({
  method: 'PATCH',
  path: '/api/chatbot/experts/:id',
  access: 'admin',
  summary: 'Change an agent; what is left out stays as it is',
  params: IdParams,
  body: AgentChange,
  response: AgentRecord,
});

export const reviseAgent = endpoint({
  method: 'PUT',
  path: '/api/chatbot/experts/:id',
  access: 'admin',
  summary: 'Replace the persona of an agent',
  params: IdParams,
  body: AgentRevision,
  response: AgentRecord,
});

export const deleteAgent = endpoint({
  method: 'DELETE',
  path: '/api/chatbot/experts/:id',
  access: 'admin',
  summary: 'Delete an agent; its keys are dead at once, and it can be restored for a month',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreAgent = endpoint({
  method: 'POST',
  path: '/api/chatbot/experts/:id/restore',
  access: 'admin',
  summary: 'Bring back a deleted agent',
  params: IdParams,
  response: AgentRecord,
});

export const createSecretKey = endpoint({
  method: 'POST',
  path: '/api/chatbot/experts/:id/secret-key',
  access: 'admin',
  summary: 'Make a secret key for servers, shown this once; the one before is dead at once',
  params: IdParams,
  response: z.object({ secretKey: z.string(), agent: AgentRecord }),
  status: 201,
  isAnswerSecret: true,
});

export const revokeSecretKey = endpoint({
  method: 'DELETE',
  path: '/api/chatbot/experts/:id/secret-key',
  access: 'admin',
  summary: 'Revoke the secret key at once',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const getWidgetCode = endpoint({
  method: 'GET',
  path: '/api/chatbot/experts/:id/widget-code',
  access: 'viewer',
  summary: 'The lines of HTML that put the agent on a website',
  params: IdParams,
  response: z.object({ widgetCode: z.string() }),
});
