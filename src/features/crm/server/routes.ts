import type { HttpServer } from '#platform/http.ts';
import { getCrmStats, getTimeline, listCategoryCounts } from '../contract.ts';
import {
  addTask,
  changeTask,
  deleteTask,
  listBoardCards,
  listLeadTasks,
  listTasks,
  restoreTask,
} from '../contract-board.ts';
import { markContacted, takeBackContact } from '../contract-manual-messages.ts';
import type { Crm } from './service.ts';

export function mountCrm({ mount }: HttpServer, crm: Crm): void {
  mount(getCrmStats, () => crm.getStats());
  mount(listCategoryCounts, () => crm.listCategoryCounts());
  mount(getTimeline, ({ params }) => crm.getTimeline(params.id));

  mount(markContacted, ({ params, body }, { actor }) => crm.markContacted(params.id, body, actor));
  mount(takeBackContact, ({ params }, { actor }) => crm.takeBackContact(params.id, actor));

  mount(listBoardCards, ({ query }) => crm.listCards(query));

  mount(listLeadTasks, ({ params }) => crm.listLeadTasks(params.id));
  mount(addTask, ({ params, body }, { actor }) => crm.addTask(params.id, body, actor));
  mount(listTasks, ({ query }, { actor }) => crm.listTasks(query.owner, actor));
  mount(changeTask, ({ params, body }) => crm.changeTask(params.id, body));
  mount(deleteTask, async ({ params }) => {
    await crm.deleteTask(params.id);
    return undefined;
  });
  mount(restoreTask, ({ params }) => crm.restoreTask(params.id));
}
