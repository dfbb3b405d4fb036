import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import * as bulk from '../contract-bulk-actions.ts';
import * as groups from '../contract-groups.ts';
import * as merging from '../contract-merge.ts';
import * as notes from '../contract-notes.ts';
import * as views from '../contract-views.ts';
import { actOnLeads, getLeadAct, listLeadActs, undoLeadAct } from './bulk-actions/bulk-actions.ts';
import { listForgotten } from './erasure-store.ts';
import { countByGroup } from './groups/group-store.ts';
import { changeGroup, createGroup, deleteGroup, listLeadGroups, restoreGroup } from './groups/groups.ts';
import { dismissDuplicate, listDuplicates, reopenDuplicate } from './identity/duplicates.ts';
import { mergeLeads, previewMerge, undoMerge } from './identity/merge-leads.ts';
import { createLead } from './intake/add-lead.ts';
import { changeLead, deleteLead, getLead, restoreLead } from './lead-records.ts';
import { countOutcomes } from './lists/list-counts-store.ts';
import { exportLeads, listLeads } from './lists/list-leads.ts';
import {
  changeLeadView,
  deleteLeadView,
  listLeadViews,
  restoreLeadView,
  saveLeadView,
} from './lists/views.ts';
import { addNote, changeNote, deleteNote, listLeadNotes, restoreNote } from './notes.ts';
import { listTagNames } from './notes-store.ts';

export function mountLeads({ mount }: HttpServer, ctx: Context): void {
  const { db } = ctx;
  mount(contract.listLeads, ({ query }) => listLeads(ctx, query));
  mount(contract.exportLeads, ({ query }) => exportLeads(ctx, query));
  mount(contract.listScoreOutcomes, () => countOutcomes(db));
  mount(contract.listForgotten, async ({ query }) =>
    (await listForgotten(db, query.ids)).map(({ id }) => id),
  );
  mount(contract.getLead, ({ params }) => getLead(ctx, params.id));
  mount(contract.createLead, ({ body }, { actor }) => createLead(ctx, body, actor));
  mount(contract.updateLead, ({ params, body }, { actor }) => changeLead(ctx, params.id, body, actor));
  mount(contract.deleteLead, async ({ params }) => {
    await deleteLead(ctx, params.id);
    return undefined;
  });
  mount(contract.restoreLead, ({ params }) => restoreLead(ctx, params.id));

  mount(notes.listNotes, ({ params }) => listLeadNotes(ctx, params.id));
  mount(notes.addNote, ({ params, body }, { actor }) => addNote(ctx, params.id, body.text, actor));
  mount(notes.changeNote, ({ params, body }) => changeNote(ctx, params.id, body.text));
  mount(notes.deleteNote, async ({ params }) => {
    await deleteNote(ctx, params.id);
    return undefined;
  });
  mount(notes.restoreNote, ({ params }) => restoreNote(ctx, params.id));
  mount(notes.listTags, () => listTagNames(db));

  mount(bulk.actOnLeads, ({ body }, { actor }) => actOnLeads(ctx, body, actor));
  mount(bulk.listLeadActs, () => listLeadActs(ctx));
  mount(bulk.getLeadAct, ({ params }) => getLeadAct(ctx, params.id));
  mount(bulk.undoLeadAct, ({ params }) => undoLeadAct(ctx, params.id));

  mount(views.listLeadViews, (_input, { actor }) => listLeadViews(ctx, actor));
  mount(views.saveLeadView, ({ body }, { actor }) => saveLeadView(ctx, body, actor));
  mount(views.changeLeadView, ({ params, body }, { actor }) => changeLeadView(ctx, params.id, body, actor));
  mount(views.deleteLeadView, async ({ params }, { actor }) => {
    await deleteLeadView(ctx, params.id, actor);
    return undefined;
  });
  mount(views.restoreLeadView, ({ params }, { actor }) => restoreLeadView(ctx, params.id, actor));

  mount(merging.previewMerge, ({ params, query }) => previewMerge(ctx, params.id, query.otherId));
  mount(merging.mergeLeads, ({ params, body }, { actor }) => mergeLeads(ctx, params.id, body, actor));
  mount(merging.undoMerge, ({ params }, { actor }) => undoMerge(ctx, params.id, actor));
  mount(merging.listDuplicates, ({ query }) => listDuplicates(ctx, query.limit));
  mount(merging.dismissDuplicate, async ({ params }) => {
    await dismissDuplicate(ctx, params.id);
    return undefined;
  });
  mount(merging.reopenDuplicate, async ({ params }) => {
    await reopenDuplicate(ctx, params.id);
    return undefined;
  });

  mount(groups.listLeadGroups, () => listLeadGroups(ctx));
  mount(groups.listLeadGroupCounts, () => countByGroup(db));
  mount(groups.createLeadGroup, ({ body }, { actor }) => createGroup(ctx, body, actor));
  mount(groups.changeLeadGroup, ({ params, body }, { actor }) => changeGroup(ctx, params.id, body, actor));
  mount(groups.deleteLeadGroup, async ({ params }) => {
    await deleteGroup(ctx, params.id);
    return undefined;
  });
  mount(groups.restoreLeadGroup, ({ params }) => restoreGroup(ctx, params.id));
}
