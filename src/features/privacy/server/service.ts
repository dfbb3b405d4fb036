import type { Compliance } from '#features/compliance/server/service.ts';
import { noteTexts } from '#features/leads/server/erasure-service.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { createConsent } from './consent-service.ts';
import { createErasures } from './erasure-service.ts';
import { createMentions } from './mention-service.ts';
import type { PersonalDataStore } from './personal-data.ts';
import { createTexts } from './personal-texts-service.ts';
import { createRequests } from './request-service.ts';
import { createRetention } from './retention-service.ts';
import { HAS_REQUEST, moveRequests, moveRequestsBack } from './store.ts';

export type { PersonalDataStore } from './personal-data.ts';

type Dependencies = {
  db: Database;
  queue: Pick<JobQueue, 'forget'>;
  compliance: Compliance;
  tracking: Tracking;
  leads: Pick<Leads, 'linkRecords'>;
  /** The clock; another one in tests. */
  now?: () => Date;
};

/** What people agreed to, what they may ask of us, and how long we keep them. */
export function createPrivacy({
  db,
  queue,
  compliance,
  tracking,
  leads,
  now = () => new Date(),
}: Dependencies) {
  const holders: PersonalDataStore[] = [];
  leads.linkRecords({
    part: 'requests',
    workedOn: HAS_REQUEST,
    move: moveRequests,
    moveBack: moveRequestsBack,
  });
  const texts = createTexts({ db });
  const { textsTo } = texts;
  const { listMentions, redact } = createMentions({
    db,
    places: () => [
      { kind: 'note', topic: 'leads', place: noteTexts },
      ...holders.flatMap(({ texts: places = [] }) => places),
    ],
  });
  const { forgetFound, forgetDeleted, eraseLead } = createErasures({
    db,
    queue,
    compliance,
    tracking,
    now,
    holders,
    redact,
  });
  return {
    /** Wired once, at the start. */
    registerPersonalDataStore: (holder: PersonalDataStore): void => {
      holders.push(holder);
      leads.linkRecords(holder);
    },
    eraseLead,
    listMentions,
    ...texts,
    ...createConsent({ db, compliance, now }),
    ...createRequests({ db, compliance, now, holders, textsTo }),
    ...createRetention({ db, compliance, now, forgetFound }),

    /** Undo of a deletion is offered for a day; then people are removed. */
    async tidy(): Promise<void> {
      await forgetDeleted(new Date(now().getTime() - DAY_MS));
    },
  };
}
export type Privacy = ReturnType<typeof createPrivacy>;
