import type { z } from 'zod';
import { hostedPagePath } from '#features/content/contract-pages.ts';
import { parseSender } from '#features/mail/server/service.ts';
import type { Mailboxes } from '#features/mailboxes/server/service.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import type { Egress } from '#platform/egress.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import type { PreflightCheck, preflightCampaign } from '../../contract-preview.ts';
import { preflightChecks } from '../../rules-preflight.ts';
import { findLandingSiteByUrl } from '../campaign-store.ts';
import type { Launch } from '../launch-service.ts';
import type { Preview } from './preview-service.ts';

/** How many people of these groups have written and are not answered yet. */
export type UnansweredCount = (groupIds: readonly string[]) => Promise<number>;

type Dependencies = {
  db: Database;
  launch: Pick<Launch, 'readSender'>;
  preview: Pick<Preview, 'listTargets' | 'listImpressions'>;
  mailboxes: Pick<Mailboxes, 'findSending' | 'isMailPaused'>;
  transports: MailTransports;
  egress: Egress;
  publicUrl: string;
  countUnanswered: UnansweredCount;
};

const LINK_TIMEOUT_MS = 6 * SECOND_MS;

/** What is looked at before a launch. */
export function createChecks(dependencies: Dependencies) {
  const { db, launch, preview, mailboxes, transports, egress, publicUrl, countUnanswered } = dependencies;
  const statusOf = async (url: string): Promise<{ url: string; status: number | null }> => {
    // A page of ours is known here; from outside this server may not even see itself.
    if (url.startsWith(`${publicUrl}${hostedPagePath('')}`)) {
      const { origin, pathname } = new URL(url);
      return { url, status: (await findLandingSiteByUrl(db, origin + pathname)) ? 200 : 404 };
    }
    try {
      return { url, status: (await egress({ url, timeoutMs: LINK_TIMEOUT_MS })).status };
    } catch {
      return { url, status: null };
    }
  };

  return {
    async preflightCampaign(input: z.output<typeof preflightCampaign.body>): Promise<PreflightCheck[]> {
      const { workspace, sender } = await launch.readSender();
      const own = await mailboxes.findSending();
      const { domain } = parseSender(own?.from ?? sender.header);
      const [records, impressions, links, unanswered] = await Promise.all([
        transports.readSenderRecords(domain),
        preview.listImpressions(input),
        Promise.all((await preview.listTargets(input)).map(statusOf)),
        countUnanswered(input.targetGroups ?? []),
      ]);
      return preflightChecks({
        channels: input.channels ?? [],
        domain,
        ...records,
        links,
        impressions,
        publicUrl,
        postalAddress: workspace.postalAddress,
        hasMailServer: own !== undefined || transports.smtp !== undefined,
        isMailPaused: await mailboxes.isMailPaused(),
        unanswered,
      });
    },
  };
}
