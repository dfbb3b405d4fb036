import type { HttpServer } from '#platform/http.ts';
import { changeWorkspace, getWorkspace, listProviders, removeDemoData } from '../contract.ts';
import type { SettingsService } from './service.ts';

export function mountSettings({ mount }: HttpServer, settings: SettingsService): void {
  mount(getWorkspace, () => settings.getWorkspace());
  mount(changeWorkspace, ({ body }, { actor }) => settings.changeWorkspace(body, actor));
  mount(listProviders, () => settings.listProviders());
  mount(removeDemoData, () => settings.removeDemoData());
}
