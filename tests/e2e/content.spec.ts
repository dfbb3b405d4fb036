import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import type { ContentAsset } from '#features/content/contract.ts';
import type { ContentSession } from '#features/content/contract-sessions.ts';
import { expectAccessible, keepPage, useServer, visit } from '../support/e2e.ts';

const server = useServer({ demo: false });

let context: BrowserContext;
let page: Page;
keepPage(
  server,
  (kept) => {
    page = kept;
    context = kept.context();
  },
  { permissions: ['clipboard-read', 'clipboard-write'] },
);

const REQUIREMENTS =
  'Mail about the winter sampler: six blends, 30 cups, $18. Mention that returns are free.';

const read = async <T>(path: string): Promise<T> =>
  (await context.request.get(`${server.url}${path}`)).json() as Promise<T>;
const post = async <T>(path: string, data: object): Promise<T> => {
  const response = await context.request.post(`${server.url}${path}`, {
    data,
    headers: { origin: server.url },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as T;
};
const createSession = (sessionName: string) =>
  post<ContentSession>('/api/content-generation/sessions', { sessionName, requirements: REQUIREMENTS });
const generate = (sessionId: string) =>
  post<{ content: string }>('/api/content-generation/generate', {
    sessionId,
    prompt: 'Write the first draft',
  });

const toast = () => page.locator('[data-toaster]');
const agent = () => page.getByRole('region', { name: 'AI Content Agent' });
const result = () => page.getByRole('region', { name: 'Generated Content' });
const overlay = () => page.getByRole('dialog', { name: 'Save Content Asset' });
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

async function expectToast(title: string, text: string): Promise<void> {
  await expect(toast()).toContainText(title);
  await expect(toast()).toContainText(text);
}

async function choices(control: Locator): Promise<string[]> {
  await control.click();
  const options = await page.getByRole('option').allInnerTexts();
  await page.keyboard.press('Escape');
  return options.map((option) => option.trim());
}

/** The server fails at this path until the page is closed. */
const failAt = (path: string) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: '{"code":"internal","message":"no"}',
        }),
  );

// S2.11-01 S2.11-08 S2.11-09 S5-41 S8-33 S8-37 S8-41 S4-34 S9-43
test('an empty library leads to the form, and the form to a session', async () => {
  await visit(page, `${server.url}/content`);
  await expect(page.getByRole('tab')).toHaveText(['Library', 'Create New']);
  await expect(page.getByText('No Content Yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create New' }).click();
  const name = page.getByLabel('Session Name');
  await expect(name).toBeVisible();
  await expect(page.getByLabel('Requirements')).toBeVisible();
  const type = page.getByRole('combobox', { name: 'Content Type' });
  await expect(type).toHaveText('Email');
  expect(await choices(type)).toEqual([
    'Email',
    'Flyer',
    'Video Script',
    'Social Post',
    'Ad Copy',
    'Newsletter',
    'General Text',
  ]);
  await expectAccessible(page);

  const submit = page.getByRole('button', { name: 'Create Session & Start' });
  await name.fill('   ');
  await submit.click();
  await expectToast('Error', 'Please enter a session name.');
  expect(await read<ContentSession[]>('/api/content-generation/sessions')).toHaveLength(0);

  await failAt('/api/content-generation/sessions');
  await name.fill('Winter sampler');
  await submit.click();
  await expectToast('Error', 'Failed to create content generation session.');
  await page.unroute('**/api/content-generation/sessions');

  // A closed tab costs nothing that was typed.
  await page.reload();
  await expect(name).toHaveValue('Winter sampler');
  await page.getByLabel('Requirements').fill(REQUIREMENTS);
  await submit.click();
  await expectToast('Session Created', 'Content generation session created successfully.');
  await expect(page.getByRole('heading', { name: 'Winter sampler' })).toBeVisible();
});

// S2.11-11 S2.11-12 S2.11-13 S2.11-14 S2.11-15 S2.11-16 S2.11-17 S2.11-18 S2.11-20 S4-35 S5-42 S8-34 S8-42 S9-44 S9-45
test('content is written from a brief', async () => {
  await createSession('Written');
  await visit(page, `${server.url}/content-generation`);
  await page.getByRole('button', { name: 'Written', exact: true }).click();
  await expect(agent().getByText(REQUIREMENTS)).toBeVisible();
  await expect(agent().getByRole('group', { name: 'Suggestions' }).getByRole('button').first()).toBeVisible();
  await expect(result().getByText('Waiting for generation...')).toBeVisible();
  await expect(agent().getByRole('button', { name: 'Refine' })).toHaveCount(0);
  const audience = agent().getByRole('combobox', { name: 'Target Audience' });
  const tone = agent().getByRole('combobox', { name: 'Tone' });
  await expect(audience).toHaveText('Health Enthusiasts');
  await expect(tone).toHaveText('Professional');
  expect(await choices(audience)).toHaveLength(5);
  expect(await choices(tone)).toEqual([
    'Professional',
    'Friendly',
    'Authoritative',
    'Conversational',
    'Urgent',
    'Educational',
  ]);

  const create = agent().getByRole('button', { name: 'Create Content' });
  await create.click();
  await expectToast('Error', 'Please select a session and enter a prompt.');
  await failAt('/api/content-generation/generate');
  await agent().getByLabel('What should I write?').fill('Write the first draft');
  await create.click();
  await expectToast('Error', 'Failed to generate content.');
  await expect(result().getByText('Waiting for generation...')).toBeVisible();
  await page.unroute('**/api/content-generation/generate');
  await create.click();
  await expectToast('Content Generated', 'AI has generated your content successfully.');

  await expect(agent().getByRole('button', { name: 'Refine' })).toBeVisible();
  await expect(agent().getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await expect(create).toHaveCount(0);
  await expect(result().getByText('Ready for review')).toBeVisible();
  await expect(result().getByText('$18')).toBeVisible();
  const { content } = await latestOf('Written');
  await expect(result().getByText(/^Last updated: /)).toBeVisible();
  await expect(result().getByText(`${content.length} characters`)).toBeVisible();
  await expect(result().getByText(/^\d+ words$/)).toBeVisible();
  await expectAccessible(page);
});

async function latestOf(name: string): Promise<{ id: string; content: string }> {
  const sessions = await read<ContentSession[]>('/api/content-generation/sessions');
  const { id = '' } = sessions.find(({ sessionName }) => sessionName === name) ?? {};
  const { versions } = await read<{ versions: { content: string }[] }>(
    `/api/content-generation/sessions/${id}`,
  );
  return { id, content: versions.at(-1)?.content ?? '' };
}

// S2.11-19 S4-36 S5-43 S8-35 S8-43
test('content is refined, shows what changed and goes back', async () => {
  const { id } = await createSession('Refined');
  const { content } = await generate(id);
  await visit(page, `${server.url}/content?tab=create&session=${id}`);
  await result().getByRole('button', { name: 'Copy' }).click();
  await expect(result().getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await clipboard()).toBe(content);

  const box = agent().getByLabel('What should change?');
  const refine = agent().getByRole('button', { name: 'Refine' });
  await refine.click();
  await expectToast('Error', 'Please enter refinement instructions.');
  await failAt('/api/content-generation/refine');
  await box.fill('Remove the price and add the date 28 November');
  await refine.click();
  await expectToast('Error', 'Failed to refine content.');
  await expect(agent().getByRole('alert')).toContainText('Version 1 is as it was.');
  await page.unroute('**/api/content-generation/refine');
  await refine.click();
  await expectToast('Content Refined', 'removed');
  await expect(box).toHaveValue('');
  await expect(result().getByText('28 November')).toBeVisible();
  await expect(result().getByText('$18')).toHaveCount(0);

  await result().getByText('Changes', { exact: true }).click();
  await expect(result().getByRole('deletion').filter({ hasText: '$18' })).toBeVisible();
  await expect(result().getByRole('insertion').filter({ hasText: 'November' })).toBeVisible();
  await expectAccessible(page);

  await result().getByRole('combobox', { name: 'Version' }).click();
  await page.getByRole('option', { name: 'Version 1' }).click();
  await result().getByRole('button', { name: 'Go back to this version' }).click();
  await expect(result().getByRole('combobox', { name: 'Version' })).toHaveText(/Version 3/);
  expect((await latestOf('Refined')).content).toBe(content);
  // Where a refinement has no explanation, the toast says that it was done.
  await page.route('**/api/content-generation/refine', (route) =>
    route.fulfill({
      json: { content: 'Other.', explanation: '', suggestions: [], version: 4, blanks: 0, reason: null },
    }),
  );
  await box.fill('Anything');
  await refine.click();
  await expectToast('Content Refined', 'Content has been refined based on your request.');
});

test('blanks are counted, listed and filled, and what needs a model changes nothing', async () => {
  const { id } = await post<ContentSession>('/api/content-generation/sessions', {
    sessionName: 'Blanks',
    requirements: 'Invite people to the soup supper.',
  });
  await generate(id);
  await visit(page, `${server.url}/content?tab=create&session=${id}`);
  const { content } = await latestOf('Blanks');
  expect(content).toContain('[date]');
  await expect(result().getByText('1 blank to fill')).toBeVisible();
  await expect(result().locator('mark', { hasText: '[date]' })).toBeVisible();
  await expectAccessible(page);

  await agent().getByLabel('What should change?').fill('Make it funnier');
  await agent().getByRole('button', { name: 'Refine' }).click();
  await expectToast('Not changed', 'this needs a language model');
  await expect(agent().getByLabel('What should change?')).toHaveValue('Make it funnier');

  await result().getByText('Edit', { exact: true }).click();
  await result().getByRole('region', { name: 'Blanks' }).getByRole('button', { name: 'date' }).click();
  await expect(result().getByRole('textbox', { name: 'Content' })).toBeFocused();
  await page.keyboard.type('5 May');
  await expect(result().getByRole('textbox', { name: 'Content' })).toContainText('5 May');
  await expect(result().getByText('Ready for review')).toBeVisible();
  await expect(result().getByRole('region', { name: 'Blanks' })).toHaveCount(0);
});

/** The browser tells the editor of a moved caret in a task of its own, which a key pressed at once would overtake. */
async function caretToTheEnd(editor: Locator): Promise<void> {
  await editor.click();
  await page.keyboard.press('ControlOrMeta+End');
  await editor.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

test('content is written by hand with headings, lists and bold words, its claims marked and rewritten', async () => {
  const { id } = await createSession('By hand');
  await generate(id);
  await post(`/api/content-generation/sessions/${id}/edit`, {
    content: 'Subject: Tea\n\nA mild blend.',
    baseVersion: 1,
  });
  await visit(page, `${server.url}/content-generation?session=${id}`);
  await result().getByText('Edit', { exact: true }).click();
  const editor = result().getByRole('textbox', { name: 'Content' });
  const tools = result().getByRole('toolbar', { name: 'Formatting' });
  await caretToTheEnd(editor);
  await page.keyboard.press('Enter');
  await tools.getByRole('button', { name: 'Heading', exact: true }).click();
  await page.keyboard.type('Why this tea');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- Six blends');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('Thirty');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type(' cups');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('It cures insomnia.');
  // The words are marked where they stand, and the mark moves with what is typed before it.
  const mark = editor.locator('mark').filter({ hasText: 'cures insomnia' });
  await expect(mark).toBeVisible();
  await expect(editor).toHaveAccessibleDescription(/“.*cures insomnia.*”, disease claim/);
  const details = await editor.getAttribute('aria-details');
  await expect(page.locator(`[id="${details}"]`)).toContainText('Claims check');
  await page.keyboard.press('Home');
  await editor.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.keyboard.type('Really: ');
  await expect(mark).toHaveText(/cures insomnia/);
  await expectAccessible(page);
  const claims = result().getByRole('region', { name: 'Claims check' });
  await claims.getByRole('listitem').first().getByRole('button').first().click();
  await claims.getByRole('button', { name: /Use rewrite|Remove the sentence/ }).click();
  await expect(mark).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(editor).toContainText('cures insomnia');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  // A link leads to an address of the web and nowhere else.
  await editor.getByText('Why this tea').click({ clickCount: 3 });
  await tools.getByRole('button', { name: 'Link', exact: true }).click();
  const link = page.getByRole('dialog', { name: 'Link' });
  await link.getByLabel('Address').fill('javascript:alert(1)');
  await link.getByRole('button', { name: 'Set link' }).click();
  await expect(
    link.getByText('Enter an address that starts with https://, an email address or a phone number.'),
  ).toBeVisible();
  await link.getByLabel('Address').fill('shop.example/mild');
  await expectAccessible(page);
  await link.getByRole('button', { name: 'Set link' }).click();
  await expect(editor.getByRole('link', { name: 'Why this tea' })).toHaveAttribute(
    'href',
    'https://shop.example/mild',
  );
  await result().getByRole('button', { name: 'Keep changes' }).click();
  await expect(result().getByRole('combobox', { name: 'Version' })).toHaveText(/Version 3/);
  const { content } = await latestOf('By hand');
  expect(content).toContain(
    'Subject: Tea\n\nA mild blend.\n\n# [Why this tea](https://shop.example/mild)\n\n- Six blends\n- **Thirty** cups',
  );
  await result().getByText('Changes', { exact: true }).click();
  await expect(result().getByRole('insertion').filter({ hasText: 'blends' })).toBeVisible();
  await expect(result().getByRole('deletion')).toHaveCount(0);
});

// R13
test('what is pasted becomes text of ours, and nothing in it runs', async () => {
  const { id } = await createSession('Pasted');
  await generate(id);
  await visit(page, `${server.url}/content-generation?session=${id}`);
  await result().getByText('Edit', { exact: true }).click();
  const editor = result().getByRole('textbox', { name: 'Content' });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.evaluate(() => Object.assign(window, { hasRun: false }));
  await editor.evaluate((field) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<h2 onclick="hasRun=true">Title</h2><p style="color:red">One <b>bold</b> <a href="javascript:hasRun=true">link</a></p>' +
        '<script>hasRun=true</script><img src=x onerror="hasRun=true"><svg onload="hasRun=true"></svg><iframe srcdoc="<script>parent.hasRun=true</script>"></iframe>' +
        '<ul><li>a<ul><li>b</li></ul></li></ul>',
    );
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(editor.locator('[data-heading]')).toHaveText('Title');
  expect(
    await editor.evaluate(
      (field) => field.querySelectorAll('a, img, svg, script, iframe, [onclick], [style]').length,
    ),
  ).toBe(0);
  expect(await page.evaluate(() => (window as unknown as { hasRun: boolean }).hasRun)).toBe(false);
  await result().getByRole('button', { name: 'Keep changes' }).click();
  await expect(result().getByRole('combobox', { name: 'Version' })).toHaveText(/Version 2/);
  expect((await latestOf('Pasted')).content).toBe('## Title\n\nOne **bold** link\n\n- a\n  - b');
});

test('two people: the second is told, and loses nothing', async () => {
  const { id } = await createSession('Shared');
  const { content } = await generate(id);
  // The page works on version 1 while somebody else refines; live news are kept away, as on a bad line.
  await page.route('**/api/live?*', (route) => route.abort());
  await page.goto(`${server.url}/content-generation?session=${id}`);
  await result().getByText('Edit', { exact: true }).click();
  const editor = result().getByRole('textbox', { name: 'Content' });
  await caretToTheEnd(editor);
  await page.keyboard.press('Enter');
  await page.keyboard.type('It cures insomnia.');
  await expect(page.getByRole('region', { name: 'Claims check' }).getByText('Block')).toBeVisible();
  await post('/api/content-generation/refine', {
    sessionId: id,
    refinementRequest: 'Add a disclaimer',
    currentContent: content,
  });
  await agent().getByLabel('What should change?').fill('Make it shorter');
  await agent().getByRole('button', { name: 'Refine' }).click();
  await expect(agent().getByRole('alert')).toContainText('Somebody else changed this content meanwhile');
  await expect(editor).toContainText('It cures insomnia.');
  await expect(agent().getByLabel('What should change?')).toHaveValue('Make it shorter');

  // Both are there, one press apart, and what was asked for is asked for again as the session stands then.
  const versions = result()
    .getByRole('status')
    .filter({ hasText: /version|changed while/ });
  await expect(versions).toContainText('This content was changed while you had it open.');
  await versions.getByRole('button', { name: 'Load the newer version' }).click();
  await expect(editor).not.toContainText('It cures insomnia.');
  await versions.getByRole('button', { name: 'Show my changes' }).click();
  await expect(editor).toContainText('It cures insomnia.');
  await agent().getByRole('button', { name: 'Try again' }).click();
  await expectToast('Content Refined', '');
  await expect(result().getByRole('combobox', { name: 'Version' })).toHaveText(/Version 3/);
  await page.unroute('**/api/live?*');

  // The same where the news come at once.
  await page.reload();
  await result().getByText('Edit', { exact: true }).click();
  await caretToTheEnd(editor);
  await page.keyboard.type(' By hand.');
  await expect(result().getByText('Changed by hand, not kept yet')).toBeVisible();
  await post(`/api/content-generation/sessions/${id}/edit`, { content: 'Theirs.', baseVersion: 3 });
  await expect(versions).toContainText('This content was changed while you had it open.');
  await expect(editor).toContainText('By hand.');
  await page.reload();
  await versions.getByRole('button', { name: 'Keep my changes' }).click();
  await result().getByRole('button', { name: 'Keep changes' }).click();
  await expect(result().getByRole('combobox', { name: 'Version' })).toHaveText(/Version 5/);
  expect((await latestOf('Shared')).content).toContain('By hand.');
});

test('two people change the brand voice, an asset and its landing page: theirs and mine are both offered', async () => {
  const put = async (path: string, data: object): Promise<void> => {
    const response = await context.request.fetch(`${server.url}${path}`, {
      method: path.endsWith('brand-voice') || path.endsWith('/page') ? 'PUT' : 'PATCH',
      data,
      headers: { origin: server.url },
    });
    expect(response.ok(), await response.text()).toBe(true);
  };
  const { id: sessionId } = await createSession('Of two');
  await generate(sessionId);
  const asset = await post<ContentAsset>('/api/content-generation/save', { sessionId, assetName: 'Of two' });
  const overtaken = (what: string) =>
    page.getByText(`This ${what} was changed while you had it open.`, { exact: true });
  const takeTheirs = page.getByRole('button', { name: 'Load the newer version' });
  const showMine = page.getByRole('button', { name: 'Show my changes' });

  await visit(page, `${server.url}/content`);
  await page.getByRole('button', { name: 'Brand voice' }).click();
  const voice = page.getByRole('dialog', { name: 'Brand voice' });
  await voice.getByLabel('Samples').fill('Mine.');
  const { version: voiceVersion } = await read<{ version: number }>('/api/brand-voice');
  const fact = { fact: 'Hearth holds no tea leaf.', source: 'Label' };
  await put('/api/brand-voice', {
    version: voiceVersion,
    samples: 'Theirs.',
    doWords: [],
    dontWords: [],
    facts: [fact],
  });
  await expect(overtaken('brand voice')).toBeVisible();
  await expectAccessible(page);
  // Closed without a word, it is found as it was left, on the version that it was typed on.
  await page.keyboard.press('Escape');
  await expect(voice).toHaveCount(0);
  await page.getByRole('button', { name: 'Brand voice' }).click();
  await expect(voice.getByLabel('Samples')).toHaveValue('Mine.');
  await expect(overtaken('brand voice')).toBeVisible();
  await takeTheirs.click();
  await expect(voice.getByLabel('Samples')).toHaveValue('Theirs.');
  await showMine.click();
  await expect(voice.getByLabel('Samples')).toHaveValue('Mine.');
  await voice.getByRole('button', { name: 'Save brand voice' }).click();
  await expect(voice).toHaveCount(0);
  // What only the colleague had changed stays theirs.
  expect(await read('/api/brand-voice')).toMatchObject({ samples: 'Mine.', facts: [fact] });

  await visit(page, `${server.url}/content?asset=${asset.id}`);
  const drawer = page.getByRole('complementary', { name: /Of two|Theirs/ });
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click();
  await drawer.getByLabel('Tags').fill('mine');
  await page.reload();
  await expect(drawer.getByText('This is as you left it.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Discard' }).click();
  await expect(drawer.getByLabel('Tags')).toHaveValue('');
  await toast().getByRole('button', { name: 'Undo' }).click();
  await expect(drawer.getByLabel('Tags')).toHaveValue('mine');
  await put(`/api/content-assets/${asset.id}`, { version: asset.version, name: 'Theirs' });
  await expect(overtaken('asset')).toBeVisible();
  await page.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(drawer.getByLabel('Asset Name')).toHaveValue('Theirs');
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(drawer.getByRole('button', { name: 'mine' })).toBeVisible();

  // What fails is named where it is missing, and tried again from there.
  await page.route(/\/api\/(?:settings\/workspace|campaigns)$/, (route) => route.abort());
  await page.reload();
  const campaigns = drawer.getByRole('alert').filter({ hasText: 'The campaigns could not be loaded.' });
  await expect(campaigns.getByRole('button', { name: 'Try again' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Make a landing page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Landing page' });
  await expect(dialog.getByText('The workspace could not be loaded')).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByLabel('Title').fill('Mine');
  await dialog.getByRole('radio', { name: /Read/ }).check({ force: true });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Make a landing page' }).click();
  await expect(dialog.getByText('This is as you left it.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Mine');
  await put(`/api/content-assets/${asset.id}/page`, {
    version: 0,
    slug: 'theirs',
    title: 'Theirs',
    description: 'A box.',
    action: { kind: 'none' },
    isListed: false,
  });
  await expect(overtaken('landing page')).toBeVisible();
  await takeTheirs.click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Theirs');
  await showMine.click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Mine');
  await dialog.getByRole('button', { name: 'Save draft' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await read(`/api/content-assets/${asset.id}/page`)).toMatchObject({
    page: { title: 'Mine', slug: 'theirs', description: 'A box.' },
  });
  const gone = await context.request.delete(`${server.url}/api/content-assets/${asset.id}`, {
    headers: { origin: server.url },
  });
  expect(gone.ok()).toBe(true);
});

// S2.11-21 S2.11-22 S4-37 S5-44 S5-45 S7-51 S8-36 S8-44 S9-46 S3-15
test('content is kept in the library and picked in a campaign', async () => {
  const { id } = await createSession('Kept');
  await visit(page, `${server.url}/content?tab=create&session=${id}`);
  // Before there is content, nothing can be kept.
  await result().getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast('Error', 'Please enter an asset name.');
  await expect(overlay()).toHaveCount(0);
  const { content } = await generate(id);
  await page.reload();
  await agent().getByRole('button', { name: 'Save', exact: true }).click();
  const category = overlay().getByRole('combobox', { name: 'Category' });
  await expect(category).toHaveText('Marketing');
  expect(await choices(category)).toEqual(['Email', 'Social', 'Content', 'Marketing', 'Advertising']);
  await overlay().getByLabel('Asset Name').fill('Not kept');
  await overlay().getByRole('button', { name: 'Cancel' }).click();
  await expect(overlay()).toHaveCount(0);
  expect(await read('/api/content-assets')).toEqual([]);

  await result().getByRole('button', { name: 'Save', exact: true }).click();
  const save = overlay().getByRole('button', { name: 'Save Asset' });
  await expect(overlay().getByLabel('Asset Name')).toHaveValue('');
  await save.click();
  await expectToast('Error', 'Please enter an asset name.');
  await overlay().getByLabel('Asset Name').fill('Sampler mail');
  await overlay().getByLabel('Tags (comma-separated)').fill(' winter, tea ,, sampler,gift,new ');
  await expectAccessible(page);
  await failAt('/api/content-generation/save');
  await save.click();
  await expectToast('Error', 'Failed to save content asset.');
  await page.unroute('**/api/content-generation/save');
  await save.click();
  await expectToast('Content Saved', 'Content has been saved as an asset for campaign use.');
  await expect(overlay()).toHaveCount(0);
  const [asset] = await read<ContentAsset[]>('/api/content-assets');
  expect(asset).toMatchObject({ name: 'Sampler mail', tags: 'winter, tea, sampler, gift, new', content });

  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`asset=${asset?.id}`));
  await expect(card('Sampler mail')).toBeVisible();
  // From the asset to a campaign that quotes it, with nothing to look for.
  await page
    .getByRole('complementary', { name: 'Sampler mail' })
    .getByRole('link', { name: 'New campaign with this asset' })
    .click();
  const composer = page.getByRole('dialog', { name: 'Create campaign' });
  await expect(composer.getByRole('checkbox', { name: /Sampler mail/ })).toBeChecked();
  await expect(composer.getByText('1 chosen')).toBeVisible();
  await visit(page, `${server.url}/campaigns`);
  await page.getByRole('button', { name: 'New Campaign' }).first().click();
  // The choice searches the whole library, and what is chosen stays in sight.
  const choice = page.getByRole('region', { name: 'Content assets' });
  const box = choice.getByRole('checkbox', { name: /Sampler mail/ });
  await box.check();
  await expect(choice.getByText('1 of the chosen is not approved')).toBeVisible();
  await choice.getByRole('searchbox', { name: 'Search content assets' }).fill('no such words');
  await expect(choice.getByText('No other asset fits this search.')).toBeVisible();
  await expect(box).toBeChecked();
  await choice.getByText('Approved', { exact: true }).click();
  await expect(box).toBeVisible();
  await box.click();
  await expect(box).toHaveCount(0);
  await composer.getByLabel('Campaign name').fill('Something else');
  // What waits has no such asset, which is said; another one begins with it, also after a reload.
  await visit(page, `${server.url}/content?asset=${asset?.id}`);
  await page.getByRole('link', { name: 'New campaign with this asset' }).click();
  await expect(composer).toContainText('It does not have the asset that you came with');
  await composer.getByRole('button', { name: 'Keep it and begin another' }).click();
  await expect(box).toBeChecked();
  await page.reload();
  await expect(box).toBeChecked();
  await visit(page, `${server.url}/campaigns`);
  await page.getByRole('list', { name: 'Not saved yet' }).getByRole('button', { name: 'Discard' }).click();
});

test('an asset is taught to an agent, who says when the text has changed and is renewed', async () => {
  const { id } = await createSession('Taught');
  await generate(id);
  const asset = await post<ContentAsset>('/api/content-generation/save', {
    sessionId: id,
    assetName: 'Brewing guide',
  });
  const fern = await post<{ id: string }>('/api/chatbot/experts', {
    name: 'Fern',
    expertiseArea: 'Tea',
    communicationStyle: 'friendly',
  });
  await visit(page, `${server.url}/content?asset=${asset.id}`);
  const known = page.getByRole('region', { name: 'Agents that know it' });
  await known.getByRole('button', { name: 'Teach an agent' }).click();
  await page.getByRole('menuitem', { name: 'Fern, Tea' }).click();
  await expectToast('Agent taught', 'Fern answers from this text now.');
  await expect(known.getByRole('listitem')).toContainText('Taught');
  await expect(known.getByRole('button', { name: 'Teach an agent' })).toHaveCount(0);
  await expectAccessible(page);
  const change = await context.request.patch(`${server.url}/api/content-assets/${asset.id}`, {
    data: { version: asset.version, content: 'Steep it for seven minutes.' },
  });
  expect(change.ok()).toBe(true);
  await expect(known.getByRole('listitem')).toContainText('Out of date');
  await known.getByRole('link', { name: 'Fern' }).click();
  await expect(page).toHaveURL(new RegExp(fern.id));
  const item = page.getByRole('listitem').filter({ hasText: 'Brewing guide' });
  await expect(item).toContainText('From content');
  await expect(item).toContainText('Out of date');
  await item.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Brewing guide' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Renew from the asset' }).click();
  await expect(dialog.getByText('Steep it for seven minutes.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Renew from the asset' })).toHaveCount(0);
  await dialog.getByRole('link', { name: 'Brewing guide' }).click();
  await expect(page).toHaveURL(new RegExp(asset.id));
  await expect(known.getByRole('listitem')).not.toContainText('Out of date');
  await context.request.delete(`${server.url}/api/content-assets/${asset.id}`);
});

const card = (name: string) =>
  page.locator('[data-asset]').filter({ has: page.getByRole('button', { name, exact: true }) });

test('an asset is published as a landing page, picked in a campaign, visited and signed up on', async ({
  browser,
}) => {
  const { id: sessionId } = await createSession('Of the page');
  await generate(sessionId);
  const { id } = await post<ContentAsset>('/api/content-generation/save', {
    sessionId,
    assetName: 'Sampler page',
  });
  await visit(page, `${server.url}/content`);
  await page.getByRole('button', { name: 'Page look' }).click();
  const look = page.getByRole('dialog', { name: 'Page look' });
  await look.locator('input[type=file]').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="40"><circle cx="20" cy="20" r="20"/></svg>',
    ),
  });
  await expect(look.getByRole('img', { name: 'Current logo' })).toBeVisible();
  await look.getByRole('textbox', { name: 'Colour', exact: true }).fill('yellow');
  await look.getByRole('button', { name: 'Save page look' }).click();
  await expect(look.getByText('Enter a colour as # and six digits')).toBeVisible();
  await look.getByRole('textbox', { name: 'Colour', exact: true }).fill('FFEE00');
  await look.getByRole('combobox', { name: 'Font' }).click();
  await page.getByRole('option', { name: /Lora/ }).click();
  await expectAccessible(page);
  await look.getByRole('button', { name: 'Save page look' }).click();
  await expect(look).toHaveCount(0);

  await visit(page, `${server.url}/content?asset=${id}`);
  const drawer = page.getByRole('complementary', { name: 'Sampler page' });
  await drawer.getByRole('button', { name: 'Make a landing page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Landing page' });
  await dialog.getByLabel('Title').fill('Six blends for winter');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('six-blends');
  await dialog.getByLabel('Button leads to').fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByText('Enter an address that starts with http:// or https://.')).toBeVisible();
  await dialog.getByRole('radio', { name: /email/ }).check({ force: true });
  await dialog.getByLabel('Privacy notice').fill('https://shop.example/privacy');
  await dialog.getByLabel('Short description').fill('It cures arthritis.');
  await expect(dialog.getByText('1 block to clear')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await dialog.getByLabel('Short description').fill('A box with six blends.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expectToast('Landing page published', `${server.url}/p/six-blends`);
  await expect(drawer.getByText('Published', { exact: true })).toBeVisible();

  const visitor = await browser.newContext({ viewport: { width: 360, height: 780 } });
  const shown = await visitor.newPage();
  await shown.goto(`${server.url}/p/six-blends`);
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Six blends for winter');
  const logo = shown.getByRole('banner').getByRole('img');
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240);
  expect(await shown.evaluate(() => document.fonts.check('16px Lora'))).toBe(true);
  expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(shown);
  const email = shown.getByLabel('Email address');
  const consent = shown.getByRole('checkbox');
  await email.fill('ines@example');
  await consent.check();
  await shown.getByRole('button', { name: 'Sign up' }).click();
  await expect(shown).toHaveTitle('Not sent yet: Six blends for winter');
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('ines@example');
  await expect(email).toHaveAccessibleDescription(/^Enter a whole email address/);
  await expect(shown.getByRole('alert')).toBeInViewport();
  await expect(consent).toBeChecked();
  await expectAccessible(shown);
  await email.fill('ines@example.org');
  await consent.uncheck();
  await consent.evaluate((box) => box.removeAttribute('required'));
  await shown.getByRole('button', { name: 'Sign up' }).click();
  await expect(consent).toBeFocused();
  await expect(consent).toHaveAccessibleDescription(/^Tick the box/);
  await consent.check();
  await shown.getByRole('button', { name: 'Sign up' }).click();
  await expect(shown.getByRole('status')).toContainText('Thank you.');
  await expect(shown.getByRole('status')).toBeFocused();
  await expect(shown).toHaveTitle('Thank you: Six blends for winter');
  expect(await visitor.cookies()).toEqual([]);
  await visitor.close();
  await expect(drawer.getByText('1 visit, 1 sign-up (100.0%)')).toBeVisible();

  // Changed since: people see what was published until it is published again.
  const { version } = await read<ContentAsset>(`/api/content-assets/${id}`);
  await context.request.patch(`${server.url}/api/content-assets/${id}`, {
    data: { version, content: 'Another text for the page.' },
    headers: { origin: server.url },
  });
  await expect(drawer.getByText('It has changed since')).toBeVisible();
  await drawer.getByRole('button', { name: 'Publish again' }).click();
  await dialog.getByRole('button', { name: 'Publish again' }).click();
  await expect(drawer.getByText('It has changed since')).toHaveCount(0);

  await visit(page, `${server.url}/campaigns`);
  await page.getByRole('button', { name: 'New Campaign' }).first().click();
  await page.getByRole('combobox', { name: 'Landing page' }).click();
  await page.getByRole('option', { name: /Six blends for winter/ }).click();

  await visit(page, `${server.url}/content?asset=${id}`);
  await drawer.getByRole('button', { name: 'More about the page' }).click();
  await page.getByRole('menuitem', { name: 'Take down' }).click();
  await expect(drawer.getByText('Taken down')).toBeVisible();
  expect((await context.request.get(`${server.url}/p/six-blends`)).status()).toBe(404);
  await toast().getByRole('button', { name: /Undo/ }).click();
  await expect(drawer.getByText('Published', { exact: true })).toBeVisible();
  expect((await context.request.get(`${server.url}/p/six-blends`)).status()).toBe(200);
});

// S2.11-02 S2.11-03 S2.11-04 S2.11-05 S2.11-06 S2.11-07 S2.11-23 S2.11-24 S2.1-14 S4-38
test('the library shows, finds, previews, reviews and brings back', async () => {
  const make = async (assetName: string, category: string, tags: string[], content: string) => {
    const { id } = await createSession(`Of ${assetName}`);
    await generate(id);
    await post(`/api/content-generation/sessions/${id}/edit`, { content, baseVersion: 1 });
    return post<ContentAsset>('/api/content-generation/save', { sessionId: id, assetName, category, tags });
  };
  const whole = 'w'.repeat(100);
  const cut = 'c'.repeat(101);
  await make('Whole', 'email', ['a', 'b', 'c'], whole);
  await make('Cut', 'social', ['a', 'b', 'c', 'd', 'e'], cut);
  await visit(page, `${server.url}/content`);
  const filters = page.getByRole('group', { name: 'Category' }).getByRole('button');
  await expect(filters).toHaveText(['All', 'Email', 'Social', 'Content', 'Marketing']);
  await expect(card('Whole').getByText(whole, { exact: true })).toBeVisible();
  await expect(card('Cut').getByText(cut)).toHaveCount(0);
  await expect(card('Cut').getByText('c'.repeat(100))).toBeVisible();
  await expect(card('Cut')).toContainText('Social');
  await expect(card('Cut').getByText('now')).toBeVisible();
  await expect(card('Cut').getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([
    'a',
    'b',
    'c',
    '+2',
  ]);
  await expect(card('Whole').getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([
    'a',
    'b',
    'c',
  ]);
  await card('Cut').getByRole('button', { name: 'Copy' }).click();
  await expect(card('Cut').getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await clipboard()).toBe(cut);

  await filters.filter({ hasText: 'Social' }).click();
  await expect(card('Cut')).toBeVisible();
  await expect(card('Whole')).toHaveCount(0);
  await filters.filter({ hasText: 'All' }).click();
  await expect(card('Whole')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search content' }).fill('ccccc');
  await expect(card('Whole')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search content' }).fill('');

  await card('Cut').getByRole('button', { name: 'Cut', exact: true }).click();
  const drawer = page.getByRole('complementary', { name: 'Cut' });
  await expect(drawer.getByText('No campaign uses it yet')).toBeVisible();
  await drawer.getByRole('button', { name: 'Send for review' }).click();
  await drawer.getByRole('button', { name: 'Approve' }).click();
  await expect(drawer.getByText('Locked: duplicate it to write another version.')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'More', exact: true }).click();
  // The live stream may take the asset away before the answer arrives: the undo is offered all the same.
  await page.route('**/api/content-assets/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    const response = await route.fetch();
    await expect(card('Cut')).toHaveCount(0);
    await route.fulfill({ response });
  });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await toast().getByRole('button', { name: /Undo/ }).click();
  await expect(card('Cut')).toBeVisible();

  // Earlier sessions can be opened again, on the workspace's own page too; one at a time.
  await visit(page, `${server.url}/content-generation`);
  await expect(page.getByRole('heading', { name: 'Create New', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Of Cut', exact: true }).click();
  await expect(result().getByText('c'.repeat(101))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Session & Start' })).toHaveCount(0);
  await expect(agent()).toHaveCount(1);
});
