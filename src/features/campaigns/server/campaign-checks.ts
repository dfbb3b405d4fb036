import { getWorkspace } from '#features/settings/server/workspace.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { Transaction } from '#platform/db.ts';
import { campaignProblems } from '../rules.ts';
import { findAssets, findGroups, findLandingSiteByUrl } from './campaign-store.ts';
import { admitConditions, type Named } from './composing/condition-gate.ts';

export function assertNoProblems(
  form: Parameters<typeof campaignProblems>[0],
  status: 'draft' | 'active',
): void {
  const fields = campaignProblems(form, status === 'active' ? 'launch' : 'draft');
  const [first] = Object.values(fields);
  if (first !== undefined) throw new AppError('invalid_input', first, { fields });
}

export async function assertKnown(tx: Transaction, groupIds: string[], assetIds: string[]): Promise<void> {
  const groups = await findGroups(tx, groupIds);
  if (new Set(groupIds).size !== groups.length) {
    const message = 'One of the lead groups does not exist any more.';
    throw new AppError('invalid_input', message, { fields: { targetGroups: message } });
  }
  const assets = await findAssets(tx, [...new Set(assetIds)]);
  if (new Set(assetIds).size !== assets.length) {
    const message = 'One of the content assets does not exist any more.';
    throw new AppError('invalid_input', message, { fields: { selectedContentAssets: message } });
  }
}

/** Where the workspace takes approved content alone, nothing else gets into a campaign, nor out with it. */
export async function assertApproved(tx: Transaction, assetIds: string[]): Promise<void> {
  if (assetIds.length === 0 || !(await getWorkspace(tx)).approvedContentOnly) return;
  const [open] = (await findAssets(tx, assetIds)).filter(({ status }) => status !== 'approved');
  if (!open) return;
  const message = `“${open.name}” is not approved. Have it approved in the library, or choose another.`;
  throw new AppError('invalid_input', message, { fields: { selectedContentAssets: message } });
}

/** Of what is new: an address that stands among the landing pages has been allowed there. */
export async function admitNames(
  tx: Transaction,
  { id, isAllowed, actor }: { id: string; isAllowed: boolean; actor: Actor },
  { name, landingPageUrl }: { name?: string; landingPageUrl?: string },
): Promise<void> {
  const isKnownPage =
    landingPageUrl !== undefined && (await findLandingSiteByUrl(tx, landingPageUrl)) !== undefined;
  const named: Named[] = [
    ...(name === undefined ? [] : [{ field: 'name', place: 'campaign' as const, text: name }]),
    ...(landingPageUrl === undefined || isKnownPage
      ? []
      : [{ field: 'landingPageUrl', place: 'address' as const, text: landingPageUrl }]),
  ];
  await admitConditions(tx, { named, actor, isAllowed, subject: { kind: 'campaign', id } });
}
