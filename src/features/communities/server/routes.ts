import type { RawAnswer } from '#kit/endpoint.ts';
import type { Context } from '#platform/context.ts';
import { type Call, type HttpServer } from '#platform/http.ts';
import { publicPage } from '#platform/public-page.ts';
import * as contract from '../contract.ts';
import * as posts from '../contract-posts.ts';
import * as pub from '../contract-public.ts';
import * as sources from '../contract-sources.ts';
import { answerInvitation, findInvitation, getInvitation } from './answer-invitation.ts';
import {
  changeCommunity,
  createCommunity,
  deleteCommunity,
  listAiExperts,
  listCommunities,
  listDays,
  restoreCommunity,
  rotateKey,
} from './communities.ts';
import { loadCommunityScript } from './community-script.ts';
import { createPost } from './create-post.ts';
import { changePost, holdPost } from './decide-post.ts';
import { getPreviewImage } from './fetch-preview.ts';
import { inviteMembers } from './invite-members.ts';
import { joinMembers, listSamePeople, splitMember } from './join-members.ts';
import { makeLead } from './make-lead.ts';
import { addMember, changeMember, listMembers, removeMember, restoreMember } from './members.ts';
import {
  countWaitingPosts,
  deletePost,
  getPost,
  listComments,
  listPosts,
  type PostRef,
  react,
  restorePost,
} from './posts.ts';
import { preflightOrigin, type Visit } from './public-access.ts';
import { readFeed } from './public-feed.ts';
import { giveChallenge, inviteFor } from './public-invites.ts';
import { postFor, reportFor } from './public-posts.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { reopenReports, settleReports } from './reports.ts';
import { connectSource, disconnectSource, listSourceKinds, listSources, syncNow } from './sources.ts';

export function mountCommunities(server: HttpServer, ctx: Context): void {
  const { mount } = server;
  mount(contract.listCommunities, () => listCommunities(ctx));
  mount(contract.createCommunity, ({ body }, { actor }) => createCommunity(ctx, body, actor));
  mount(contract.updateCommunity, ({ params, body }, { actor }) =>
    changeCommunity(ctx, params.id, body, actor),
  );
  mount(contract.deleteCommunity, async ({ params }) => {
    await deleteCommunity(ctx, params.id);
    return undefined;
  });
  mount(contract.restoreCommunity, ({ params }) => restoreCommunity(ctx, params.id));
  mount(contract.listCommunityDays, ({ params }) => listDays(ctx, params.id));
  mount(contract.rotateCommunityKey, ({ params, body }) => rotateKey(ctx, params.id, body.kind));
  mount(contract.listAiExperts, () => listAiExperts(ctx));

  mount(contract.listMembers, ({ params, query }) => listMembers(ctx, params.id, query));
  mount(contract.addMember, ({ params, body }) => addMember(ctx, params.id, body));
  mount(contract.updateMember, ({ params, body }) => changeMember(ctx, params.id, params.memberId, body));
  mount(contract.removeMember, async ({ params }) => {
    await removeMember(ctx, params.id, params.memberId);
    return undefined;
  });
  mount(contract.restoreMember, ({ params }) => restoreMember(ctx, params.id, params.memberId));
  mount(contract.memberToLead, ({ params, body }, { actor }) =>
    makeLead(ctx, params.id, params.memberId, body.groupId, actor),
  );
  mount(contract.inviteMembers, ({ params, body }, { actor }) =>
    inviteMembers(ctx, params.id, body.emails, actor.id),
  );
  mount(contract.getInvitation, ({ params }) => getInvitation(ctx, params.id, params.memberId));
  mount(contract.listSamePeople, ({ params }) => listSamePeople(ctx, params.id));
  mount(contract.joinMembers, ({ params, body }) =>
    joinMembers(ctx, params.id, params.memberId, body.otherId),
  );
  mount(contract.splitMember, ({ params, body }) =>
    splitMember(ctx, params.id, params.memberId, body.otherId),
  );

  mount(posts.listPosts, ({ params, query }, { actor }) => listPosts(ctx, params.id, query, actor));
  mount(posts.getPost, ({ params }, { actor }) => getPost(ctx, postOf(params), actor));
  mount(posts.listComments, ({ params }, { actor }) => listComments(ctx, postOf(params), actor));
  mount(posts.createPost, ({ params, body }, { actor }) => createPost(ctx, params.id, body, actor));
  mount(posts.updatePost, ({ params, body }, { actor }) => changePost(ctx, postOf(params), body, actor));
  mount(posts.countWaitingPosts, () => countWaitingPosts(ctx));
  mount(posts.holdPost, ({ params, query }, { actor }) => holdPost(ctx, postOf(params), query, actor));
  mount(posts.deletePost, async ({ params }) => {
    await deletePost(ctx, postOf(params));
    return undefined;
  });
  mount(posts.restorePost, ({ params }, { actor }) => restorePost(ctx, postOf(params), actor));
  mount(posts.settleReports, ({ params, body }) => settleReports(ctx, postOf(params), body));
  mount(posts.reopenReports, ({ params, body }, { actor }) =>
    reopenReports(ctx, postOf(params), body.settledAt, actor),
  );
  mount(posts.reactToPost, ({ params, body }, { actor }) => react(ctx, postOf(params), body.kinds, actor));

  mount(sources.listSourceKinds, () => listSourceKinds(ctx));
  mount(sources.listCommunitySources, ({ params }) => listSources(ctx, params.id));
  mount(sources.connectSource, ({ params, body }) => connectSource(ctx, params.id, body));
  mount(sources.syncSource, ({ params }) => syncNow(ctx, params.id, params.sourceId));
  mount(sources.disconnectSource, async ({ params }) => {
    await disconnectSource(ctx, params.id, params.sourceId);
    return undefined;
  });
  mount(sources.receiveSourceWebhook, ({ params, body }, { headers }) =>
    receiveWebhook(ctx, params.sourceId, headers, body),
  );

  mountPublicSide(server, ctx);
  mountInvitationPages(server, ctx);
}

function postOf({ id, postId }: { id: string; postId: string }): PostRef {
  return { communityId: id, postId };
}

const PREFLIGHT_SECONDS = 600;

function mountPublicSide({ mount, fastify }: HttpServer, ctx: Context): void {
  mount(pub.getPublicPosts, ({ params, query }, call) => {
    // A refusal reveals nothing of the community, and the owner of the site must be able to read the reason.
    call.setHeader('access-control-allow-origin', '*');
    return readFeed(ctx, params.apiKey, query, visitOf(call));
  });
  mount(pub.getInviteChallenge, async ({ params }, call) => {
    await allowOrigin(params.apiKey, call);
    return giveChallenge(ctx, params.apiKey, visitOf(call));
  });
  mount(pub.sendPublicInvites, async ({ params, body }, call) => {
    await allowOrigin(params.apiKey, call);
    return inviteFor(ctx, params.apiKey, body, visitOf(call));
  });
  mount(pub.reportPost, async ({ params, body }, call) => {
    await allowOrigin(params.apiKey, call);
    return reportFor(ctx, params.apiKey, body, visitOf(call), call.ip);
  });
  mount(pub.sendPublicPost, ({ params, body }, call) => postFor(ctx, params.apiKey, body, visitOf(call)));

  async function allowOrigin(apiKey: string, { headers, setHeader }: Call<unknown>): Promise<void> {
    setHeader('vary', 'Origin');
    const origin = await preflightOrigin(ctx, apiKey, headers.origin ?? null);
    if (origin !== undefined) setHeader('access-control-allow-origin', origin);
  }
  // Preflight: a browser asks first when a page sends JSON or an ETag of its own.
  for (const { path } of [pub.getPublicPosts, pub.sendPublicInvites, pub.reportPost]) {
    fastify.options<{ Params: { apiKey: string } }>(path, async (request, reply) => {
      const origin = await preflightOrigin(ctx, request.params.apiKey, request.headers.origin ?? null);
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

  mount(pub.getPreviewImage, async ({ params }): Promise<RawAnswer> => {
    const image = await getPreviewImage(ctx, params.id);
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
  mount(pub.communityScript, (_input, { headers }) => {
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

function mountInvitationPages({ mount }: HttpServer, ctx: Context): void {
  mount(pub.showInvitation, async ({ params }) => {
    const found = await findInvitation(ctx, params.token);
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
    const community = await answerInvitation(ctx, token, 'decline');
    if (community === undefined) return noInvitation();
    return publicPage({
      status: 200,
      title: 'Noted',
      text: 'Nobody will write to this address again. You can close this page.',
    });
  };
  mount(pub.acceptInvitation, async ({ params, body }) => {
    if (body.answer === 'decline') return decline(params.token);
    const community = await answerInvitation(ctx, params.token, 'accept');
    return community === undefined ? noInvitation() : welcome(community);
  });
  mount(pub.declineInvitation, ({ params }) => decline(params.token));
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
