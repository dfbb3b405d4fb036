import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import * as board from '../contract-board.ts';
import * as manual from '../contract-manual-messages.ts';
import { getCrmStats, listCategoryCounts } from './get-crm-stats.ts';
import { getTimeline } from './get-timeline.ts';
import { listBoardCards } from './list-board-cards.ts';
import { markContacted, takeBackContact } from './mark-contacted.ts';
import { addTask, changeTask, deleteTask, listLeadTasks, listTasks, restoreTask } from './tasks.ts';

export function mountCrm({ mount }: HttpServer, ctx: Context): void {
  mount(contract.getCrmStats, () => getCrmStats(ctx));
  mount(contract.listCategoryCounts, () => listCategoryCounts(ctx));
  mount(contract.getTimeline, ({ params }) => getTimeline(ctx, params.id));

  mount(manual.markContacted, ({ params, body }, { actor }) => markContacted(ctx, params.id, body, actor));
  mount(manual.takeBackContact, ({ params }, { actor }) => takeBackContact(ctx, params.id, actor));

  mount(board.listBoardCards, ({ query }) => listBoardCards(ctx, query));

  mount(board.listLeadTasks, ({ params }) => listLeadTasks(ctx, params.id));
  mount(board.addTask, ({ params, body }, { actor }) => addTask(ctx, params.id, body, actor));
  mount(board.listTasks, ({ query }, { actor }) => listTasks(ctx, query.owner, actor));
  mount(board.changeTask, ({ params, body }) => changeTask(ctx, params.id, body));
  mount(board.deleteTask, async ({ params }) => {
    await deleteTask(ctx, params.id);
    return undefined;
  });
  mount(board.restoreTask, ({ params }) => restoreTask(ctx, params.id));
}
