import { type SearchPlatform } from '#features/leads/contract.ts';
import { type LeadRun, type SourceInfo } from '../contract.ts';

/** Ticked when the screen opens. */
const DEFAULT_PLATFORMS: readonly SearchPlatform[] = ['twitter', 'reddit'];

/** Twitter and Reddit; the practice network too where no setting has turned on a source of real people. */
export function defaultPlatforms(sources: readonly SourceInfo[]): SearchPlatform[] {
  const hasRealSource = sources.some((source) => source.isConfigured && source.needs.length > 0);
  return hasRealSource ? [...DEFAULT_PLATFORMS] : [...DEFAULT_PLATFORMS, 'practice'];
}

/** In the order of the screen. */
export function withPlatform(
  sources: readonly SourceInfo[],
  ticked: readonly SearchPlatform[],
  { platform, isTicked }: { platform: SearchPlatform; isTicked: boolean },
): SearchPlatform[] {
  return sources
    .map((source) => source.platform)
    .filter((each) => (each === platform ? isTicked : ticked.includes(each)));
}

export type Discovery = {
  groupId: string | null;
  audience: string;
  platforms: readonly SearchPlatform[];
  canChange: boolean;
};

/** What the list of groups is like: a list that did not come is not an empty one. */
export type ListState = 'loading' | 'failed' | 'ready';

/** Why no run can be started, in the order in which people meet it; null when one can. */
export function discoveryBlock({ groupId, audience, platforms, canChange }: Discovery): string | null {
  if (!canChange) return 'Your role can look, not discover. An admin can change that.';
  if (groupId === null) return 'Please select a lead group before discovering leads.';
  if (audience.trim() === '') return 'Describe the people you want to find.';
  if (platforms.length === 0) return 'Tick at least one platform.';
  return null;
}

export function isAtWork(run: LeadRun): boolean {
  return run.state === 'queued' || run.state === 'running';
}

/** People found and kept so far, over all sources. */
export function runTotals(run: LeadRun): { found: number; kept: number } {
  return run.sources.reduce(
    (sum, source) => ({ found: sum.found + source.found, kept: sum.kept + source.kept }),
    { found: 0, kept: 0 },
  );
}

/** "00:38", "1:02:05". */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':');
}
