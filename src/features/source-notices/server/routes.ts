import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import { chooseDataRight, showDataChoices } from './data-choices.ts';
import { sendSourceNotice } from './send-source-notice.ts';
import { getSourceNotice } from './source-notice.ts';

export function mountSourceNotices({ mount }: HttpServer, ctx: Context): void {
  mount(contract.getSourceNotice, ({ params }) => getSourceNotice(ctx, params.id));
  mount(contract.sendSourceNotice, ({ params, body }, { actor }) =>
    sendSourceNotice(ctx, params.id, body, actor),
  );
  mount(contract.showDataChoices, ({ params, query }) => showDataChoices(ctx, params.token, query.lang));
  mount(contract.chooseDataRight, ({ params, body, query }) =>
    chooseDataRight(ctx, params.token, body.choice, query.lang),
  );
}
