import { z } from 'zod';

/** A template that WhatsApp has approved, as far as it can be filled with nothing but words. */
export type Template = {
  name: string;
  language: string;
  /** With {{1}} or {{name}} where it differs. */
  body: string;
};

type Parameter = { type: 'text'; text: string; parameter_name?: string };

/** What is sent: `template` of a message of type "template". */
export type FilledTemplate = {
  name: string;
  language: { code: string };
  components: { type: 'body'; parameters: Parameter[] }[];
};

const Listed = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      components: z.array(
        z.object({
          type: z.string(),
          format: z.string().optional(),
          text: z.string().optional(),
          buttons: z.array(z.object({ type: z.string(), url: z.string().optional() })).optional(),
        }),
      ),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })
    .optional(),
});

/** Reads a page of the list of templates; `next` is where it goes on. Undefined where it is no such list. */
export function readTemplates(
  json: unknown,
): { templates: Template[]; next: string | undefined } | undefined {
  const listed = Listed.safeParse(json);
  if (!listed.success) return undefined;
  const { data, paging } = listed.data;
  const templates = data.flatMap(({ name, language, status, components }): Template[] => {
    const body = components.find(({ type }) => type === 'BODY')?.text;
    const others = components.filter(({ type }) => type !== 'BODY');
    // A picture in the header or a code in a button is nothing a text could fill.
    const isFixed = others.every(
      ({ format, text, buttons = [] }) =>
        (format === undefined || format === 'TEXT') &&
        !hasPlace(text ?? '') &&
        !buttons.some(({ url }) => hasPlace(url ?? '')),
    );
    return status === 'APPROVED' && body !== undefined && isFixed ? [{ name, language, body }] : [];
  });
  return { templates, next: paging?.next === undefined ? undefined : paging.cursors?.after };
}

/**
 * The template that says just this, filled so that it does: its fixed words are the text's, its places hold what lies
 * between them. Of several the one with the most words of its own. Undefined where none says it.
 */
export function templateFor(text: string, templates: readonly Template[]): FilledTemplate | undefined {
  const wanted = oneLine(text);
  const filled = templates.flatMap((template) => {
    const pieces = oneLine(template.body).split(PLACE_SPLIT);
    const places = pieces.filter((_piece, index) => index % 2 === 1);
    const values = valuesBetween(
      wanted,
      pieces.filter((_piece, index) => index % 2 === 0),
    );
    return values ? [{ template, places, values, words: wordsOf(template) }] : [];
  });
  const [best] = filled.toSorted((left, right) => right.words - left.words);
  if (!best || !isConsistent(best)) return undefined;
  const { template, places, values } = best;
  const seen = new Set<string>();
  const parameters = places.flatMap((place, index): Parameter[] => {
    if (seen.has(place)) return [];
    seen.add(place);
    const named = /^\d+$/.test(place) ? {} : { parameter_name: place };
    return [{ type: 'text', ...named, text: values[index] ?? '' }];
  });
  return {
    name: template.name,
    language: { code: template.language },
    components: parameters.length === 0 ? [] : [{ type: 'body', parameters }],
  };
}

const PLACE_SPLIT = /\{\{\s*(\w+)\s*\}\}/;

function hasPlace(text: string): boolean {
  return PLACE_SPLIT.test(text);
}

/** A place that stands twice holds the same twice. */
function isConsistent({ places, values }: { places: string[]; values: string[] }): boolean {
  return places.every((place, index) => values[places.indexOf(place)] === values[index]);
}

function wordsOf({ body }: Template): number {
  return body
    .split(PLACE_SPLIT)
    .filter((_piece, index) => index % 2 === 0)
    .join('').length;
}

/** What stands between these pieces, none of it empty; undefined where the text is not made of them. In linear time. */
function valuesBetween(text: string, [first = '', ...rest]: readonly string[]): string[] | undefined {
  if (!text.startsWith(first)) return undefined;
  const last = rest.pop();
  if (last === undefined) return text === first ? [] : undefined;
  const values: string[] = [];
  let from = first.length;
  for (const piece of rest) {
    const at = text.indexOf(piece, from + 1);
    if (at < 0) return undefined;
    values.push(text.slice(from, at));
    from = at + piece.length;
  }
  const end = text.length - last.length;
  return end > from && text.endsWith(last) ? [...values, text.slice(from, end)] : undefined;
}

/** Parameters must hold no line breaks, tabs or rows of spaces, and how a text breaks its lines says nothing. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
