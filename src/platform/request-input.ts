import { z } from 'zod';
import { type EndpointDefinition, FileBody } from '#kit/endpoint.ts';
import { AppError, fieldErrors } from '#kit/errors.ts';

type Parts = { params: unknown; query: unknown; body: unknown };

const DEEPEST_NESTING = 32;
/** More values than any form or list of ours holds; walking so many takes a few milliseconds. */
const MOST_VALUES = 100_000;

/**
 * Refuses what PostgreSQL cannot store (NUL, lone surrogates) in input that a schema has let through, so that there is
 * no more of it than the contract allows. Throws `invalid_input`.
 */
export function assertStorable(parts: Parts): void {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: parts, path: '', depth: 0 }];
  let met = 1;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') assertText(value, path);
    if (value === null || typeof value !== 'object') continue;
    if (depth > DEEPEST_NESTING) throw new AppError('invalid_input', 'The request is nested too deeply.');
    const entries = Object.entries(value);
    met += entries.length;
    if (met > MOST_VALUES) throw new AppError('invalid_input', 'The request holds too many values.');
    for (const [key, child] of entries) {
      assertText(key, path);
      pending.push({
        value: child,
        path: depth === 0 ? '' : path ? `${path}.${key}` : key,
        depth: depth + 1,
      });
    }
  }
}

function assertText(text: string, path: string): void {
  if (!text.includes('\0') && text.isWellFormed()) return;
  const message = 'Contains characters that cannot be stored.';
  throw new AppError('invalid_input', message, path ? { fields: { [path]: message } } : {});
}

/** Bodies that are read as text: beacons and the forms of RFC 8058. */
export const TEXT_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** A body sent as text where the endpoint takes that: a form, or JSON from `navigator.sendBeacon`. */
export function parseTextBody(definition: EndpointDefinition, body: unknown, contentType = ''): unknown {
  if (definition.body === FileBody) return body;
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!TEXT_TYPES.includes(type)) return body;
  if (!definition.consumes?.includes(type)) {
    if (!definition.body) return undefined;
    throw new AppError('unsupported_media_type', 'Send the body as JSON (Content-Type: application/json).');
  }
  const text = typeof body === 'string' ? body : '';
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid_input', 'The body is not valid JSON.');
  }
}

/** Input as the contract wants it. An impossible path parameter is `not_found`, anything else `invalid_input`. */
export function parseInput(definition: EndpointDefinition, parts: Parts): Record<keyof Parts, unknown> {
  const params = definition.params?.safeParse(parts.params);
  if (params && !params.success) throw new AppError('not_found', 'There is nothing at this address.');
  return {
    params: params?.data,
    query: parsePart(definition.query, nested(parts.query, definition.query)),
    body: parsePart(definition.body, parts.body),
  };
}

/**
 * `custom.plan=gold` as `{ custom: { plan: 'gold' } }`, where the query has a parameter `custom`. Other names keep their dots,
 * like WhatsApp's `hub.mode`.
 */
function nested(query: unknown, schema: z.ZodType | undefined): unknown {
  if (query === null || typeof query !== 'object' || !(schema instanceof z.ZodObject)) return query;
  const result: [string, unknown][] = [];
  const groups = new Map<string, [string, unknown][]>();
  for (const [name, value] of Object.entries(query)) {
    const group = name.split('.', 1)[0] ?? name;
    if (group === name || !Object.hasOwn(schema.shape, group)) result.push([name, value]);
    else groups.set(group, [...(groups.get(group) ?? []), [name.slice(group.length + 1), value]]);
  }
  if (groups.size === 0) return query;
  return Object.fromEntries([
    ...result,
    ...[...groups].map(([group, of]) => [group, Object.fromEntries(of)] as const),
  ]);
}

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const fields = fieldErrors(parsed.error);
  const [first] = Object.values(fields);
  throw new AppError('invalid_input', first ?? 'The input is not valid.', { fields });
}
