import type { Compliance } from '#features/compliance/server/service.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce, type LiveHub } from '#platform/live.ts';
import {
  CAMPAIGN_PARAMETER,
  CONTACT_PARAMETER,
  isPreload,
  isScan,
  type TokenPurpose,
  withToken,
} from '../rules.ts';
import type { Tracking } from './service.ts';
import { findSentAt, findTrackedLink } from './store.ts';

type Dependencies = {
  db: Database;
  tracking: Tracking;
  compliance: Compliance;
  hub: Pick<LiveHub, 'announceSoon'>;
};

type Follower = {
  method: string;
  userAgent: string;
  isKnownBot: boolean;
  isPrefetch: boolean;
  /** Asked not to be followed: a click is only counted, an opened mail not at all. */
  isPrivate: boolean;
};

const OPEN_TOPICS = ['events', 'leads', 'campaigns'] as const;

/** What people do with the links of a message. */
export function createLinks({ db, tracking, compliance, hub }: Dependencies) {
  const contactOf = (purpose: TokenPurpose, token: string) => tracking.findContact(db, purpose, token);

  return {
    /**
     * Counts the click and answers where the link leads, on a page of one's own with whom it was sent to; undefined for a
     * token that we did not make.
     */
    async followLink(token: string, follower: Follower): Promise<string | undefined> {
      const contact = await contactOf('click', token);
      if (!contact?.touchpoint.campaignId) return undefined;
      const { touchpoint, link } = contact;
      const { campaignId } = contact.touchpoint;
      const url = await findTrackedLink(db, campaignId, link);
      if (url === undefined) return undefined;
      const sentAt = await findSentAt(db, touchpoint);
      const isPerson = !isScan({ ...follower, sentMsAgo: sentAt ? Date.now() - sentAt.getTime() : null });
      const { isPrivate } = follower;
      await inTransaction(db, (tx) =>
        tracking.recordEvents(tx, [
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
      if (isPerson) hub.announceSoon(['events', 'usage', 'leads', 'campaigns']);
      // A page of another host learns nothing about its visitor.
      if (!(await tracking.isOwnPage(db, campaignId, url))) return url;
      return isPrivate
        ? withToken(url, CAMPAIGN_PARAMETER, tracking.campaignToken(campaignId))
        : withToken(url, CONTACT_PARAMETER, tracking.pageToken(touchpoint.id));
    },

    /** Counts a mail as opened, once, where a person has opened it; what a machine loads is counted apart. */
    async loadPixel(token: string, follower: Follower): Promise<void> {
      // That it counts once can only be kept with the person.
      if (follower.isPrivate) return;
      const contact = await contactOf('open', token);
      if (!contact) return;
      const sentAt = await findSentAt(db, contact.touchpoint);
      const isMachine = isPreload({ ...follower, sentMsAgo: sentAt ? Date.now() - sentAt.getTime() : null });
      const isNews = await inTransaction(db, (tx) =>
        tracking.noteOpen(tx, contact.touchpoint.id, { isMachine }),
      );
      if (isNews) hub.announceSoon(OPEN_TOPICS);
    },

    /** The person that a link was sent to; undefined for a token that we did not make, without a lead where it is unknown. */
    async findContact(token: string): Promise<{ leadId: string | null } | undefined> {
      const contact = await contactOf('choices', token);
      return contact && { leadId: contact.touchpoint.leadId };
    },

    /** Whether the contact has unsubscribed; undefined for a token that we did not make. */
    async hasUnsubscribed(token: string): Promise<boolean | undefined> {
      const contact = await contactOf('choices', token);
      return contact && compliance.hasStopped(db, contact.touchpoint.contactHash);
    },

    /** Applies to every campaign and channel once it resolves; false for a token that we did not make. */
    async unsubscribe(token: string): Promise<boolean> {
      const contact = await contactOf('choices', token);
      if (!contact) return false;
      const { contactHash, campaignId, leadId, messageId, channel, isDemo } = contact.touchpoint;
      await inTransaction(db, async (tx) => {
        const isNew = await compliance.suppress(tx, {
          contactHash,
          reason: 'unsubscribed',
          leadId,
          campaignId,
          isDemo,
        });
        if (!isNew) return;
        await tracking.recordEvents(tx, [
          {
            type: 'contact.unsubscribed',
            campaignId,
            leadId,
            messageId,
            channel,
            isDemo,
          },
        ]);
        await announce(tx, ['events', 'usage', 'leads', 'campaigns', 'messages']);
      });
      return true;
    },
  };
}
export type Links = ReturnType<typeof createLinks>;
