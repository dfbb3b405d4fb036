import type { MessageStatus } from '../contract-messages.ts';
import { NOTES } from '../rules.ts';

const listOf = (...statuses: MessageStatus[]): string => `('${statuses.join("', '")}')`;

/** For SQL. Not begun: neither handed over nor given up, so that it can still be changed or taken out. */
export const WAITING = listOf('queued', 'manual', 'held');

/** For SQL. Leaves by itself and has not yet been settled; what people send by hand may lie for ever. */
export const LEAVING = listOf('queued', 'sending', 'held');

/** What keeps a message back and may pass, by what brings it back. */
export const COMES_BACK = {
  withEdit: [NOTES.groupRemoved, NOTES.stepRemoved],
  withText: [NOTES.claimWithDetails],
  withAddress: [NOTES.noAddress, NOTES.badAddress],
  withOtherCampaign: [NOTES.inOtherCampaign],
};

/** For SQL. Nobody knows yet what will become of it. */
export const UNSETTLED = listOf('queued', 'sending', 'manual', 'held');
