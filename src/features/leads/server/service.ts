/** What other features need of leads. */
export { lockPeople } from './erasure-store.ts';
export { getGroup } from './groups/groups.ts';
export { findDismissed, isErased } from './identity/dismissal-store.ts';
export { listKnown, type Sought } from './identity/match-index-store.ts';
export { listMerges } from './identity/merge-leads.ts';
export { insertDuplicates, type StoredLead, withMerged } from './identity/merge-store.ts';
export { addLead } from './intake/add-lead.ts';
export { hideLeads, insertInOrder, insertNotes } from './intake/intake-store.ts';
export { welcomeVisitor } from './intake/register-visitor.ts';
export { listLeads } from './lists/list-leads.ts';
export { listNotes, noteTexts } from './notes-store.ts';
export {
  findLead,
  insertNewPeople,
  type LeadRow,
  listDeleted,
  lockLead,
  type MadeMove,
  type NewLeadRow,
  resetLastContact,
  searchTextOf,
  setLastContact,
  updateLead,
} from './store.ts';
