import { describe, expect, it } from 'vitest';
import type { LeadSource, SourcePage } from './port.ts';

type Options = {
  source: () => LeadSource;
  /** Finds at least two pages. */
  query: string;
};

const NOW = new Date('2027-01-14T09:00:00Z');

/** What every lead source keeps to, whichever service is behind it. Run by the test of each adapter. */
export function describeLeadSource(name: string, { source, query }: Options): void {
  /** The first `most` pages behind `cursor`. */
  async function read(
    most: number,
    cursor?: string,
    signal = new AbortController().signal,
  ): Promise<SourcePage[]> {
    const pages: SourcePage[] = [];
    for await (const page of source().search({ query, limit: 20, cursor, signal, now: NOW })) {
      pages.push(page);
      if (pages.length === most) break;
    }
    return pages;
  }

  const idsOf = (pages: readonly SourcePage[]): string[] =>
    pages.flatMap(({ posts }) => posts.map(({ id }) => id));

  describe(`${name} as a lead source`, () => {
    it('gives pages of posts with words, an author and a time that is not in the future', async () => {
      const posts = (await read(2)).flatMap((page) => page.posts);
      expect(posts.length).toBeGreaterThan(1);
      for (const post of posts) {
        expect(post.id).not.toBe('');
        expect(post.text.trim()).not.toBe('');
        expect(post.author.name.trim() + post.author.handle.trim()).not.toBe('');
        expect(post.author.country ?? 'GB').toMatch(/^[A-Z]{2}$/);
        expect(post.postedAt.getTime()).toBeLessThanOrEqual(NOW.getTime());
        expect(post.url ?? 'https://').toMatch(/^https?:/);
      }
    });

    it('counts what it read and, where it knows, how much there is', async () => {
      for (const page of await read(3)) {
        expect(page.read).toBeGreaterThanOrEqual(page.posts.length);
        if (page.total !== null) expect(page.total).toBeGreaterThanOrEqual(page.read);
      }
    });

    it('gives the same people in the same order when it is asked again', async () => {
      expect(idsOf(await read(2))).toEqual(idsOf(await read(2)));
    });

    it('goes on behind a cursor without repeating or leaving out anybody', async () => {
      const [first, second] = await read(2);
      expect(first?.cursor).toEqual(expect.any(String));
      const [goneOn] = await read(1, first?.cursor ?? undefined);
      expect(idsOf(goneOn ? [goneOn] : [])).toEqual(idsOf(second ? [second] : []));
      expect(goneOn?.cursor).toBe(second?.cursor);
    });

    it('stops when it is told to', async () => {
      const stop = new AbortController();
      stop.abort();
      const pages = await read(1_000, undefined, stop.signal).catch(() => []);
      expect(pages.length).toBeLessThanOrEqual(1);
    });
  });
}
