import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { ContentAsset } from '#features/content/contract.ts';
import { expectAccessible, keepPage, useServer, visit } from '../support/e2e.ts';
import { type S3Server, s3Settings, startS3Server } from '../support/s3-server.ts';

// The real widget against a storage that speaks the S3 protocol; training.spec.ts has the data folder.
const env: Record<string, string> = {};
let storage: S3Server;
test.beforeAll(async () => {
  storage = await startS3Server();
  Object.assign(env, s3Settings(storage));
});
const server = useServer({ env });

let context: BrowserContext;
let page: Page;
keepPage(server, (kept) => {
  page = kept;
  context = kept.context();
});
test.afterAll(() => storage.close());

const MB = 1_048_576;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A film by its head; it plays nothing. */
const film = (bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes, 7);
  buffer.write('\0\0\0\u0018ftypisom', 0, 'latin1');
  return buffer;
};

const dialog = () => page.getByRole('dialog', { name: 'Add pictures' });

async function openAsset(): Promise<ContentAsset> {
  const answer = await context.request.get(`${server.url}/api/content-assets`);
  const [asset] = (await answer.json()) as ContentAsset[];
  if (!asset) throw new Error('the demo has assets');
  await visit(page, `${server.url}/content`);
  await page.getByRole('button', { name: asset.name, exact: true }).click();
  await page.getByRole('button', { name: 'Add pictures' }).click();
  await expect(dialog().locator('input[type=file]').first()).toBeAttached();
  return asset;
}

async function choose(name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await dialog().locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer });
  await dialog()
    .getByRole('button', { name: /^Upload 1 file/ })
    .click();
}

// S7-35 S8-47
test('a training file goes to the storage, and is tried again where that failed', async () => {
  await visit(page, `${server.url}/chatbot`);
  await page.getByRole('list', { name: 'Agents' }).getByText('Fern', { exact: true }).click();
  await page.getByRole('button', { name: /Upload files/ }).click();
  const files = page.getByRole('dialog', { name: 'Upload files' });
  storage.fault = ({ method, path }) =>
    method === 'PUT' && path.includes('/training/')
      ? { status: 403, body: '<Error><Message>Request has expired</Message></Error>' }
      : undefined;
  await files
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'hours.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('The orchard shop opens at 7 on Fridays.'),
    });
  await files.getByRole('button', { name: /^Upload 1 file/ }).click();
  await expect(files.getByText('Upload failed')).toBeVisible();
  storage.fault = undefined;
  await files.getByRole('button', { name: 'Retry upload' }).first().click();
  await expect(page.getByText('Training Material Uploaded', { exact: true })).toBeVisible();
  // What was sent, and the copy that is used: nobody has an address of that.
  expect([...storage.objects.keys()].filter((key) => key.startsWith('training/'))).toHaveLength(2);
});

test('a picture is chosen with its thumbnail, sent, described and shown; what is none is refused in words', async () => {
  const asset = await openAsset();
  const picker = dialog().locator('input[type=file]').first();
  const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PNG });
  // The widget takes none of too many, and says so for five seconds; what stays is told until the next choice.
  await picker.setInputFiles(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => picture(`${name}.png`)));
  const tooMany = dialog().getByText('at most 5 go at once, so none of this choice was taken.');
  await expect(tooMany).toBeVisible();
  await expect(dialog().locator('.uppy-Informer [role=alert]')).toHaveCount(0);
  await expect(tooMany).toBeVisible();
  await expectAccessible(page);
  await picker.setInputFiles(picture('cup.png'));
  await expect(tooMany).toBeHidden();
  await expect(dialog().locator('.uppy-Dashboard-Item-preview img')).toHaveAttribute('src', /^blob:/);
  await dialog()
    .getByRole('button', { name: /^Upload 1 file/ })
    .click();
  await expect(dialog().getByText('Complete', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  const drawer = page.getByRole('complementary', { name: asset.name });
  await drawer.getByRole('textbox', { name: /cup\.png/ }).fill('A cup of mint tea');
  await page.keyboard.press('Tab');
  await expect(drawer.getByRole('img', { name: 'A cup of mint tea' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add pictures' }).click();
  await choose('lie.png', 'image/png', Buffer.from('<svg onload="alert(1)"></svg>'.padEnd(200)));
  await expect(dialog().getByRole('alert')).toContainText('This is no picture');
  // Sending it again would not help, so nothing offers it.
  await expect(dialog().getByText('Upload failed')).toBeHidden();
  await expect(dialog().getByRole('button', { name: /retry/i })).toBeHidden();
});

// S4-45 S4-48 S4-50
test('a film goes in parts, is paused and resumed without what had arrived', async () => {
  await openAsset();
  let letThrough = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  let isHeld = true;
  await page.route(/partNumber=[23]/, async (route) => {
    if (isHeld) await gate;
    await route.continue().catch(() => undefined);
  });
  await choose('film.mp4', 'video/mp4', film(11 * MB));
  const puts = (part: number) =>
    storage.requests.filter(
      ({ method, query }) => method === 'PUT' && query.get('partNumber') === String(part),
    );
  await expect.poll(() => puts(1).length).toBe(1);
  await dialog().getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(dialog().getByText('Paused', { exact: false }).first()).toBeVisible();
  isHeld = false;
  letThrough();
  await dialog().getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(dialog().getByText('Complete', { exact: true })).toBeVisible();
  expect(puts(1)).toHaveLength(1);
  expect(storage.requests.some(({ method, query }) => method === 'GET' && query.has('uploadId'))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.locator('video')).toHaveAttribute('src', /^\/api\/content-media\//);
});

// S4-46 S4-49 S7-63
test('a film that is given up leaves no parts behind', async () => {
  await openAsset();
  await page.route(/partNumber=2/, () => undefined);
  await choose('given-up.mp4', 'video/mp4', film(11 * MB));
  await expect.poll(() => [...storage.uploads.values()].some(({ parts }) => parts.size > 0)).toBe(true);
  await dialog().getByRole('button', { name: 'Cancel', exact: true }).first().click();
  await expect.poll(() => storage.uploads.size).toBe(0);
});
