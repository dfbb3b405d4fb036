import { z } from 'zod';

/** A template that WhatsApp has approved, as far as it can be filled with nothing but words. */
export type Template = {
  name: string;
  language: string;
  /** With {{1}} or {{name}} where it differs. */
  body: string;
  /** The picture or film that it was approved with, which stands above the words. */
  media: Media | undefined;
  /** What it has besides words that no text can fill, for people; such a template is never sent. */
  lacks: string | undefined;
};

type Media = { type: 'image' | 'video'; link: string };
type Parameter = { type: 'text'; text: string; parameter_name?: string };
type MediaParameter = { type: 'image'; image: { link: string } } | { type: 'video'; video: { link: string } };

/** What is sent: `template` of a message of type "template". */
export type FilledTemplate = {
  name: string;
  language: { code: string };
  components: (
    | { type: 'body'; parameters: Parameter[] }
    | { type: 'header'; parameters: MediaParameter[] }
  )[];
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
          example: z
            .object({ header_handle: z.array(z.string()).optional() })
            .optional()
            .catch(undefined),
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
    if (status !== 'APPROVED' || body === undefined) return [];
    const others = components.filter(({ type }) => type !== 'BODY');
    const media = others.flatMap((component) => mediaOf(component) ?? [])[0];
    return [{ name, language, body, media, lacks: others.flatMap((one) => lackOf(one) ?? [])[0] }];
  });
  return { templates, next: paging?.next === undefined ? undefined : paging.cursors?.after };
}

type Component = z.infer<typeof Listed>['data'][number]['components'][number];

/** What Meta approved it with; it answers an address of its own for it. */
function mediaOf({ format, example }: Component): Media | undefined {
  const link = example?.header_handle?.[0];
  if ((format !== 'IMAGE' && format !== 'VIDEO') || link === undefined || !link.startsWith('https://'))
    return undefined;
  return { type: format === 'IMAGE' ? 'image' : 'video', link };
}

function lackOf(component: Component): string | undefined {
  const { format, text, buttons = [] } = component;
  if (format !== undefined && format !== 'TEXT' && !mediaOf(component))
    return `a header (${format.toLowerCase()})`;
  if (hasPlace(text ?? '')) return 'a place in its header or footer';
  return buttons.some(({ url }) => hasPlace(url ?? '')) ? 'a place in the address of a button' : undefined;
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
    components: [
      ...(template.media ? [{ type: 'header' as const, parameters: [mediaParameter(template.media)] }] : []),
      ...(parameters.length === 0 ? [] : [{ type: 'body' as const, parameters }]),
    ],
  };
}

function mediaParameter({ type, link }: Media): MediaParameter {
  return type === 'image' ? { type, image: { link } } : { type, video: { link } };
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
