import { z } from 'zod';
import { agentStatus, agentWidget, openVisitorSession } from '#features/agents/contract-widget.ts';
import { CALLS_PER_HOUR } from '#features/agents/rules.ts';
import { findAgent } from '#features/agents/server/agents.ts';
import type { AgentRow } from '#features/agents/server/tables.ts';
import type { EndpointDefinition, RawAnswer } from '#kit/endpoint.ts';
import { escapeHtml } from '#kit/text.ts';
import { ERROR_TABLE, endpointSection, REFERENCE_STYLE } from '#platform/api-reference.ts';
import type { Context } from '#platform/context.ts';
import { plainDocument } from '#platform/public-page.ts';
import { createCompletion, listModels } from '../../contract-openai.ts';
import { askAgent, leaveContact, readTranscript } from '../../contract-public.ts';

/** The endpoints of the public API, in the order in which a developer meets them. */
const ENDPOINTS: readonly EndpointDefinition[] = [
  askAgent,
  agentWidget,
  agentStatus,
  openVisitorSession,
  readTranscript,
  leaveContact,
  createCompletion,
  listModels,
];

/** The documentation of one agent's API, written from the contract: what is not there does not exist. */
export async function documentAgent(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  id: string,
): Promise<RawAnswer> {
  const agent = z.uuid().safeParse(id).success ? await findAgent(db, id) : undefined;
  if (!agent) {
    return plainDocument({
      status: 404,
      title: 'No such agent',
      style: REFERENCE_STYLE,
      main: '<h1>No such agent</h1><p>It does not exist, or it was deleted.</p>',
    });
  }
  return plainDocument({
    title: `${agent.name} API`,
    style: REFERENCE_STYLE,
    main: bodyOf(agent, publicUrl),
  });
}

function bodyOf(agent: AgentRow, publicUrl: string): string {
  const name = escapeHtml(agent.name);
  const limit = CALLS_PER_HOUR[agent.rateLimit];
  const domains = agent.allowedDomains.map(escapeHtml).join(', ');
  return `<h1>${name} API</h1>
<p>${name} answers questions about ${escapeHtml(agent.expertiseArea)}. The same agent answers in the widget and in this API.</p>
<dl>
<dt>Address</dt><dd><code>${escapeHtml(publicUrl)}</code></dd>
<dt>API key</dt><dd><code>${agent.apiKey}</code> (publishable: it names the agent)</dd>
<dt>Calls per hour</dt><dd>${limit === null ? 'unlimited' : limit.toLocaleString('en-US')}; every answer to a question carries <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code>. Beyond it: 429 with <code>Retry-After</code>, in seconds.</dd>
<dt>Allowed domains</dt><dd>${domains === '' ? 'every domain' : domains}</dd>
</dl>
<h2 id="keys">Keys</h2>
<p>Servers send the secret key as <code>Authorization: Bearer {secret key}</code>; it is made in the API Integration dialog and shown once. It never belongs in a page. Pages of allowed domains get a visitor token that lasts 15 minutes; the widget does that by itself.</p>
<h2 id="example">Example</h2>
<pre tabindex="0" aria-label="Example of a call">curl ${escapeHtml(publicUrl)}/api/agents/chat/${agent.apiKey} \\
  -H 'Authorization: Bearer {secret key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"message": "What do you know about ${escapeHtml(agent.expertiseArea)}?"}'</pre>
<h2 id="openai">OpenAI clients</h2>
<p>Clients of the OpenAI API work with base URL <code>${escapeHtml(publicUrl)}/v1</code>, the secret key as API key and the model <code>${agent.id}</code>.</p>
<h2 id="endpoints">Endpoints</h2>
${ENDPOINTS.map((endpoint) => endpointSection(endpoint, { apiKey: agent.apiKey })).join('\n')}
<h2 id="errors">Errors</h2>
<p>A refused call answers <code>{"code", "message", "fields", "reason", "requestId"}</code>; <code>message</code> is written for people.</p>
${ERROR_TABLE}`;
}
