import type { JobQueue } from '#platform/jobs.ts';
import type { LiveHub } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import { createCampaignsService } from './campaigns-service.ts';
import { createDelivery } from './delivery-service.ts';
import { createLaunch, type LaunchDependencies } from './launch-service.ts';
import { createMailTemplates } from './mail-templates.ts';
import { createMessagesService } from './messages-service.ts';
import { createNotices, type NoticeDependencies } from './notice-service.ts';
import { createPreview } from './preview-service.ts';
import { createTrail } from './trail-service.ts';

type Dependencies = LaunchDependencies &
  Pick<NoticeDependencies, 'leads' | 'links'> & {
    queue: JobQueue;
    hub: Pick<LiveHub, 'announceSoon'>;
    log: Log;
    transports: MailTransports;
  };

/** Campaigns: compose, preview, launch, send. `delivery` is at work only where it is started. */
export function createCampaigns(dependencies: Dependencies) {
  const { db, queue, tracking, compliance, settings, publicUrl, transports, hub, log } = dependencies;
  const launch = createLaunch(dependencies);
  const campaigns = createCampaignsService({ db, queue, settings, compliance, tracking, launch });
  const workspaceName = async (): Promise<string> => (await settings.getWorkspace()).name;
  const templates = createMailTemplates({ db, publicUrl, workspaceName });
  return {
    ...campaigns,
    ...createPreview({ db, compliance, launch, publicUrl }),
    ...createNotices({ ...dependencies, launch }),
    ...createTrail({ db, publicUrl }),
    ...createMessagesService({ db, tracking, outbox: transports.outbox, templates, publicUrl }),
    delivery: createDelivery({
      db,
      tracking,
      compliance,
      hub,
      templates,
      log,
      transports,
      launch,
      completeCampaigns: campaigns.completeCampaigns,
    }),
  };
}
export type Campaigns = ReturnType<typeof createCampaigns>;
