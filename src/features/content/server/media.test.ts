import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepFiles } from '#features/uploads/server/sweep-files.ts';
import { newId } from '#kit/id.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { AssetMedia, ContentAsset } from '../contract.ts';
import { readMedia } from './media.ts';

let yarrow: TestApp;
let admin: TestClient;
let member: TestClient;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'yarrow-media-'));
  yarrow = await startTestApp({ env: { DATA_DIR: dataDir }, worker: false });
  admin = await yarrow.as('admin');
  member = await yarrow.as('member');
});
afterAll(async () => {
  await yarrow.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const MB = 1_048_576;
type Bytes = Uint8Array<ArrayBuffer>;
const bytes = (...parts: (string | readonly number[] | Uint8Array)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));

/** A picture of one colour, of this size as it says itself. */
function png(width: number, height: number): Bytes {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const head = bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', size, [8, 2, 0, 0, 0, 0, 0, 0, 0]);
  return bytes(head, deflateSync(Buffer.alloc(100)));
}
const GIF = bytes('GIF89a', [2, 0, 3, 0, 0x80, 0, 0], new Uint8Array(40));
const JPEG = bytes(
  [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc0, 0, 17, 8, 0, 7, 0, 9],
  new Uint8Array(40),
);
const WEBP = bytes(
  'RIFF',
  [0, 0, 0, 0],
  'WEBPVP8X',
  [10, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 5, 0, 0],
  new Uint8Array(20),
);
const MP4 = bytes([0, 0, 0, 24], 'ftypisom', new Uint8Array(60).fill(7));

async function createAsset(change: Partial<ContentAsset> = {}): Promise<string> {
  const id = newId();
  await yarrow.app.db.execute(
    sql`insert into content_assets (id, name, type, content, status)
        values (${id}, 'Spring', 'email', 'Subject: Spring\n\nHello.', ${change.status ?? 'draft'})`,
  );
  return id;
}

const assetOf = async (id: string): Promise<ContentAsset | undefined> =>
  (await member.get<ContentAsset[]>('/api/content-assets?limit=200')).find((asset) => asset.id === id);

async function send(body: Bytes): Promise<string> {
  const { url } = await member.get<{ url: string }>('/s3/params');
  const sent = await member.call('PUT', url, { body, headers: { 'content-type': 'text/html' } });
  if (!sent.ok) throw new Error(await sent.text());
  return url;
}

const add = (assetId: string, fileUrl: string, name = 'picture.png') =>
  member.call('POST', `/api/content-assets/${assetId}/media`, { body: { fileUrl, name } });

async function added(assetId: string, body: Bytes, name?: string): Promise<AssetMedia> {
  const answer = await add(assetId, await send(body), name);
  if (answer.status !== 201) throw new Error(await answer.text());
  return (await answer.json()) as AssetMedia;
}

describe('pictures of assets', () => {
  it('are shown as what they are inside, whatever they are called', async () => {
    const id = await createAsset();
    const kinds: [Bytes, string, number, number][] = [
      [png(640, 480), 'image/png', 640, 480],
      [GIF, 'image/gif', 2, 3],
      [JPEG, 'image/jpeg', 9, 7],
      [WEBP, 'image/webp', 5, 6],
      [MP4, 'video/mp4', 0, 0],
    ];
    for (const [body, type, width, height] of kinds) {
      expect(await added(id, body, 'holiday.txt')).toMatchObject({
        type,
        width,
        height,
        name: 'holiday.txt',
      });
    }
    const asset = await assetOf(id);
    expect(asset?.media.map(({ type }) => type)).toEqual(kinds.map(([, type]) => type));
    const [first] = asset?.media ?? [];
    const shown = await member.call('GET', first?.url ?? '');
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(png(640, 480));
    expect((await yarrow.visitor().call('GET', first?.url ?? '')).status).toBe(401);
  });

  it('lose where they were taken before anyone is shown them, and are as large as they then are', async () => {
    const id = await createAsset();
    const frame = [0xff, 0xc0, 0, 11, 8, 0, 7, 0, 9, 1, 1, 0x11, 0];
    const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xff, 0xd9];
    const place = bytes([0xff, 0xe1, 0, 30], 'Exif\0\0', 'GPS 52.52 N 13.40 E   ');
    const taken = bytes([0xff, 0xd8], [...place], frame, scan);
    const plain = bytes([0xff, 0xd8], frame, scan);
    const picture = await added(id, taken, 'holiday.jpg');
    expect(picture).toMatchObject({ type: 'image/jpeg', width: 9, height: 7, bytes: plain.length });
    const shown = await member.call('GET', picture.url);
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(plain);
    const broken = bytes([0xff, 0xd8], [...place], frame, [1, 2, 3]);
    const answer = await add(id, await send(broken));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('damaged') });
  });

  // R18
  it('are refused where they are something else, too large, or bombs', async () => {
    const id = await createAsset();
    const script = '<script>alert(1)</script>';
    const refused: [what: string, body: Bytes, status: number, words: RegExp][] = [
      [
        'SVG with a script',
        bytes(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`),
        422,
        /no picture/,
      ],
      ['HTML', bytes(`<!doctype html><title>x</title>${script}${' '.repeat(40)}`), 422, /no picture/],
      ['half a head', bytes([0x89], 'PNG'), 422, /no picture/],
      ['a PDF', bytes('%PDF-1.7', new Uint8Array(60)), 422, /no picture/],
      [
        'a JPEG without a frame',
        bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff], new Uint8Array(60)),
        422,
        /no picture/,
      ],
      ['a PNG of 900 million pixels', png(30_000, 30_000), 413, /50 million pixels/],
      ['a picture of no size', png(0, 10), 422, /no picture/],
    ];
    for (const [what, body, status, words] of refused) {
      const answer = await add(id, await send(body), 'photo.png');
      expect([answer.status, ((await answer.json()) as { message: string }).message], what).toEqual([
        status,
        expect.stringMatching(words) as string,
      ]);
    }
    // Nothing of what was refused is kept.
    expect(readdirSync(join(dataDir, 'files', 'media')).length).toBe(6);
    await expect(send(new Uint8Array(0))).rejects.toThrow('This file is empty.');
    await expect(send(new Uint8Array(10 * MB + 1))).rejects.toThrow('larger than 10 MB');
    expect((await assetOf(id))?.media).toEqual([]);
  });

  // R18
  it('that are scripts as well run nowhere, and names lead nowhere', async () => {
    const id = await createAsset();
    const polyglot = bytes(GIF, '*/=1;alert(document.domain)//<script>alert(1)</script>');
    const media = await added(id, polyglot, '../../"><script>alert(1)</script>\r\nset-cookie: x.gif');
    const shown = await member.call('GET', media.url);
    expect(shown.headers.get('content-type')).toBe('image/gif');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(shown.headers.get('content-disposition')).toBe('inline; filename="image.gif"');
    expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(shown.headers.get('set-cookie')).toBeNull();
    const page = await (await member.call('GET', `/api/content-assets/${id}/file?format=html`)).text();
    expect(page).not.toContain('<script');
    expect(page).toContain('<img src="data:image/gif;base64,');
    for (const url of [
      '/api/uploads/../../etc/passwd',
      '/etc/passwd',
      `/api/uploads/${newId()}`,
      'http://127.0.0.1:1/x',
    ]) {
      expect((await add(id, url)).status, url).toBe(404);
    }
    expect(readdirSync(dataDir)).toEqual(['files', 'temporary']);
  });

  // R18
  it('are never longer than they said, whatever was put in their place since', async () => {
    const assetId = await createAsset();
    const { id } = await added(assetId, GIF);
    const [file] = await rowsOf<{ id: string }>(
      yarrow.app.db,
      sql`select file_id as id from content_media where id = ${id}`,
    );
    appendFileSync(join(dataDir, 'files', 'media', file?.id ?? ''), 'HTTP/1.1 200 OK\r\n\r\n');
    const { headers, body = '' } = await readMedia(yarrow.app.context, id, undefined);
    if (typeof body === 'string' || body instanceof Uint8Array) throw new Error('it is not streamed');
    const sent = Buffer.concat(await Array.fromAsync(body, (part) => Buffer.from(part)));
    expect([sent.length, headers?.['content-length']]).toEqual([GIF.length, String(GIF.length)]);
    const page = await (await member.call('GET', `/api/content-assets/${assetId}/file?format=html`)).text();
    expect(page).toContain(`base64,${Buffer.from(GIF).toString('base64')}"`);
  });

  it('are taken up once, however often they are sent for it', async () => {
    const id = await createAsset();
    const url = await send(GIF);
    const answers = await Promise.all([add(id, url), add(id, url), add(id, url)]);
    // The asset changes under them: who comes second is told, and may try again.
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect((await add(id, url)).status).toBe(201);
    expect((await assetOf(id))?.media).toHaveLength(1);
  });

  it('are at most 10, described, removed and brought back', async () => {
    const id = await createAsset();
    const all = [];
    for (let count = 0; count < 10; count += 1) all.push(await added(id, GIF));
    const eleventh = await add(id, await send(GIF));
    expect([eleventh.status, await eleventh.text()]).toEqual([
      422,
      expect.stringContaining('at most 10') as string,
    ]);
    const [first] = all;
    await member.patch(`/api/content-media/${first?.id}`, { alt: 'A cup "of" <tea>' });
    expect((await assetOf(id))?.media[0]?.alt).toBe('A cup "of" <tea>');
    expect((await member.call('DELETE', `/api/content-media/${first?.id}`)).status).toBe(204);
    expect((await assetOf(id))?.media).toHaveLength(9);
    await member.post(`/api/content-media/${first?.id}/restore`);
    expect((await assetOf(id))?.media[0]?.id).toBe(first?.id);
  });

  it('are locked with their asset, take it out of a review, and come along with a copy', async () => {
    const id = await createAsset({ status: 'in_review' });
    const media = await added(id, GIF);
    expect((await assetOf(id))?.status).toBe('draft');
    const { version } = (await assetOf(id)) ?? { version: 0 };
    const inReview = await member.post<ContentAsset>(`/api/content-assets/${id}/submit`, { version });
    await admin.post(`/api/content-assets/${id}/approve`, { version: inReview.version });
    expect((await add(id, await send(GIF))).status).toBe(422);
    expect((await member.call('DELETE', `/api/content-media/${media.id}`)).status).toBe(422);
    expect(
      (await member.call('PATCH', `/api/content-media/${media.id}`, { body: { alt: 'x' } })).status,
    ).toBe(422);
    const copy = await member.post<ContentAsset>(`/api/content-assets/${id}/duplicate`);
    expect(copy.media).toHaveLength(1);
    expect(copy.media[0]?.id).not.toBe(media.id);
    expect((await member.call('GET', copy.media[0]?.url ?? '')).status).toBe(200);
  });

  it('a video is given in the parts that a player asks for', async () => {
    const id = await createAsset();
    const { url } = await added(id, MP4, 'film.mp4');
    const part = (range: string) => member.call('GET', url, { headers: { range } });
    const middle = await part('bytes=4-7');
    expect([middle.status, middle.headers.get('content-range'), await middle.text()]).toEqual([
      206,
      `bytes 4-7/${MP4.length}`,
      'ftyp',
    ]);
    expect(await (await part('bytes=8-11')).text()).toBe('isom');
    expect((await (await part('bytes=-5')).arrayBuffer()).byteLength).toBe(5);
    expect((await part(`bytes=${MP4.length}-`)).status).toBe(416);
    expect((await part('lines=1-2')).status).toBe(200);
  });
});

describe('pictures in mails', () => {
  it('stand above the first mail of a campaign, with their size and words, at an address that anybody can open', async () => {
    const assetId = await createAsset();
    const film = (await (await add(assetId, await send(MP4), 'film.mp4')).json()) as AssetMedia;
    const picture = (await (await add(assetId, await send(png(1120, 600)))).json()) as AssetMedia;
    await member.patch(`/api/content-media/${picture.id}`, { alt: 'Tea "in" a cup' });
    const stranger = (id: string) => fetch(`${yarrow.url}/m/${id}`);
    const chosen = { selectedContentAssets: [assetId], channels: ['email'] };
    const { groupId } = await groupOf(member, [{ email: 'ann@people.test' }]);
    const preview = await member.post<{ sample: { messages: { pictures: { alt: string }[] }[] } }>(
      '/api/campaigns/preview',
      { ...chosen, targetGroups: [groupId], name: 'P', landingPageUrl: 'https://tea.test/' },
    );
    expect(preview.sample.messages[0]?.pictures).toMatchObject([{ alt: 'Tea "in" a cup', url: picture.url }]);
    expect((await stranger(picture.id)).status).toBe(404);

    const step = { channel: 'email', delayHours: 0, subject: 'S', body: 'Hello' };
    const steps = [step, { ...step, delayHours: 24, body: 'Again' }];
    const campaign = await createCampaign(member, {
      ...chosen,
      targetGroups: [groupId],
      steps,
      status: 'active',
    });
    const composed = await yarrow.app.db.execute<{ html: string }>(
      sql`select html from compositions where campaign_id = ${campaign.id} order by id`,
    );
    const [first, second] = composed.rows.map(({ html }) => html.replaceAll('\n', ' '));
    const [shownInMail = ''] = /<img[^>]*>/.exec(first ?? '') ?? [];
    for (const said of [
      `src="http://127.0.0.1:3000/m/${picture.id}"`,
      'alt="Tea &quot;in&quot; a cup"',
      'width="560"',
      'height="300"',
    ]) {
      expect(shownInMail).toContain(said);
    }
    expect(first?.match(/<img/g)).toHaveLength(1);
    expect(second).not.toContain('<img');

    const shown = await stranger(picture.id);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(png(1120, 600));
    expect((await stranger(film.id)).status).toBe(404);
    // A copy of the asset has not been sent to anybody.
    const copy = await member.post<ContentAsset>(`/api/content-assets/${assetId}/duplicate`);
    const copied = copy.media.find(({ type }) => type === 'image/png');
    expect((await stranger(copied?.id ?? '')).status).toBe(404);
    await member.call('DELETE', `/api/content-media/${copied?.id}`);
    // What was sent keeps its picture, however long ago it was taken off its asset.
    await member.call('DELETE', `/api/content-media/${picture.id}`);
    await yarrow.app.db.execute(sql`update content_media set removed_at = now() - interval '31 days'
      where removed_at is not null`);
    await yarrow.app.db.execute(
      sql`update uploaded_files set given_at = now() - interval '31 days', arrived_at = now() - interval '31 days'`,
    );
    await sweepFiles(yarrow.app.context);
    expect((await stranger(picture.id)).status).toBe(200);
    expect((await member.call('GET', picture.url)).status, 'nobody brings it back').toBe(404);
  });
});
