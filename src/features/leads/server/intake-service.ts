// For features that bring people in: who is known already, how people are stored, and what follows.
export { getGroup } from './groups/groups.ts';
export { findDismissed, isErased } from './identity/dismissal-store.ts';
export { listKnown, type Sought } from './identity/match-index-store.ts';
export { insertDuplicates, type StoredLead } from './identity/merge-store.ts';
export { hideLeads, insertInOrder, insertNotes } from './intake/intake-store.ts';
export { queueLeadChecks } from './lead-checks.ts';
export { hashesOf, identify, lookupHashesOf } from './person.ts';
export { insertNewPeople, lockLead, type NewLeadRow, searchTextOf, updateLead } from './store.ts';
