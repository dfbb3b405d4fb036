import { z } from 'zod';
import { type EndpointDefinition, RawAnswer } from '#kit/endpoint.ts';
import { ERROR_STATUS } from '#kit/errors.ts';
import { escapeHtml } from '#kit/text.ts';
import type { Database } from '#platform/db.ts';
import { plainDocument } from '#platform/public-page.ts';
import {
  agentStatus,
  agentWidget,
  askAgent,
  leaveContact,
  openVisitorSession,
  readTranscript,
} from '../contract-public.ts';
import { CALLS_PER_HOUR } from '../rules.ts';
import { findAgentRow, type ListedAgentRow } from './store.ts';

/** The endpoints of the public API, in the order in which somebody meets them. */
const ENDPOINTS: readonly EndpointDefinition[] = [
  askAgent,
  agentWidget,
  agentStatus,
  openVisitorSession,
  readTranscript,
  leaveContact,
];

type Dependencies = { db: Database; publicUrl: string };

/** The documentation of one agent's API, written from the contract: what is not there does not exist. */
export function createApiDocs({ db, publicUrl }: Dependencies) {
  return {
    async page(id: string): Promise<RawAnswer> {
      const agent = z.uuid().safeParse(id).success ? await findAgentRow(db, id) : undefined;
      if (!agent) {
        return plainDocument({
          status: 404,
          title: 'No such agent',
          style: STYLE,
          main: '<h1>No such agent</h1><p>It does not exist, or it was deleted.</p>',
        });
      }
      return plainDocument({ title: `${agent.name} API`, style: STYLE, main: bodyOf(agent, publicUrl) });
    },
  };
}
export type ApiDocs = ReturnType<typeof createApiDocs>;

function bodyOf(agent: ListedAgentRow, publicUrl: string): string {
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
<h2 id="endpoints">Endpoints</h2>
${ENDPOINTS.map((endpoint) => sectionOf(endpoint, agent.apiKey)).join('\n')}
<h2 id="errors">Errors</h2>
<p>A refused call answers <code>{"code", "message", "fields", "reason", "requestId"}</code>; <code>message</code> is written for people.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th></tr></thead><tbody>
${Object.entries(ERROR_STATUS)
  .map(([code, status]) => `<tr><td><code>${code}</code></td><td>${status}</td></tr>`)
  .join('\n')}
</tbody></table>`;
}

function sectionOf(endpoint: EndpointDefinition, apiKey: string): string {
  const path = endpoint.path.replace(':apiKey', apiKey);
  const generic = endpoint.path.replace(':apiKey', '{apiKey}');
  return `<section>
<h3><span class="method">${endpoint.method}</span> <code>${generic}</code></h3>
<p>${escapeHtml(endpoint.summary)}.</p>
<p class="path"><code>${path}</code></p>
${endpoint.query ? tableOf('Query', endpoint.query, 'input') : ''}
${endpoint.body ? tableOf('Body (JSON)', endpoint.body, 'input') : ''}
${endpoint.response === RawAnswer ? `<p>Answers ${escapeHtml(endpoint.produces ?? 'text/html')}.</p>` : tableOf(`Answer, ${endpoint.status ?? 200}`, endpoint.response, 'output')}
</section>`;
}

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  maxLength?: number;
  format?: string;
  /** What the schema alone cannot say of whether it is needed. */
  description?: string;
};

function tableOf(caption: string, schema: z.ZodType, io: 'input' | 'output'): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of JSON schema that is read here
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  const rows = rowsOf(json, '');
  if (rows.length === 0) return '';
  return `<table><caption>${escapeHtml(caption)}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th></tr></thead>
<tbody>${rows.map(([field, type]) => `<tr><td><code>${escapeHtml(field)}</code></td><td>${escapeHtml(type)}</td></tr>`).join('')}</tbody></table>`;
}

/** Field by field, those of objects inside by their path: "citations[].title". */
function rowsOf(schema: Schema, prefix: string): [string, string][] {
  const inner = schema.anyOf?.find((part) => part.type === 'object') ?? schema;
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const isOptional = !(inner.required ?? []).includes(name);
    const own: [string, string] = [
      path,
      `${typeOf(field)}${isOptional ? `, ${field.description ?? 'optional'}` : ''}`,
    ];
    return [own, ...rowsOf(field, path), ...(field.items ? rowsOf(field.items, `${path}[]`) : [])];
  });
}

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  const type = [schema.type ?? 'any'].flat().join(' or ');
  const format = schema.format ? ` (${schema.format})` : '';
  return `${type}${format}${schema.maxLength === undefined ? '' : `, at most ${schema.maxLength} characters`}`;
}

const STYLE = `:root{color-scheme:light dark;--ink:#1e1c17;--ink2:#56514a;--line:#d5d0c4;--sunk:#f4f2ec;--green:#1e5b3e;--surface:#fdfcfa}
@media (prefers-color-scheme:dark){:root{--ink:#ece9e1;--ink2:#b7b2a6;--line:#3b3831;--sunk:#151412;--green:#93cbaa;--surface:#1a1916}}
body{margin:0;background:var(--surface);color:var(--ink);font:15px/24px system-ui,sans-serif}
main{max-width:760px;margin:0 auto;padding:40px 20px 80px}
h1{font-size:28px;line-height:36px;margin:0 0 8px}
h2{font-size:20px;line-height:28px;margin:40px 0 8px;padding-top:16px;border-top:1px solid var(--line)}
h3{font-size:16px;margin:28px 0 4px;overflow-wrap:anywhere}
p{margin:0 0 12px;color:var(--ink2)}
dl{display:grid;grid-template-columns:10rem minmax(0,1fr);gap:4px 16px}
dt{color:var(--ink2)}dd{margin:0;overflow-wrap:anywhere}
code,pre{font:13px/20px ui-monospace,Menlo,monospace}
pre{padding:12px 16px;background:var(--sunk);border:1px solid var(--line);border-radius:6px;overflow-x:auto}
.path code{overflow-wrap:anywhere}
.method{color:var(--green);font-weight:600}
table{width:100%;border-collapse:collapse;margin:8px 0 16px;table-layout:fixed}
caption{text-align:left;font-weight:600;padding-bottom:4px}
th,td{text-align:left;padding:4px 8px 4px 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
th{font-size:13px;color:var(--ink2)}
@media (max-width:520px){dl{grid-template-columns:1fr}dt{margin-top:8px}}`;
