import type { HttpServer } from '#platform/http.ts';
import {
  createLead,
  deleteLead,
  exportLeads,
  getLead,
  listForgotten,
  listLeads,
  listScoreOutcomes,
  restoreLead,
  updateLead,
} from '../contract.ts';
import { actOnLeads, getLeadAct, listLeadActs, undoLeadAct } from '../contract-bulk-actions.ts';
import {
  changeLeadGroup,
  createLeadGroup,
  deleteLeadGroup,
  listLeadGroupCounts,
  listLeadGroups,
  restoreLeadGroup,
} from '../contract-groups.ts';
import {
  dismissDuplicate,
  listDuplicates,
  mergeLeads,
  previewMerge,
  reopenDuplicate,
  undoMerge,
} from '../contract-merge.ts';
import { addNote, changeNote, deleteNote, listNotes, listTags, restoreNote } from '../contract-notes.ts';
import {
  changeLeadView,
  deleteLeadView,
  listLeadViews,
  restoreLeadView,
  saveLeadView,
} from '../contract-views.ts';
import type { Leads } from './service.ts';

export function mountLeads({ mount }: HttpServer, leads: Leads): void {
  mount(listLeads, ({ query }) => leads.listLeads(query));
  mount(exportLeads, ({ query }) => leads.exportLeads(query));
  mount(listScoreOutcomes, () => leads.listScoreOutcomes());
  mount(listForgotten, ({ query }) => leads.listForgotten(query.ids));
  mount(getLead, ({ params }) => leads.getLead(params.id));
  mount(createLead, ({ body }, { actor }) => leads.createLead(body, actor));
  mount(updateLead, ({ params, body }, { actor }) => leads.changeLead(params.id, body, actor));
  mount(deleteLead, async ({ params }) => {
    await leads.deleteLead(params.id);
    return undefined;
  });
  mount(restoreLead, ({ params }) => leads.restoreLead(params.id));

  mount(listNotes, ({ params }) => leads.listNotes(params.id));
  mount(addNote, ({ params, body }, { actor }) => leads.addNote(params.id, body.text, actor));
  mount(changeNote, ({ params, body }) => leads.changeNote(params.id, body.text));
  mount(deleteNote, async ({ params }) => {
    await leads.deleteNote(params.id);
    return undefined;
  });
  mount(restoreNote, ({ params }) => leads.restoreNote(params.id));
  mount(listTags, () => leads.listTags());

  mount(actOnLeads, ({ body }, { actor }) => leads.actOnLeads(body, actor));
  mount(listLeadActs, () => leads.listLeadActs());
  mount(getLeadAct, ({ params }) => leads.getLeadAct(params.id));
  mount(undoLeadAct, ({ params }) => leads.undoLeadAct(params.id));

  mount(listLeadViews, (_input, { actor }) => leads.listLeadViews(actor));
  mount(saveLeadView, ({ body }, { actor }) => leads.saveLeadView(body, actor));
  mount(changeLeadView, ({ params, body }, { actor }) => leads.changeLeadView(params.id, body, actor));
  mount(deleteLeadView, async ({ params }, { actor }) => {
    await leads.deleteLeadView(params.id, actor);
    return undefined;
  });
  mount(restoreLeadView, ({ params }, { actor }) => leads.restoreLeadView(params.id, actor));

  mount(previewMerge, ({ params, query }) => leads.previewMerge(params.id, query.otherId));
  mount(mergeLeads, ({ params, body }, { actor }) => leads.mergeLeads(params.id, body, actor));
  mount(undoMerge, ({ params }, { actor }) => leads.undoMerge(params.id, actor));
  mount(listDuplicates, ({ query }) => leads.listDuplicates(query.limit));
  mount(dismissDuplicate, async ({ params }) => {
    await leads.dismissDuplicate(params.id);
    return undefined;
  });
  mount(reopenDuplicate, async ({ params }) => {
    await leads.reopenDuplicate(params.id);
    return undefined;
  });

  mount(listLeadGroups, () => leads.listGroups());
  mount(listLeadGroupCounts, () => leads.countGroups());
  mount(createLeadGroup, ({ body }, { actor }) => leads.createGroup(body, actor));
  mount(changeLeadGroup, ({ params, body }, { actor }) => leads.changeGroup(params.id, body, actor));
  mount(deleteLeadGroup, async ({ params }) => {
    await leads.deleteGroup(params.id);
    return undefined;
  });
  mount(restoreLeadGroup, ({ params }) => leads.restoreGroup(params.id));
}
