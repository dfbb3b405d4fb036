/** What other features need of leads. */
export { listMerges } from './identity/merge-leads.ts';
export { addLead } from './intake/add-lead.ts';
export { welcomeVisitor } from './intake/register-visitor.ts';
export { listLeads } from './lists/list-leads.ts';
export { type MadeMove, resetLastContact, setLastContact } from './store.ts';
