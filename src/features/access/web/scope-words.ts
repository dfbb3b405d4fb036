import { type Area, SCOPES, type Scope } from '../rules-scopes.ts';

export const AREA_LABELS: Record<Area, string> = {
  leads: 'Leads',
  privacy: 'Privacy and suppression',
  tasks: 'Tasks',
  content: 'Content',
  campaigns: 'Campaigns and messages',
  replies: 'Replies',
  agents: 'AI agents',
  communities: 'Communities',
  analytics: 'Analytics',
  purchases: 'Purchases',
  compliance: 'Claims and audit log',
  uploads: 'Files',
  mailboxes: 'Mailboxes',
  webhooks: 'Webhooks',
  workspace: 'Workspace settings',
};

/** The scopes of each area, in the order of the list. */
export const SCOPE_GROUPS: readonly { area: Area; scopes: Scope[] }[] = [...Map.groupBy(SCOPES, areaOf)].map(
  ([area, scopes]) => ({ area, scopes }),
);

/** "Leads: read, write; Campaigns and messages: read". */
export function scopesText(scopes: readonly Scope[]): string {
  return [...Map.groupBy(scopes, areaOf)]
    .map(([area, own]) => `${AREA_LABELS[area]}: ${own.map(actionOf).join(', ')}`)
    .join('; ');
}

export function actionOf(scope: Scope): 'read' | 'write' {
  return scope.endsWith(':read') ? 'read' : 'write';
}

function areaOf(scope: Scope): Area {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a scope begins with its area
  return scope.slice(0, scope.indexOf(':')) as Area;
}
