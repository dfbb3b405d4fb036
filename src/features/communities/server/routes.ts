import type { RawAnswer } from '#kit/endpoint.ts';
import type { Call, HttpServer } from '#platform/http.ts';
import { publicPage } from '#platform/public-page.ts';
import {
  addMember,
  createCommunity,
  deleteCommunity,
  getInvitation,
  inviteMembers,
  joinMembers,
  listAiExperts,
  listCommunities,
  listCommunityDays,
  listMembers,
  listSamePeople,
  memberToLead,
  removeMember,
  restoreCommunity,
  restoreMember,
  rotateCommunityKey,
  splitMember,
  updateCommunity,
  updateMember,
} from '../contract.ts';
import {
  countWaitingPosts,
  createPost,
  deletePost,
  getPost,
  holdPost,
  listComments,
  listPosts,
  reactToPost,
  reopenReports,
  restorePost,
  settleReports,
  updatePost,
} from '../contract-posts.ts';
import {
  acceptInvitation,
  communityScript,
  declineInvitation,
  getInviteChallenge,
  getPreviewImage,
  getPublicPosts,
  reportPost,
  sendPublicInvites,
  sendPublicPost,
  showInvitation,
} from '../contract-public.ts';
import {
  connectSource,
  disconnectSource,
  listCommunitySources,
  listSourceKinds,
  receiveSourceWebhook,
  syncSource,
} from '../contract-sources.ts';
import type { Communities } from './communities.ts';
import { loadCommunityScript } from './community-script.ts';
import type { Visit } from './public-feed.ts';

export function mountCommunities(server: HttpServer, communities: Communities): void {
  const { mount } = server;
  mount(listCommunities, () => communities.listCommunities());
  mount(createCommunity, ({ body }, { actor }) => communities.createCommunity(body, actor));
  mount(updateCommunity, ({ params, body }, { actor }) =>
    communities.changeCommunity(params.id, body, actor),
  );
  mount(deleteCommunity, async ({ params }) => {
    await communities.deleteCommunity(params.id);
    return undefined;
  });
  mount(restoreCommunity, ({ params }) => communities.restoreCommunity(params.id));
  mount(listCommunityDays, ({ params }) => communities.listDays(params.id));
  mount(rotateCommunityKey, ({ params, body }) => communities.rotateKey(params.id, body.kind));
  mount(listAiExperts, () => communities.listAiExperts());

  mount(listMembers, ({ params, query }) => communities.listMembers(params.id, query));
  mount(addMember, ({ params, body }) => communities.addMember(params.id, body));
  mount(updateMember, ({ params, body }) => communities.changeMember(params.id, params.memberId, body));
  mount(removeMember, async ({ params }) => {
    await communities.removeMember(params.id, params.memberId);
    return undefined;
  });
  mount(restoreMember, ({ params }) => communities.restoreMember(params.id, params.memberId));
  mount(memberToLead, ({ params, body }, { actor }) =>
    communities.makeLead(params.id, params.memberId, body.groupId, actor),
  );
  mount(inviteMembers, ({ params, body }, { actor }) => communities.invite(params.id, body.emails, actor.id));
  mount(getInvitation, ({ params }) => communities.getInvitation(params.id, params.memberId));
  mount(listSamePeople, ({ params }) => communities.listSamePeople(params.id));
  mount(joinMembers, ({ params, body }) => communities.joinMembers(params.id, params.memberId, body.otherId));
  mount(splitMember, ({ params, body }) => communities.splitMember(params.id, params.memberId, body.otherId));

  mount(listPosts, ({ params, query }, { actor }) => communities.listPosts(params.id, query, actor));
  mount(getPost, ({ params }, { actor }) => communities.getPost(params.id, params.postId, actor));
  mount(listComments, ({ params }, { actor }) => communities.listComments(params.id, params.postId, actor));
  mount(createPost, ({ params, body }, { actor }) => communities.createPost(params.id, body, actor));
  mount(updatePost, ({ params, body }, { actor }) =>
    communities.changePost(params.id, params.postId, body, actor),
  );
  mount(countWaitingPosts, () => communities.countWaitingPosts());
  mount(holdPost, ({ params, query }, { actor }) =>
    communities.holdPost(params.id, params.postId, query, actor),
  );
  mount(deletePost, async ({ params }) => {
    await communities.deletePost(params.id, params.postId);
    return undefined;
  });
  mount(restorePost, ({ params }, { actor }) => communities.restorePost(params.id, params.postId, actor));
  mount(settleReports, ({ params, body }) => communities.settleReports(params.id, params.postId, body));
  mount(reopenReports, ({ params, body }, { actor }) =>
    communities.reopenReports(params.id, params.postId, body.settledAt, actor),
  );
  mount(reactToPost, ({ params, body }, { actor }) =>
    communities.react(params.id, params.postId, body.kinds, actor),
  );

  mount(listSourceKinds, () => communities.listSourceKinds());
  mount(listCommunitySources, ({ params }) => communities.listSources(params.id));
  mount(connectSource, ({ params, body }) => communities.connectSource(params.id, body));
  mount(syncSource, ({ params }) => communities.syncNow(params.id, params.sourceId));
  mount(disconnectSource, async ({ params }) => {
    await communities.disconnectSource(params.id, params.sourceId);
    return undefined;
  });
  mount(receiveSourceWebhook, ({ params, body }, { headers }) =>
    communities.receiveWebhook(params.sourceId, headers, body),
  );

  mountPublicSide(server, communities);
  mountInvitationPages(server, communities);
}

const PREFLIGHT_SECONDS = 600;

function mountPublicSide({ mount, fastify }: HttpServer, communities: Communities): void {
  mount(getPublicPosts, ({ params, query }, call) => {
    // A refusal tells nothing of the community, and the owner of the site has to be able to read why.
    call.setHeader('access-control-allow-origin', '*');
    return communities.readFeed(params.apiKey, query, visitOf(call));
  });
  mount(getInviteChallenge, async ({ params }, call) => {
    await allowOrigin(params.apiKey, call);
    return communities.giveChallenge(params.apiKey, visitOf(call));
  });
  mount(sendPublicInvites, async ({ params, body }, call) => {
    await allowOrigin(params.apiKey, call);
    return communities.inviteFor(params.apiKey, body, visitOf(call));
  });
  mount(reportPost, async ({ params, body }, call) => {
    await allowOrigin(params.apiKey, call);
    return communities.reportFor(params.apiKey, body, visitOf(call), call.ip);
  });
  mount(sendPublicPost, ({ params, body }, call) => communities.postFor(params.apiKey, body, visitOf(call)));

  async function allowOrigin(apiKey: string, { headers, setHeader }: Call<unknown>): Promise<void> {
    setHeader('vary', 'Origin');
    const origin = await communities.preflightOrigin(apiKey, headers.origin ?? null);
    if (origin !== undefined) setHeader('access-control-allow-origin', origin);
  }
  // Not a call of its own: a browser asks first when a page sends JSON or asks with an ETag by itself.
  for (const { path } of [getPublicPosts, sendPublicInvites, reportPost]) {
    fastify.options<{ Params: { apiKey: string } }>(path, async (request, reply) => {
      const origin = await communities.preflightOrigin(request.params.apiKey, request.headers.origin ?? null);
      return reply
        .code(204)
        .headers({
          vary: 'Origin',
          ...(origin === undefined
            ? {}
            : {
                'access-control-allow-origin': origin,
                'access-control-allow-methods': 'GET, POST',
                'access-control-allow-headers': 'content-type, if-none-match',
                'access-control-max-age': PREFLIGHT_SECONDS,
              }),
        })
        .send();
    });
  }

  mount(getPreviewImage, async ({ params }): Promise<RawAnswer> => {
    const image = await communities.getPreviewImage(params.id);
    if (!image)
      return { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'No picture.' };
    return {
      status: 200,
      headers: {
        'content-type': image.type,
        'cache-control': 'public, max-age=86400',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      },
      body: image.bytes,
    };
  });

  const script = loadCommunityScript();
  mount(communityScript, (_input, { headers }) => {
    const caching = {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag: script.etag,
      'cache-control': 'public, max-age=3600',
    };
    if (headers['if-none-match'] === script.etag) return { status: 304, headers: caching };
    return {
      status: 200,
      headers: { ...caching, 'content-type': 'text/javascript; charset=utf-8' },
      body: script.text,
    };
  });
}

function visitOf({ headers }: Call<unknown>): Visit {
  return {
    origin: headers.origin ?? null,
    authorization: headers.authorization,
    ifNoneMatch: headers['if-none-match'],
  };
}

function mountInvitationPages({ mount }: HttpServer, communities: Communities): void {
  mount(showInvitation, async ({ params }) => {
    const found = await communities.findInvitation(params.token);
    if (!found) return noInvitation();
    if (found.isMember) return welcome(found.community);
    return publicPage({
      status: 200,
      title: `Join ${found.community}`,
      text: 'Press Join to become a member. You will get e-mail about the community; each has a link that ends it.',
      buttons: [
        { label: 'Join' },
        { label: 'No, and do not write to me again', field: { name: 'answer', value: 'decline' } },
      ],
    });
  });
  const decline = async (token: string): Promise<RawAnswer> => {
    const community = await communities.answerInvitation(token, 'decline');
    if (community === undefined) return noInvitation();
    return publicPage({
      status: 200,
      title: 'Noted',
      text: 'Nobody will write to this address again. You can close this page.',
    });
  };
  mount(acceptInvitation, async ({ params, body }) => {
    if (body.answer === 'decline') return decline(params.token);
    const community = await communities.answerInvitation(params.token, 'accept');
    return community === undefined ? noInvitation() : welcome(community);
  });
  mount(declineInvitation, ({ params }) => decline(params.token));
}

function welcome(community: string): RawAnswer {
  return publicPage({
    status: 200,
    title: `Welcome to ${community}`,
    text: 'You are a member now. You can close this page.',
  });
}

function noInvitation(): RawAnswer {
  return publicPage({
    status: 404,
    title: 'This invitation leads nowhere',
    text: 'It may have been cut off when it was copied, or the community is gone. Open it again from the mail it came in.',
  });
}
