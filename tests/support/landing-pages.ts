import type { HostedPage, PageAction, PageOfAsset, PageSettings } from '#features/content/contract-pages.ts';
import { newId } from '#kit/id.ts';
import { sql } from '#platform/db.ts';
import type { TestApp } from './app.ts';
import type { TestClient } from './client.ts';

/** The address of the server of a test, as others know it. */
export const PUBLIC_URL = 'http://127.0.0.1:3000';
export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
export const TEXT = `Subject: Warm evenings

# Evenings with a book

Hello {{firstName|there}}, our reading room is open until nine this winter.

- tea on the house
- [opening hours](https://shop.example/hours)`;
export const FORM = {
  kind: 'form',
  label: 'Keep me posted',
  consent: 'I would like the reading room to write to me by email.',
  privacyUrl: 'https://shop.example/privacy',
} satisfies PageAction;
export const LINK = {
  kind: 'link',
  label: 'See the room',
  url: 'https://shop.example/room?a=1#top',
  isConversion: false,
} satisfies PageAction;

export const pageSettings = (change: Partial<PageSettings> = {}): PageSettings => ({
  slug: `room-${crypto.randomUUID().slice(0, 8)}`,
  title: 'Evenings with a book',
  description: 'A warm room, tea and quiet until nine.',
  action: LINK,
  isListed: false,
  ...change,
});

/** Assets as landing pages: members write them, viewers look, and anybody opens them. */
export function createLandingPages(
  yarrow: TestApp,
  { member, viewer }: { member: TestClient; viewer: TestClient },
) {
  const address = (id: string, deed = ''): string => `/api/content-assets/${id}/page${deed}`;

  async function createAsset(content = TEXT): Promise<string> {
    const id = newId();
    await yarrow.app.db.execute(
      sql`insert into content_assets (id, name, type, content) values (${id}, 'Winter letter', 'email', ${content})`,
    );
    return id;
  }

  const save = (id: string, body: PageSettings & { version?: number }, client = member) =>
    client.call('PUT', address(id), { body: { version: 0, ...body } });
  const post = (id: string, deed: string, body: unknown, client = member) =>
    client.call('POST', address(id, deed), { body });
  const pageOf = async (id: string): Promise<HostedPage> => {
    const { page } = await viewer.get<PageOfAsset>(address(id));
    if (!page) throw new Error('there is no page');
    return page;
  };

  async function publish(change: Partial<PageSettings> = {}, content?: string): Promise<HostedPage> {
    const id = await createAsset(content);
    const saved = await save(id, pageSettings(change));
    if (saved.status !== 200) throw new Error(await saved.text());
    const published = await post(id, '/publish', { version: 1 });
    if (published.status !== 200) throw new Error(await published.text());
    return (await published.json()) as HostedPage;
  }

  const open = (page: Pick<HostedPage, 'slug'>, query = '', headers: Record<string, string> = {}) =>
    yarrow
      .visitor()
      .call('GET', `/p/${page.slug}${query}`, { headers: { 'user-agent': BROWSER, ...headers } });

  return { address, createAsset, save, post, pageOf, publish, open };
}
