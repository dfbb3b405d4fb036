import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/id.ts';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { eventsOf, type Generation, REQUIREMENTS, refusal, sessionCalls } from '#tests/support/content.ts';
import { untilWaiting } from '#tests/support/lock-waits.ts';
import { SCRIPT_CORPUS } from '#tests/support/script-corpus.ts';
import {
  ASSET_CATEGORIES,
  ASSET_TYPES,
  AUDIENCES,
  type ContentAsset,
  type SavedAsset,
  TONES,
} from '../contract.ts';
import { type ContentSession } from '../contract-sessions.ts';
import { plainText } from '../rules-markup.ts';
import { createHtmlCleaner } from './html-cleaner.ts';
import { renderMissing } from './render-missing.ts';

type Refinement = Generation & { explanation: string; reason: string | null };

let app: TestApp;
let member: TestClient;
let admin: TestClient;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  admin = await app.as('admin');
  member = await app.as('member');
});
afterAll(() => app.close());

const { createSession, generate, sessionOf } = sessionCalls(() => member);

describe('content sessions', () => {
  // S7-47 S3-31 S2.11-10
  it('begin with a name and need no requirements', async () => {
    const session = await createSession({ requirements: undefined, contentType: 'flyer' });
    expect(session).toMatchObject({
      sessionName: 'Winter',
      contentType: 'flyer',
      requirements: '',
      currentVersion: 0,
    });
    expect(session.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  // S5-41
  it('refuse a name that is empty after trimming', async () => {
    const before = await member.get<ContentSession[]>('/api/content-generation/sessions?limit=200');
    const answer = member.call('POST', '/api/content-generation/sessions', { body: { sessionName: '  ' } });
    expect(await refusal(answer)).toMatchObject({
      status: 400,
      fields: { sessionName: 'Please enter a session name.' },
    });
    expect(await member.get('/api/content-generation/sessions?limit=200')).toHaveLength(before.length);
  });

  // S9-43 S9-44 S9-45 S9-46 S3-16
  it('know the types, audiences, tones and categories, and their defaults', async () => {
    expect(ASSET_TYPES).toEqual(['email', 'flyer', 'video', 'social_post', 'ad_copy', 'newsletter', 'text']);
    expect(AUDIENCES).toEqual([
      'health enthusiasts',
      'fitness beginners',
      'healthcare professionals',
      'wellness coaches',
      'general audience',
    ]);
    expect(TONES).toEqual([
      'professional',
      'friendly',
      'authoritative',
      'conversational',
      'urgent',
      'educational',
    ]);
    expect(ASSET_CATEGORIES).toEqual(['email', 'social', 'content', 'marketing', 'advertising']);
    const session = await createSession();
    expect(session).toMatchObject({
      contentType: 'email',
      targetAudience: 'health enthusiasts',
      tone: 'professional',
    });
    await generate(session.id);
    const asset = await member.post<ContentAsset>('/api/content-generation/save', {
      sessionId: session.id,
      assetName: 'A',
    });
    expect(asset).toMatchObject({ category: 'marketing', type: 'email' });
  });

  // S7-46 S2.11-23
  it('are listed, the last changed first, and page', async () => {
    const first = await createSession({ sessionName: 'Listed one' });
    await createSession({ sessionName: 'Listed two' });
    await generate(first.id);
    const list = await member.get<ContentSession[]>('/api/content-generation/sessions');
    expect(list.map(({ sessionName }) => sessionName).slice(0, 2)).toEqual(['Listed one', 'Listed two']);
    const page = await member.call('GET', '/api/content-generation/sessions?limit=1');
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await member.get<ContentSession[]>(next))[0]?.sessionName).toBe('Listed two');
  });

  it('can be deleted and brought back', async () => {
    const { id } = await createSession();
    await member.call('DELETE', `/api/content-generation/sessions/${id}`);
    expect((await member.call('GET', `/api/content-generation/sessions/${id}`)).status).toBe(404);
    await member.post(`/api/content-generation/sessions/${id}/restore`);
    expect((await sessionOf(id)).sessionName).toBe('Winter');
  });
});

describe('writing with the built-in engine', () => {
  // S7-48 S3-32
  it('answers with content and suggestions, and says what the brief says', async () => {
    const { id } = await createSession();
    const written = await generate(id);
    expect(written.content).toMatch(/^Subject: /);
    for (const said of ['six blends', '30 cups', '$18', 'eturns are free']) {
      expect(written.content.toLowerCase()).toContain(said.toLowerCase());
    }
    expect(written.suggestions.length).toBeGreaterThan(0);
    expect(written.suggestions.every((one) => typeof one === 'string')).toBe(true);
    expect((await sessionOf(id)).versions).toMatchObject([
      { number: 1, kind: 'generated', writtenBy: 'Built-in engine' },
    ]);
  });

  it('reads unlike in two sessions of one brief', async () => {
    const texts = await Promise.all(
      [1, 2, 3, 4].map(async () => (await generate((await createSession()).id)).content),
    );
    expect(new Set(texts).size).toBeGreaterThan(1);
  });

  it('streams its words as they come, then what was stored', async () => {
    const { id } = await createSession();
    const response = await member.call('POST', '/api/content-generation/generate', {
      body: { sessionId: id, prompt: 'Write it' },
      headers: { accept: 'text/event-stream' },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = await eventsOf(response);
    const done = events.at(-1);
    expect(events.length).toBeGreaterThan(10);
    expect(done).toMatchObject({ type: 'done', version: 1 });
    const pieces = events.flatMap((event) => (event.type === 'piece' ? [event.text] : [])).join('');
    expect(done?.type === 'done' && done.content).toBe(pieces);
  });

  // S7-49
  it('refines what is there and explains it', async () => {
    const { id } = await createSession();
    const { content } = await generate(id);
    const refined = await member.post<Refinement>('/api/content-generation/refine', {
      sessionId: id,
      refinementRequest: 'Remove the price and add the date 28 November',
      currentContent: content,
    });
    expect(refined.content).not.toContain('$18');
    expect(refined.content).toContain('28 November');
    expect(refined).toMatchObject({ blanks: 0, reason: null });
    expect(refined.explanation).toMatch(/^\d+ words? added, \d+ removed\.$/);
    expect((await sessionOf(id)).versions.map(({ number, kind }) => [number, kind])).toEqual([
      [1, 'generated'],
      [2, 'refined'],
    ]);
  });

  it('changes nothing where a refinement needs a model, and says so', async () => {
    const { id } = await createSession();
    const { content } = await generate(id);
    const refined = await member.post<Refinement>('/api/content-generation/refine', {
      sessionId: id,
      refinementRequest: 'Make it funnier',
      currentContent: content,
    });
    expect(refined).toMatchObject({ content, version: 1, reason: 'needs_model' });
    expect(refined.explanation).toContain('needs a language model');
    expect((await sessionOf(id)).versions).toHaveLength(1);
  });

  it('refuses briefs in languages that it has no templates for', async () => {
    const requirements = 'Écrivez un message sur notre cours de yoga pour les débutants, samedi avec un thé.';
    const { id } = await createSession({ requirements });
    const body = { sessionId: id, prompt: 'Write it' };
    const answer = await refusal(member.call('POST', '/api/content-generation/generate', { body }));
    expect(answer).toMatchObject({ status: 422, code: 'refused', reason: 'language' });
    expect((await sessionOf(id)).versions).toEqual([]);
  });

  it('counts the blanks of a text, names what it left out, and suggests what it can do', async () => {
    const { id } = await createSession({ requirements: 'Debunk "stretching must hurt".' });
    const written = await generate(id);
    expect(written).toMatchObject({ blanks: expect.any(Number) });
    const [version] = (await sessionOf(id)).versions;
    expect(version?.blanks).toBeGreaterThan(0);
    expect(version?.explanation).toBe('Left out: “"stretching must hurt"”.');
    for (const refinementRequest of written.suggestions) {
      const refined = await member.post<Refinement>('/api/content-generation/refine', {
        sessionId: id,
        refinementRequest,
        currentContent: written.content,
        baseVersion: (await sessionOf(id)).currentVersion,
      });
      expect(refined.reason, refinementRequest).toBeNull();
    }
  });

  // S5-42 S5-43
  it('refuses without a session, a prompt, an instruction or content', async () => {
    const { id } = await createSession();
    const post = (path: string, body: object) =>
      refusal(member.call('POST', `/api/content-generation/${path}`, { body }));
    const prompt = 'Please select a session and enter a prompt.';
    expect(await post('generate', { prompt: 'x' })).toMatchObject({
      status: 400,
      fields: { sessionId: prompt },
    });
    expect(await post('generate', { sessionId: id, prompt: ' ' })).toMatchObject({ fields: { prompt } });
    const instruction = 'Please enter refinement instructions.';
    const refine = { sessionId: id, refinementRequest: 'Shorter', currentContent: 'Text' };
    expect(await post('refine', { ...refine, sessionId: undefined })).toMatchObject({
      fields: { sessionId: instruction },
    });
    expect(await post('refine', { ...refine, refinementRequest: '  ' })).toMatchObject({
      fields: { refinementRequest: instruction },
    });
    expect(await post('refine', { ...refine, currentContent: '' })).toMatchObject({
      fields: { currentContent: instruction },
    });
    expect(await post('refine', refine)).toMatchObject({ status: 422, message: instruction });
    expect((await sessionOf(id)).versions).toEqual([]);
  });

  it('keeps what was written by hand, and goes back to any version', async () => {
    const { id } = await createSession();
    const { content } = await generate(id);
    await member.post(`/api/content-generation/sessions/${id}/edit`, { content: 'Mine.', baseVersion: 1 });
    await member.post(`/api/content-generation/sessions/${id}/versions/1/restore`, { baseVersion: 2 });
    const { versions } = await sessionOf(id);
    expect(versions.map((version) => version.content)).toEqual([content, 'Mine.', content]);
    expect(versions[1]).toMatchObject({ kind: 'edited', writtenBy: 'member Person' });
  });

  it('lets two people who change one session see a conflict, and loses neither text', async () => {
    const { id } = await createSession();
    const { content } = await generate(id);
    const refine = (refinementRequest: string, client: TestClient) =>
      client.call('POST', '/api/content-generation/refine', {
        body: { sessionId: id, refinementRequest, currentContent: content, baseVersion: 1 },
      });
    const answers = await Promise.all([refine('Add a disclaimer', member), refine('Make it shorter', admin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = await refine('Make it longer', admin);
    expect(await late.json()).toMatchObject({ code: 'conflict' });
    // Who names no version and still works on an older text is told as well.
    const stale = await member.call('POST', '/api/content-generation/refine', {
      body: { sessionId: id, refinementRequest: 'Make it longer', currentContent: content },
    });
    expect(stale.status).toBe(409);
    const { versions } = await sessionOf(id);
    expect(versions.map(({ number }) => number)).toEqual([1, 2]);
    expect(versions[0]?.content).toBe(content);
  });

  it('makes a session per channel of one brief, once', async () => {
    const { id } = await createSession({ sessionName: 'Set' });
    await generate(id);
    const made = await member.post<ContentSession[]>(`/api/content-generation/sessions/${id}/set`);
    expect(made.map(({ contentType }) => contentType)).toEqual([
      'social_post',
      'ad_copy',
      'newsletter',
      'flyer',
      'video',
    ]);
    expect(made.every(({ requirements, setId }) => requirements === REQUIREMENTS && setId !== null)).toBe(
      true,
    );
    expect((await member.call('POST', `/api/content-generation/sessions/${id}/set`)).status).toBe(422);
  });

  it('makes one set of a brief when two people press at once', async () => {
    const { id } = await createSession();
    const holding = new pg.Client({ connectionString: app.databaseUrl });
    await holding.connect();
    await holding.query('begin');
    await holding.query('select 1 from content_sessions where id = $1 for update', [id]);
    const pressed = [1, 2].map(() => member.call('POST', `/api/content-generation/sessions/${id}/set`));
    await untilWaiting(holding, 2);
    await holding.query('commit');
    await holding.end();
    const answers = await Promise.all(pressed);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  });

  it('uses the product facts and keeps away from the words of the brand voice', async () => {
    const voice = await member.get<{ version: number }>('/api/brand-voice');
    const given = {
      samples: '',
      doWords: [],
      dontWords: ['warmly'],
      facts: [
        { fact: 'The winter sampler tin is made of recycled steel.', source: 'Supplier certificate 2026-14' },
        { fact: 'The yoga mats are 6 mm thick.', source: 'Product sheet' },
      ],
    };
    const call = () => member.call('PUT', '/api/brand-voice', { body: { ...given, version: voice.version } });
    expect((await call()).status).toBe(200);
    // The same version again: somebody else was quicker.
    expect((await call()).status).toBe(409);
    const { id } = await createSession();
    const { content } = await generate(id);
    expect(content).toContain('recycled steel');
    expect(content).not.toMatch(/yoga|warmly/i);
    expect((await sessionOf(id)).versions[0]?.facts).toEqual([given.facts[0]]);

    // Where the brief says otherwise it is right, and who wrote it is told what was left out.
    const listed = [{ fact: 'The winter sampler box holds six blends.', source: 'Price list' }];
    const next = { ...given, version: voice.version + 1, facts: listed };
    expect((await member.call('PUT', '/api/brand-voice', { body: next })).status).toBe(200);
    const other = await createSession({ requirements: 'Mail about the winter sampler: four blends, $18.' });
    expect((await generate(other.id)).content).toContain('our blends');
    const [version] = (await sessionOf(other.id)).versions;
    expect(version).toMatchObject({
      facts: [],
      explanation:
        'Left out, because the brief says otherwise: “The winter sampler box holds six blends.” (Price list).',
    });
    expect(version?.content).not.toMatch(/six blends/i);
  });
});

describe('the library', () => {
  const save = async (body: object = {}): Promise<ContentAsset> => {
    const { id } = await createSession();
    await generate(id);
    return member.post('/api/content-generation/save', { sessionId: id, assetName: 'Winter mail', ...body });
  };

  // S7-50 S5-45 S3-15 S3-17
  it('keeps the latest content under its name, tags split, trimmed and without empty ones', async () => {
    const { id } = await createSession();
    const { content } = await generate(id);
    const asset = await member.post<ContentAsset>('/api/content-generation/save', {
      sessionId: id,
      assetName: ' Winter mail ',
      category: 'email',
      tags: [' tea', 'winter , sampler', '', ' '],
    });
    expect(asset).toMatchObject({
      name: 'Winter mail',
      assetName: 'Winter mail',
      type: 'email',
      category: 'email',
      tags: 'tea, winter, sampler',
      content,
      sessionId: id,
    });
  });

  it('says on every save what the rules find in it, with what stands behind the words', async () => {
    const asset = await save();
    await admin.post('/api/compliance/evidence', {
      words: 'clinically proven',
      title: 'A trial of ours',
      url: 'https://trials.test/1',
      publishedOn: '2026-01-10',
    });
    const content = 'Clinically proven to taste of cinnamon. Our tea cures gout.';
    const saved = await member.patch<SavedAsset>(`/api/content-assets/${asset.id}`, {
      content,
      version: asset.version,
    });
    expect(saved.claims.verdict).toBe('block');
    expect(saved.claims.findings).toContainEqual(
      expect.objectContaining({ rule: 'disease-claim', severity: 'block' }),
    );
    expect(saved.claims.findings).toContainEqual(
      expect.objectContaining({
        rule: 'proof-claim',
        severity: 'suggest',
        evidence: expect.objectContaining({ title: 'A trial of ours' }),
      }),
    );
  });

  // R9
  it('one key is one version and one asset, however often it is sent; another body is refused', async () => {
    const { id } = await createSession();
    const { content } = await generate(id);
    const many = async (path: string, key: string, body: object) => {
      const headers = { 'idempotency-key': `${key}-${id}` };
      const calls = Array.from({ length: 8 }, () => member.call('POST', path, { body, headers }));
      return Promise.all((await Promise.all(calls)).map((answer) => answer.text()));
    };
    const refine = { sessionId: id, refinementRequest: 'Add a disclaimer', currentContent: content };
    const keep = { sessionId: id, assetName: 'Kept once' };
    expect(new Set(await many('/api/content-generation/refine', 'refine', refine)).size).toBe(1);
    expect((await sessionOf(id)).versions).toHaveLength(2);
    expect(new Set(await many('/api/content-generation/save', 'save', keep)).size).toBe(1);
    const found = await member.get<ContentAsset[]>('/api/content-assets?q=kept%20once');
    expect(found.filter(({ sessionId }) => sessionId === id)).toHaveLength(1);
    const other = await many('/api/content-generation/save', 'save', { ...keep, assetName: 'Kept twice' });
    expect(other.every((answer) => answer.includes('"code"'))).toBe(true);
    expect(await member.get('/api/content-assets?q=kept%20twice')).toHaveLength(0);
  });

  // S5-44
  it('refuses to save without a session, a name or content', async () => {
    const { id } = await createSession();
    const trySave = (body: object) => refusal(member.call('POST', '/api/content-generation/save', { body }));
    const words = 'Please enter an asset name.';
    const before = await member.get<ContentAsset[]>('/api/content-assets');
    expect(await trySave({ assetName: 'A' })).toMatchObject({ status: 400, fields: { sessionId: words } });
    expect(await trySave({ sessionId: id, assetName: ' ' })).toMatchObject({ fields: { assetName: words } });
    expect(await trySave({ sessionId: id, assetName: 'A' })).toMatchObject({ status: 422, message: words });
    expect(await member.get('/api/content-assets')).toHaveLength(before.length);
  });

  // S7-23 S3-14 S7-51 S2.11-03
  it('lists assets, newest first, by category, type, status, tag and words', async () => {
    await app.app.db.execute(sql`insert into content_assets (id, name, type, category, tags, content, created_at, deleted_at) values
      (${newId()}, 'Older', 'flyer', 'advertising', 'tea, frost', 'Come in.', now() - interval '2 days', null),
      (${newId()}, 'Newer', 'email', 'social', '', 'Hello 100%_frost.', now() - interval '1 day', null),
      (${newId()}, 'Gone', 'email', 'email', 'frost', 'Bye.', now(), now())`);
    const list = (query: string) => member.get<ContentAsset[]>(`/api/content-assets?${query}`);
    const names = async (query: string) => (await list(query)).map(({ name }) => name);
    expect(await names('category=advertising')).toEqual(['Older']);
    expect(await names('type=flyer')).toEqual(['Older']);
    expect(await names('tag=frost')).toEqual(['Older']);
    expect(await names('q=FROST')).toEqual(['Newer', 'Older']);
    expect(await names('q=100%25_')).toEqual(['Newer']);
    const all = await list('limit=200');
    expect(all.map(({ name }) => name)).not.toContain('Gone');
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .sort()
        .toReversed(),
    );
    expect(Object.keys(all[0] ?? {})).toEqual(
      expect.arrayContaining(['id', 'name', 'type', 'category', 'tags', 'content', 'createdAt']),
    );
  });

  it('gives just the assets that are asked for by id', async () => {
    const [first, second] = [await save({ assetName: 'One' }), await save({ assetName: 'Two' })];
    const found = await member.get<ContentAsset[]>(`/api/content-assets?ids=${first.id},${newId()}`);
    expect(found.map(({ id, media }) => [id, media])).toEqual([[first.id, []]]);
    expect(await member.get<ContentAsset[]>(`/api/content-assets?ids=${second.id},${first.id}`)).toHaveLength(
      2,
    );
    const wrong = await member.call('GET', '/api/content-assets?ids=1%20or%201=1');
    expect(wrong.status).toBe(400);
  });

  it('pages without a gap', async () => {
    for (let saved = 0; saved < 5; saved += 1) await save();
    const all = await member.get<ContentAsset[]>('/api/content-assets?limit=200');
    const seen: string[] = [];
    let path: string | undefined = '/api/content-assets?limit=2';
    while (path !== undefined) {
      const page = await member.call('GET', path);
      expect(page.headers.get('x-total-count')).toBe(String(all.length));
      seen.push(...((await page.json()) as ContentAsset[]).map(({ id }) => id));
      path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    expect((await member.call('GET', '/api/content-assets?cursor=nonsense')).status).toBe(400);
  });

  // S2.11-24
  it('brings a deleted asset back', async () => {
    const { id } = await save();
    await member.call('DELETE', `/api/content-assets/${id}`);
    expect(
      (await member.get<ContentAsset[]>('/api/content-assets?limit=200')).some((asset) => asset.id === id),
    ).toBe(false);
    await member.post(`/api/content-assets/${id}/restore`);
    expect(
      (await member.get<ContentAsset[]>('/api/content-assets?limit=200')).some((asset) => asset.id === id),
    ).toBe(true);
  });

  it('goes from draft through review to approved, and is locked then', async () => {
    const { id, version } = await save();
    const step = (client: TestClient, deed: string, given: number, body: object = {}) =>
      client.call('POST', `/api/content-assets/${id}/${deed}`, { body: { version: given, ...body } });
    expect((await step(admin, 'approve', version)).status).toBe(422);
    expect((await step(member, 'submit', version)).status).toBe(200);
    expect((await step(member, 'approve', version + 1)).status).toBe(403);
    expect((await step(admin, 'approve', version)).status).toBe(409);
    expect((await step(admin, 'approve', version + 1)).status).toBe(200);
    const change = { version: version + 2, content: 'Changed.' };
    const locked = await member.call('PATCH', `/api/content-assets/${id}`, { body: change });
    expect(await locked.json()).toMatchObject({ code: 'refused', reason: 'approved' });
    const copy = await member.post<ContentAsset>(`/api/content-assets/${id}/duplicate`);
    expect(copy).toMatchObject({ name: 'Winter mail (copy)', status: 'draft' });
    await step(admin, 'return', version + 2, { note: 'Add the date' });
    const changed = await member.patch<ContentAsset>(`/api/content-assets/${id}`, {
      ...change,
      version: version + 3,
    });
    expect(changed).toMatchObject({ content: 'Changed.', status: 'draft', reviewNote: 'Add the date' });
  });

  it('approves nothing that has blanks, whoever wrote them', async () => {
    const { id, version } = await save();
    await member.patch(`/api/content-assets/${id}`, {
      version,
      content: 'Come on [date], [see the map](https://a.example).',
    });
    const step = (client: TestClient, name: string, given: number) =>
      client.call('POST', `/api/content-assets/${id}/${name}`, { body: { version: given } });
    await step(member, 'submit', version + 1);
    expect(await refusal(step(admin, 'approve', version + 2))).toMatchObject({
      status: 422,
      reason: 'blanks',
      message: 'Fill the blanks before you approve this asset: [date].',
    });
    const filled = { version: version + 2, content: 'Come on 5 May.' };
    await member.patch(`/api/content-assets/${id}`, filled);
    await step(member, 'submit', version + 3);
    expect((await step(admin, 'approve', version + 4)).status).toBe(200);
  });

  // R13
  it('gives its file as text and as HTML in which nothing of the content is a tag', async () => {
    const { id, version } = await save({ assetName: '<b>"Winter"\r\n' });
    const content =
      'Subject: <img src=x onerror=alert(1)>\n\n# Tea & "more"\n\n- **one** <script>alert(1)</script>';
    await member.patch(`/api/content-assets/${id}`, { version, content });
    const file = async (format: string) =>
      member.call('GET', `/api/content-assets/${id}/file?format=${format}`);
    const html = await (await file('html')).text();
    expect(html).not.toMatch(/<(?:img|script|b)\b/);
    expect(html).toContain('<li><strong>one</strong> &lt;script&gt;');
    const text = await file('text');
    expect(text.headers.get('content-disposition')).toBe('attachment; filename="b-winter.txt"');
    expect(await text.text()).toContain('- one <script>');
  });
});

describe('the HTML of content', () => {
  type Asset = ContentAsset & { html: string };
  const assetOf = (id: string): Promise<Asset> => member.get(`/api/content-assets/${id}`);
  const saved = async (): Promise<Asset> => {
    const { id } = await createSession();
    await generate(id);
    const asset = await member.post<ContentAsset>('/api/content-generation/save', {
      sessionId: id,
      assetName: 'Html',
    });
    return assetOf(asset.id);
  };

  it('is stored beside the text and made of it, whichever of the two is given', async () => {
    const { id, version, content, html } = await saved();
    const words = plainText(content).replace(/^- /gm, '');
    expect(words.split(/\s+/)).toEqual(textIn(html).split(/\s+/));
    await member.patch(`/api/content-assets/${id}`, { version, content: '# Tea\n\n- **one** < two' });
    expect((await assetOf(id)).html).toBe('<h1>Tea</h1>\n<ul><li><strong>one</strong> &lt; two</li></ul>');
    await member.patch(`/api/content-assets/${id}`, {
      version: version + 1,
      html: '<div><h2 class=x>Six  <b>blends</b></h2>For $18<br>each, <i>they say</i>. <a href="https://tea.test/a">More</a><ol><li><p>First</p><li>Second</ol><table><tr><th>A<td>B<tr><td>1<td>2</table></div>',
    });
    expect(await assetOf(id)).toMatchObject({
      content:
        '## Six **blends**\n\nFor $18\neach, *they say*. [More](https://tea.test/a)\n\n1. First\n2. Second\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
      html: '<h2>Six <strong>blends</strong></h2>\n<p>For $18<br>each, <em>they say</em>. <a href="https://tea.test/a">More</a></p>\n<ol><li>First</li><li>Second</li></ol>\n<table><tbody><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
      status: 'draft',
    });
  });

  it('stays as it was where what is given is nothing, both, or cannot be read', async () => {
    const { id, version, html } = await saved();
    const change = (body: object) =>
      refusal(member.call('PATCH', `/api/content-assets/${id}`, { body: { version, ...body } }));
    expect(await change({ html: '<script>1</script>' })).toMatchObject({ status: 400 });
    expect(await change({ html: 'a', content: 'b' })).toMatchObject({ status: 400 });
    expect(await change({ html: `<p>${'a'.repeat(20_001)}` })).toMatchObject({ status: 400 });
    expect(await change({ html: '<div>'.repeat(3_000) })).toMatchObject({ status: 400 });
    expect(await assetOf(id)).toMatchObject({ version, html });
  });

  // R13
  it('holds no tag and no attribute but those of the markup, whatever is written or sent as HTML', async () => {
    const session = await createSession();
    await generate(session.id);
    const edit = (body: object, baseVersion: number) =>
      member.post(`/api/content-generation/sessions/${session.id}/edit`, { ...body, baseVersion });
    await edit({ html: `<p>ok</p>${SCRIPT_CORPUS.join('\n<p>')}`.slice(0, 19_000) }, 1);
    await edit({ content: `# ${SCRIPT_CORPUS.join('\n- ')}`.slice(0, 19_000) }, 2);
    const stored = await app.app.db.execute<{ html: string }>(
      sql`select html from content_versions where session_id = ${session.id} order by number`,
    );
    expect(stored.rows).toHaveLength(3);
    // One by one, too: what comes first in a page decides how the rest of it is read.
    const alone = await createHtmlCleaner().render(SCRIPT_CORPUS.map((text) => `- ${text}`));
    for (const html of [...stored.rows.map((row) => row.html), ...alone]) {
      const tags = html.match(/<[^>]*>/g) ?? [];
      expect(
        tags.filter(
          (tag) =>
            !/^<(?:\/?(?:h[123]|p|br|strong|a|[uo]l|li|table|tbody|tr|t[hd])|a href="https?:[^"]*"|ol start="\d+")>$/.test(
              tag,
            ),
        ),
      ).toEqual([]);
    }
  });

  it('is given to what was stored before there was any', async () => {
    const { id, html } = await saved();
    await app.app.db.execute(sql`update content_assets set html = null`);
    await app.app.db.execute(sql`update content_versions set html = null`);
    expect((await assetOf(id)).html).toBe(html);
    await renderMissing(app.app.context);
    const left = await app.app.db.execute<{ assets: number; versions: number; html: string }>(
      sql`select (select count(*)::int from content_assets where html is null) as assets,
        (select count(*)::int from content_versions where html is null) as versions,
        (select html from content_assets where id = ${id}) as html`,
    );
    expect(left.rows).toEqual([{ assets: 0, versions: 0, html }]);
  });
});

/** The words of HTML. */
function textIn(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .trim();
}
