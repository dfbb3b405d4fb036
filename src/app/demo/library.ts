import { composeContent } from '#engines/writing/compose.ts';
import { refineContent } from '#engines/writing/refine.ts';
import { suggestionsFor } from '#features/content/rules.ts';
import { htmlOf } from '#features/content/rules-markup.ts';
import { type PublishedPage, pageText, pageWords, standfirstOf } from '#features/content/rules-pages.ts';
import { factsFor } from '#features/content/rules-product-facts.ts';
import { leftOutWords } from '#features/content/rules-writing-words.ts';
import { textKey } from '#features/content/server/compose-page.ts';
import type {
  brandVoices,
  contentAssets,
  contentPages,
  contentSessions,
  contentVersions,
} from '#features/content/server/tables.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Calendar } from './calendar.ts';
import { ASSETS, BRAND_VOICE, PAGE, SESSION } from './content-story.ts';
import type { DemoCampaign } from './funnel.ts';
import type { Random } from './random.ts';
import { WORKSPACE } from './story.ts';

type AssetRow = typeof contentAssets.$inferInsert & { id: string; createdAt: Date };
type VersionRow = typeof contentVersions.$inferInsert;

export type DemoLibrary = {
  assets: AssetRow[];
  /** Ids of the assets that a campaign chose. */
  chosen: (campaign: DemoCampaign) => string[];
  /** The assets that an agent was taught. */
  taught: (agent: string) => AssetRow[];
};

/** The content library. */
export function buildAssets(calendar: Calendar, random: Random): DemoLibrary {
  const assets = ASSETS.map(({ day, name, type, category, tags, content, status, reviewNote }): AssetRow => {
    const createdAt = calendar.at(day, 11);
    return {
      id: random.id(createdAt),
      name,
      type,
      category,
      tags,
      content,
      status,
      reviewNote: reviewNote ?? '',
      createdAt,
      isDemo: true,
    };
  });
  const where = (isMeant: (story: (typeof ASSETS)[number]) => boolean | undefined): AssetRow[] =>
    assets.filter((_asset, index) => ASSETS[index] && isMeant(ASSETS[index]));
  return {
    assets,
    chosen: (campaign) => where(({ campaigns }) => campaigns?.includes(campaign)).map(({ id }) => id),
    taught: (agent) => where(({ taughtTo }) => taughtTo?.includes(agent)),
  };
}

/** A session in the workspace, written and refined by the built-in engine as it would do it now. */
export function buildSession(
  calendar: Calendar,
  random: Random,
): { sessions: (typeof contentSessions.$inferInsert)[]; versions: VersionRow[] } {
  const createdAt = calendar.at(SESSION.day, 10);
  const id = random.id(createdAt);
  const { requirements, prompt, refinements } = SESSION;
  const { facts } = factsFor(BRAND_VOICE.facts, `${requirements}\n${prompt}`);
  const input = {
    type: 'email' as const,
    tone: 'friendly' as const,
    requirements,
    prompt,
    facts: facts.map(({ fact }) => fact),
    bannedWords: BRAND_VOICE.dontWords,
    sender: WORKSPACE.name,
    seed: id,
  };
  const first = composeContent(input);
  if (first.outcome !== 'written') throw new TypeError('the demo brief has templates');
  const version = (
    number: number,
    { request, content, explanation }: Pick<VersionRow, 'request' | 'content' | 'explanation'>,
  ): VersionRow => ({
    sessionId: id,
    number,
    kind: number === 1 ? 'generated' : 'refined',
    request,
    content,
    explanation,
    suggestions: suggestionsFor('email', content).slice(0, 4),
    writtenBy: BUILT_IN_ENGINE,
    facts: facts.filter(({ fact }) => content.includes(fact)),
    createdAt: calendar.minutesAfter(createdAt, number * 4),
  });
  const versions = [
    version(1, { request: prompt, content: first.content, explanation: leftOutWords(first.leftOut) }),
  ];
  for (const request of refinements) {
    const content = versions.at(-1)?.content ?? '';
    const refined = refineContent({ ...input, content, request });
    if (refined.outcome !== 'changed') throw new TypeError('the demo asks for what templates do');
    versions.push(version(versions.length + 1, { request, content: refined.content, explanation: '' }));
  }
  return {
    sessions: [
      {
        id,
        sessionName: SESSION.name,
        contentType: 'email',
        requirements,
        tone: 'friendly',
        currentVersion: versions.length,
        createdAt,
        updatedAt: calendar.minutesAfter(createdAt, versions.length * 4),
        isDemo: true,
      },
    ],
    versions,
  };
}

type DemoPage = Omit<typeof contentPages.$inferInsert, 'published'> & {
  published: Omit<PublishedPage, 'proof'>;
};

/** What stands at the address of an asset that is a landing page. */
export function buildPage(
  { assets }: Pick<DemoLibrary, 'assets'>,
  calendar: Calendar,
  random: Random,
): { pages: DemoPage[] } {
  const asset = assets.find(({ name }) => name === PAGE.asset);
  if (!asset) return { pages: [] };
  const { settings } = PAGE;
  const { content } = asset;
  const publishedAt = calendar.at(PAGE.day, 15);
  return {
    pages: [
      {
        ...settings,
        id: random.id(publishedAt),
        assetId: asset.id,
        version: 2,
        published: {
          settings,
          shownTitle: settings.title,
          shownDescription: standfirstOf(settings, content),
          html: htmlOf(pageText(content, settings.title)),
          required: null,
          pictures: [],
          words: pageWords(settings, content),
          textKey: textKey({ content }, []),
        },
        publishedAt,
        publishedBy: 'Priya Marlow',
        createdAt: publishedAt,
      },
    ],
  };
}

export const BRAND_VOICE_ROW: typeof brandVoices.$inferInsert = { voice: BRAND_VOICE };
