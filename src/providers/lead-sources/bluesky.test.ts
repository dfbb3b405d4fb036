import { expect, it } from 'vitest';
import { bluesky } from './bluesky.ts';
import { buildSearch, describeRemoteSource } from './conformance.ts';

const posts = Array.from({ length: 120 }, (_empty, index) => ({
  uri: `at://did:plc:${index}/app.bsky.feed.post/k${index}`,
  author: {
    handle: `jo${index}.bsky.social`,
    displayName: `Jo ${index}`,
    labels: index === 1 ? [{ val: '!no-unauthenticated' }] : [],
  },
  record: { text: `Can anyone recommend a herbal tea? ${index}`, createdAt: '2027-01-10T08:00:00.000Z' },
}));
let signIns = 0;

const { server, connect } = describeRemoteSource('Bluesky', {
  definition: bluesky,
  settings: (url) => ({
    BLUESKY_BASE_URL: url,
    BLUESKY_HANDLE: 'us.bsky.social',
    BLUESKY_APP_PASSWORD: 'abcd-efgh',
  }),
  answer({ path, query, headers }, url) {
    if (path === '/xrpc/com.atproto.server.createSession') {
      signIns += 1;
      const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: url }];
      return {
        body: { did: 'did:plc:us', accessJwt: `jwt${signIns}`, refreshJwt: 'r', didDoc: { service } },
      };
    }
    if (headers.authorization !== `Bearer jwt${signIns}`)
      return { status: 400, body: { error: 'ExpiredToken' } };
    const from = Number(query.get('cursor') ?? 0);
    const next = from + Number(query.get('limit'));
    return {
      body: { posts: posts.slice(from, next), ...(next < posts.length ? { cursor: String(next) } : {}) },
    };
  },
});

it('signs in to Bluesky once for many searches, and again when the session has run out', async () => {
  const source = connect();
  const firstPage = async () => {
    for await (const page of source.search(buildSearch())) return page;
    throw new Error('no page');
  };
  signIns = 0;
  await firstPage();
  await firstPage();
  expect(signIns).toBe(1);
  signIns += 1;
  expect((await firstPage()).posts).not.toHaveLength(0);
  expect(server().requests.filter(({ path }) => path.includes('createSession'))).toHaveLength(2);
});

it('leaves out people of Bluesky who show themselves to signed-in people only', async () => {
  for await (const page of connect().search(buildSearch())) {
    expect(page.read).toBe(50);
    expect(page.posts).toHaveLength(49);
    expect(page.posts[0]).toMatchObject({
      url: 'https://bsky.app/profile/jo0.bsky.social/post/k0',
      author: { handle: '@jo0.bsky.social' },
    });
    break;
  }
});
