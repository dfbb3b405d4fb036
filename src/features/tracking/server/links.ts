import { hasStopped, suppress } from '#features/compliance/server/suppression-store.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { CAMPAIGN_PARAMETER, CONTACT_PARAMETER, isOnHostOf, isPreload, isScan, withToken } from '../rules.ts';
import { noteOpen, recordEvents } from './record-events.ts';
import { campaignToken, findContact, pageToken } from './token-source.ts';
import { findSentAt, findTrackedLink, type Touchpoint } from './touchpoint-store.ts';

type Follower = {
  method: string;
  userAgent: string;
  isKnownBot: boolean;
  isPrefetch: boolean;
  /** Asked not to be followed: a click is only counted, an opened email not at all. */
  isPrivate: boolean;
};

/**
 * Counts the click and returns where the link leads, for a page of ours with a token of the contact; undefined for a
 * token that we did not issue.
 */
export async function followLink(
  ctx: Context,
  token: string,
  follower: Follower,
): Promise<string | undefined> {
  const { db } = ctx;
  const contact = await findContact(ctx, db, 'click', token);
  if (!contact?.touchpoint.campaignId) return undefined;
  const { touchpoint, link } = contact;
  const { campaignId } = contact.touchpoint;
  const url = await findTrackedLink(db, campaignId, link);
  if (url === undefined) return undefined;
  const isPerson = !isScan({ ...follower, sentMsAgo: await msSinceSent(ctx, touchpoint) });
  const { isPrivate } = follower;
  await inTransaction(db, (tx) =>
    recordEvents(ctx, tx, [
      {
        type: isPerson ? 'link.clicked' : 'link.scanned',
        campaignId,
        leadId: isPrivate ? null : touchpoint.leadId,
        messageId: isPrivate ? null : touchpoint.messageId,
        channel: touchpoint.channel,
        data: { link },
        isDemo: touchpoint.isDemo,
      },
    ]),
  );
  if (isPerson) ctx.live.announceSoon(['events', 'usage', 'leads', 'campaigns']);
  // A page of another host learns nothing about its visitor.
  if (!isOnHostOf(url, await ctx.listOwnPages(db, campaignId))) return url;
  return isPrivate
    ? withToken(url, CAMPAIGN_PARAMETER, campaignToken(campaignId))
    : withToken(url, CONTACT_PARAMETER, pageToken(ctx, touchpoint.id));
}

/** Counts an email as opened, once, if a person opened it; loads by machines are counted apart. */
export async function loadPixel(ctx: Context, token: string, follower: Follower): Promise<void> {
  // That it counts once can only be kept with the person.
  if (follower.isPrivate) return;
  const contact = await findContact(ctx, ctx.db, 'open', token);
  if (!contact) return;
  const isMachine = isPreload({ ...follower, sentMsAgo: await msSinceSent(ctx, contact.touchpoint) });
  const isNews = await inTransaction(ctx.db, (tx) => noteOpen(ctx, tx, contact.touchpoint.id, { isMachine }));
  if (isNews) ctx.live.announceSoon(['events', 'leads', 'campaigns']);
}

/** The person that a link was sent to, without a lead if they are none; undefined for a token that we did not issue. */
export async function findAddressee(
  ctx: Context,
  token: string,
): Promise<{ leadId: string | null } | undefined> {
  const contact = await findContact(ctx, ctx.db, 'choices', token);
  return contact && { leadId: contact.touchpoint.leadId };
}

/** Whether the contact has unsubscribed; undefined for a token that we did not issue. */
export async function hasUnsubscribed(ctx: Context, token: string): Promise<boolean | undefined> {
  const contact = await findContact(ctx, ctx.db, 'choices', token);
  return contact && hasStopped(ctx.db, contact.touchpoint.contactHash);
}

/** Applies to every campaign and channel once it resolves; false for a token that we did not issue. */
export async function unsubscribe(ctx: Context, token: string): Promise<boolean> {
  const contact = await findContact(ctx, ctx.db, 'choices', token);
  if (!contact) return false;
  const { contactHash, campaignId, leadId, messageId, channel, isDemo } = contact.touchpoint;
  await inTransaction(ctx.db, async (tx) => {
    const isNew = await suppress(tx, {
      contactHash,
      reason: 'unsubscribed',
      leadId,
      campaignId,
      isDemo,
    });
    if (!isNew) return;
    await recordEvents(ctx, tx, [
      { type: 'contact.unsubscribed', campaignId, leadId, messageId, channel, isDemo },
    ]);
    await announce(tx, ['events', 'usage', 'leads', 'campaigns', 'messages']);
  });
  return true;
}

async function msSinceSent({ db, clock }: Context, touchpoint: Touchpoint): Promise<number | null> {
  const sentAt = await findSentAt(db, touchpoint);
  return sentAt ? clock.now().getTime() - sentAt.getTime() : null;
}
