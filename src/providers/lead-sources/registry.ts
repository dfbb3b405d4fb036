import { bluesky } from './bluesky.ts';
import { clayDatabase } from './clay-database.ts';
import { feeds } from './feeds.ts';
import { google } from './google.ts';
import { hackerNews } from './hacker-news.ts';
import { linkedin } from './linkedin.ts';
import { mastodon } from './mastodon.ts';
import type { ListedSource, SourceDefinition, SourceWorld } from './port.ts';
import { practiceNetwork } from './practice-network.ts';
import { professionalDb } from './professional-db.ts';
import { reddit } from './reddit.ts';
import { twitter } from './twitter.ts';

/** Every place to look for people, in the order of the screen. One more source is one more line. */
const SOURCES: readonly SourceDefinition[] = [
  twitter,
  reddit,
  linkedin,
  google,
  professionalDb,
  clayDatabase,
  bluesky,
  mastodon,
  hackerNews,
  feeds,
  practiceNetwork,
];

/** The sources as these settings leave them, on or off. Asks nobody. */
export function createLeadSources(world: SourceWorld): ListedSource[] {
  return SOURCES.map((source) => connectSource(source, world));
}

function connectSource({ connect, ...facts }: SourceDefinition, world: SourceWorld): ListedSource {
  const search = connect(world);
  return search
    ? { ...facts, isConfigured: true, search }
    : { ...facts, isConfigured: false, note: `Off: set ${facts.needs.join(' and ')}` };
}
