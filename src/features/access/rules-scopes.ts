import type { EndpointDefinition } from '#kit/endpoint.ts';

/** What an API token may be limited to: an area of the product, to read or to write. Writing does not include reading. */
export const SCOPES = [
  'leads:read',
  'leads:write',
  'privacy:read',
  'privacy:write',
  'tasks:read',
  'tasks:write',
  'content:read',
  'content:write',
  'campaigns:read',
  'campaigns:write',
  'replies:read',
  'replies:write',
  'agents:read',
  'agents:write',
  'communities:read',
  'communities:write',
  'analytics:read',
  'analytics:write',
  'purchases:read',
  'purchases:write',
  'compliance:read',
  'compliance:write',
  'uploads:read',
  'uploads:write',
  'mailboxes:read',
  'mailboxes:write',
  'webhooks:read',
  'webhooks:write',
  'workspace:read',
  'workspace:write',
] as const;
export type Scope = (typeof SCOPES)[number];
export type Area = Scope extends `${infer Name}:${string}` ? Name : never;

/** By the first segment of the path after `/api`. */
const AREAS: Record<string, Area> = {
  leads: 'leads',
  'custom-fields': 'leads',
  'lead-categories': 'leads',
  'lead-groups': 'leads',
  'lead-views': 'leads',
  privacy: 'privacy',
  suppressions: 'privacy',
  crm: 'tasks',
  'brand-voice': 'content',
  'content-assets': 'content',
  'content-generation': 'content',
  'content-media': 'content',
  'page-look': 'content',
  'campaign-templates': 'campaigns',
  campaigns: 'campaigns',
  'landing-sites': 'campaigns',
  messages: 'campaigns',
  replies: 'replies',
  'ai-experts': 'agents',
  chatbot: 'agents',
  'training-materials': 'agents',
  communities: 'communities',
  'community-posts': 'communities',
  'community-sources': 'communities',
  analytics: 'analytics',
  audit: 'compliance',
  compliance: 'compliance',
  s3: 'uploads',
  uploads: 'uploads',
  mailboxes: 'mailboxes',
  webhooks: 'webhooks',
  admins: 'workspace',
  colleagues: 'workspace',
  settings: 'workspace',
  system: 'workspace',
};

/** Where area or method of the path mislead. */
const OVERRIDES: Record<string, Scope> = {
  'GET /api/analytics/sales': 'purchases:read',
  'POST /api/analytics/sales/:id/decision': 'purchases:write',
  'GET /api/leads/:id/tasks': 'tasks:read',
  'POST /api/leads/:id/tasks': 'tasks:write',
  'POST /api/leads/:id/privacy-requests': 'privacy:write',
  // These answer a draft or a text and store nothing.
  'POST /api/campaigns/preview': 'campaigns:read',
  'POST /api/campaigns/preflight': 'campaigns:read',
  'POST /api/compliance/check': 'compliance:read',
};

/** How people sign in and who they are, tokens, and what is open to browsers only. */
const NEEDS_SESSION = new Set(['auth', 'invitations', 'live', 'tokens', 'users']);

/** The one scope that a token needs for an endpoint; undefined where it needs a session, or no caller at all. */
export function scopeOf({
  method,
  path,
  access,
}: Pick<EndpointDefinition, 'method' | 'path' | 'access'>): Scope | undefined {
  if (access === 'public' || access === 'gate' || access === 'key') return undefined;
  const segment = areaSegment(path);
  if (NEEDS_SESSION.has(segment)) return undefined;
  const override = OVERRIDES[`${method} ${path}`];
  if (override) return override;
  const area = AREAS[segment];
  return area && `${area}:${method === 'GET' ? 'read' : 'write'}`;
}

/** Whether an endpoint is closed to tokens on purpose, not only for want of an area. */
export function needsSession({ path }: Pick<EndpointDefinition, 'path'>): boolean {
  return NEEDS_SESSION.has(areaSegment(path));
}

function areaSegment(path: string): string {
  const [first = '', second = ''] = path.split('/').slice(1);
  return first === 'api' ? second : first;
}
