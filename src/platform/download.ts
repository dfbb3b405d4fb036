import type { RawAnswer } from '#kit/endpoint.ts';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

type Download = { name: string; format: keyof typeof TYPES; body: NonNullable<RawAnswer['body']> };

/** A file that the browser saves as `name.format`, and nobody on the way keeps. */
export function download({ name, format, body }: Download): RawAnswer {
  return {
    status: 200,
    headers: {
      'content-type': TYPES[format],
      'content-disposition': `attachment; filename="${name}.${format}"`,
      'cache-control': 'no-store',
    },
    body,
  };
}

/** A JSON list, written while its items are read. */
export async function* jsonLines(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
