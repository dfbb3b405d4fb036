import type { Lead } from '../contract.ts';
import { nextAction, scoreBand } from '../rules.ts';
import type { LeadRow } from './store.ts';

/** A lead as everybody sees it. */
export function toLead(row: LeadRow): Lead {
  return {
    id: row.id,
    name: row.name,
    givenName: row.givenName,
    familyName: row.familyName,
    company: row.company,
    email: row.email,
    handle: row.handle,
    phone: row.phone,
    platform: row.platform,
    behaviorSignal: row.behaviorSignal,
    signalUrl: row.signalUrl,
    signalAt: row.signalAt?.toISOString() ?? null,
    aiScore: row.aiScore,
    scoreCategory: scoreBand(Number(row.aiScore)),
    scoreReasons: row.scoreReasons,
    scoredBy: row.scoredBy,
    contactStatus: row.contactStatus,
    groupId: row.groupId,
    stage: row.stage,
    stageSince: row.stageChangedAt.toISOString(),
    nextAction: nextAction(row.stage, row.isOnboarded, row.legalGround),
    isOnboarded: row.isOnboarded,
    lastContact: row.lastContactAt?.toISOString() ?? null,
    country: row.country,
    legalGround: row.legalGround,
    isSuppressed: row.isSuppressed,
    hasRefused: row.hasRefused,
    hasBounced: row.hasBounced,
    ownerId: row.ownerId,
    tags: row.tags,
    isNotFit: row.isNotFit,
    custom: row.custom,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  };
}
