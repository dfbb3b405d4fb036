import type { HttpServer } from '#platform/http.ts';
import { listContentAssets } from '../contract.ts';
import type { Content } from './service.ts';

export function mountContent({ mount }: HttpServer, content: Content): void {
  mount(listContentAssets, () => content.listAssets());
}
