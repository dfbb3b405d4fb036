import type { Context } from '#platform/context.ts';
import { noteDeadAddress } from './addresses.ts';
import { listMerges } from './identity/merge-leads.ts';
import { addLead } from './intake/add-lead.ts';
import { welcomeVisitor } from './intake/register-visitor.ts';
import { deleteLead, getLead } from './lead-records.ts';
import { listLeads } from './lists/list-leads.ts';
import { listLeadNotes } from './notes.ts';
import { moveBack, moveStage, undoMovesBecause } from './stages.ts';
import { resetLastContact, setLastContact } from './store.ts';

export type { MadeMove } from './store.ts';

type LeadContext = Pick<
  Context,
  | 'db'
  | 'clock'
  | 'jobs'
  | 'contactPepper'
  | 'eventSubscribers'
  | 'enrichment'
  | 'leadSources'
  | 'scoreSignals'
>;

/** For the features that still call leads as an object; `ctx` is read at the time of the call. */
export function bindLeads(ctx: () => LeadContext) {
  type Tail<T> = T extends (first: never, ...rest: infer Rest) => unknown ? Rest : never;
  return {
    noteDeadAddress,
    touchLeads: setLastContact,
    resetLastContact,
    getLead: (id: string) => getLead(ctx(), id),
    listLeads: (...given: Tail<typeof listLeads>) => listLeads(ctx(), ...given),
    listNotes: (id: string) => listLeadNotes(ctx(), id),
    listMerges: (id: string) => listMerges(ctx(), id),
    deleteLead: (...given: Tail<typeof deleteLead>) => deleteLead(ctx(), ...given),
    addLead: (...given: Tail<typeof addLead>) => addLead(ctx(), ...given),
    welcomeVisitor: (...given: Tail<typeof welcomeVisitor>) => welcomeVisitor(ctx(), ...given),
    moveStage: (...given: Tail<typeof moveStage>) => moveStage(ctx(), ...given),
    moveBack: (...given: Tail<typeof moveBack>) => moveBack(ctx(), ...given),
    undoMovesBecause: (...given: Tail<typeof undoMovesBecause>) => undoMovesBecause(ctx(), ...given),
  };
}
export type Leads = ReturnType<typeof bindLeads>;
