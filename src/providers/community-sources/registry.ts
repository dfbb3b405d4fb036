import { discord } from './discord.ts';
import { discourse } from './discourse.ts';
import { feed } from './feed.ts';
import type { CommunitySource, MirrorDefinition, MirrorWorld } from './port.ts';

/** Every platform that can be mirrored, in the order of the screen. One more platform is one more line. */
const SOURCES: readonly MirrorDefinition[] = [discord, discourse, feed];

/** The platforms as these settings leave them, on or off. Asks nobody. */
export function createCommunitySources(world: MirrorWorld): CommunitySource[] {
  return SOURCES.map((source) => connectCommunitySource(source, world));
}

export function connectCommunitySource(
  { connect, ...facts }: MirrorDefinition,
  world: MirrorWorld,
): CommunitySource {
  return { ...facts, reader: connect(world) };
}
