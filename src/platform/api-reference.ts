import { z } from 'zod';
import { type EndpointDefinition, FileBody, RawAnswer } from '#kit/endpoint.ts';
import { ERROR_STATUS } from '#kit/errors.ts';
import { escapeHtml } from '#kit/text.ts';
import { plainDocument } from './public-page.ts';

/** The scope that an API token needs for an endpoint; undefined where none opens it. */
export type ScopeOf = (endpoint: EndpointDefinition) => string | undefined;

/** Every code of a refused call, as HTML. */
export const ERROR_TABLE = `<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th></tr></thead><tbody>
${Object.entries(ERROR_STATUS)
  .map(([code, status]) => `<tr><td><code>${code}</code></td><td>${status}</td></tr>`)
  .join('\n')}
</tbody></table>`;

/** The reference of these endpoints for people, one page without a script. The same for programs: `describeApi`. */
export function apiReference(
  endpoints: readonly EndpointDefinition[],
  scopeOf: ScopeOf = () => undefined,
): RawAnswer {
  const parts = Map.groupBy(endpoints, partOf);
  const names = [...parts.keys()].toSorted();
  const main = `<h1>Yarrow API</h1>
<p>Every call of the product, written from the contract that serves it. For programs: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>
<p>Calls carry the cookies of the gate (<code>POST /api/access</code>) and of the sign-in (<code>POST /api/auth/sign-in/email</code>); each says who may make it. Or they carry an API token (<code>Authorization: Bearer ya_…</code>) with the scope that each names. A changing call with an <code>Idempotency-Key</code> is done once and answered alike for a day. Lists page by the <code>Link</code> header.</p>
<nav aria-label="Parts"><p>${names.map((name) => `<a href="#${name}">${escapeHtml(name)}</a>`).join(' · ')}</p></nav>
${names
  .map((name) => {
    const sections = (parts.get(name) ?? []).map((endpoint) =>
      endpointSection(endpoint, {}, scopeOf(endpoint)),
    );
    return `<h2 id="${name}">${escapeHtml(name)}</h2>\n${sections.join('\n')}`;
  })
  .join('\n')}
<h2 id="errors">Errors</h2>
<p>A refused call answers <code>{"code", "message", "fields", "reason", "requestId"}</code>; <code>message</code> is written for people.</p>
${ERROR_TABLE}`;
  return plainDocument({ title: 'Yarrow API', style: REFERENCE_STYLE, main });
}

/** "leads" of `/api/leads/:id`. */
export function partOf({ path }: EndpointDefinition): string {
  const [first = '', second = ''] = path.split('/').slice(1);
  return (first === 'api' ? second : first).replace(/^:.*/, 'root');
}

/** One endpoint as HTML; `known` stands in its address instead of the parameter. */
export function endpointSection(
  endpoint: EndpointDefinition,
  known: Record<string, string> = {},
  scope?: string,
): string {
  const written = (of: (name: string) => string): string =>
    endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => of(name));
  const generic = written((name) => `{${name}}`);
  const path = written((name) => known[name] ?? `{${name}}`);
  return `<section>
<h3><span class="method">${endpoint.method}</span> <code>${generic}</code></h3>
<p>${escapeHtml(endpoint.summary)}.${path === generic ? ` Access: ${endpoint.access}.` : ''}${scope === undefined ? '' : ` Scope: <code>${scope}</code>.`}</p>
${path === generic ? '' : `<p class="path"><code>${path}</code></p>`}
${endpoint.query ? tableOf('Query', endpoint.query, 'input') : ''}
${bodyOf(endpoint)}
${answerOf(endpoint)}
</section>`;
}

function bodyOf({ body }: EndpointDefinition): string {
  if (body === FileBody) return '<p>The body is the file as it is.</p>';
  return body ? tableOf('Body (JSON)', body, 'input') : '';
}

function answerOf({ response, produces, status = 200 }: EndpointDefinition): string {
  if (response === RawAnswer) return `<p>Answers ${escapeHtml(produces ?? 'text/html')}.</p>`;
  return status === 204
    ? '<p>Answers 204, without content.</p>'
    : tableOf(`Answer, ${status}`, response, 'output');
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
  const rows = json.items ? rowsOf(json.items, '[]') : rowsOf(json, '');
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

export const REFERENCE_STYLE = `:root{color-scheme:light dark;--ink:#1e1c17;--ink2:#56514a;--line:#d5d0c4;--sunk:#f4f2ec;--green:#1e5b3e;--surface:#fdfcfa}
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
a{color:var(--green)}
.method{color:var(--green);font-weight:600}
table{width:100%;border-collapse:collapse;margin:8px 0 16px;table-layout:fixed}
caption{text-align:left;font-weight:600;padding-bottom:4px}
th,td{text-align:left;padding:4px 8px 4px 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
th{font-size:13px;color:var(--ink2)}
@media (max-width:520px){dl{grid-template-columns:1fr}dt{margin-top:8px}}`;
