import type { HttpServer } from '#platform/http.ts';
import { chooseDataRight, getSourceNotice, sendSourceNotice, showDataChoices } from '../contract.ts';
import type { SourceNotices } from './service.ts';

export function mountSourceNotices({ mount }: HttpServer, notices: SourceNotices): void {
  mount(getSourceNotice, ({ params }) => notices.getSourceNotice(params.id));
  mount(sendSourceNotice, ({ params, body }, { actor }) => notices.sendSourceNotice(params.id, body, actor));
  mount(showDataChoices, ({ params, query }) => notices.showDataChoices(params.token, query.lang));
  mount(chooseDataRight, ({ params, body, query }) =>
    notices.chooseDataRight(params.token, body.choice, query.lang),
  );
}
