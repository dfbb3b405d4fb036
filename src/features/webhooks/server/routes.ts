import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayDeliveries,
  replayDelivery,
  restoreWebhook,
  rotateSecret,
  testWebhook,
} from './webhooks.ts';

export function mountWebhooks({ mount }: HttpServer, ctx: Context): void {
  mount(contract.listWebhooks, () => listWebhooks(ctx));
  mount(contract.createWebhook, ({ body }, { actor }) => createWebhook(ctx, body, actor));
  mount(contract.changeWebhook, ({ params, body }, { actor }) => changeWebhook(ctx, params.id, body, actor));
  mount(contract.deleteWebhook, async ({ params }, { actor }) => {
    await deleteWebhook(ctx, params.id, actor);
    return undefined;
  });
  mount(contract.restoreWebhook, ({ params }, { actor }) => restoreWebhook(ctx, params.id, actor));
  mount(contract.rotateWebhookSecret, ({ params }, { actor }) => rotateSecret(ctx, params.id, actor));
  mount(contract.testWebhook, ({ params }) => testWebhook(ctx, params.id));
  mount(contract.listDeliveries, ({ params, query }) => listDeliveries(ctx, params.id, query));
  mount(contract.replayDelivery, ({ params }) => replayDelivery(ctx, params.id, params.deliveryId));
  mount(contract.replayDeliveries, ({ params, body }) => replayDeliveries(ctx, params.id, body));
}
