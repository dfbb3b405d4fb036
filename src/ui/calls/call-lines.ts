import type { CallInput, EndpointDefinition } from '#kit/endpoint.ts';
import { ApiError, queryKeyOf, urlOfKey } from './call-api.ts';

/**
 * Calls an endpoint that answers with one JSON value per line, and hands each over as it arrives. Throws `ApiError` on
 * any but a 2xx; ends early when the connection does, so a caller looks for the value that comes last.
 */
export async function* callLines<E extends EndpointDefinition>(
  definition: E,
  input: CallInput<E>,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<unknown> {
  const path = urlOfKey(queryKeyOf(definition, input));
  const response = await fetch(path, {
    method: definition.method,
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', Accept: 'application/x-ndjson' },
    body: JSON.stringify(input.body),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok || !response.body) {
    const { status, statusText } = response;
    throw new ApiError({ status, statusText, text: await response.text(), path });
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (rest + chunk.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line);
  }
}
