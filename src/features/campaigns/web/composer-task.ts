import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import type { CampaignDraft } from './campaign-draft.ts';

/** What was in the dialog when it was left without saving, and the version of the campaign that it began from. */
type Unsaved = { draft?: CampaignDraft; version?: number | undefined };

/** What the dialog was opened for. */
export type ComposerTask = Unsaved &
  ({ mode: 'create'; templateId?: string } | { mode: 'edit'; campaignId: string });

const NEW = 'new';

/** The task as it stands in the address, so that a reload or a new sign-in finds it open. */
const TaskSearch = z.object({
  campaign: z.uuid().optional().catch(undefined),
  compose: z.string().max(60).optional().catch(undefined),
  edit: z.uuid().optional().catch(undefined),
});

/** Tells tasks apart: at any time there is one unsaved form of each. */
export function taskName(task: ComposerTask): string {
  return task.mode === 'edit' ? task.campaignId : (task.templateId ?? NEW);
}

export function taskOfName(name: string): ComposerTask {
  if (z.uuid().safeParse(name).success) return { mode: 'edit', campaignId: name };
  return name === NEW ? { mode: 'create' } : { mode: 'create', templateId: name };
}

type ComposerTasks = {
  task: ComposerTask | null;
  openTask: (task: ComposerTask) => void;
  closeTask: () => void;
  /** The campaign that is named in the address, to be shown open in the list. */
  campaignId: string | undefined;
};

/** What the dialog is open for. */
export function useComposerTask(): ComposerTasks {
  const navigate = useNavigate();
  const { campaign, compose, edit } = TaskSearch.parse(useSearch({ strict: false }));
  // The link on the dashboard has to read /campaigns: what it opens travels with the entry in the browser's history.
  const { editCampaign } = useRouterState({ select: (router) => router.location.state });
  const [given, setGiven] = useState<ComposerTask | null>(null);
  const name = edit ?? compose ?? editCampaign;
  const go = (search: z.output<typeof TaskSearch>) =>
    void navigate({
      to: '/campaigns',
      search: { ...(campaign === undefined ? {} : { campaign }), ...search },
      replace: true,
      resetScroll: false,
    });
  return {
    task: name === undefined ? null : given && taskName(given) === name ? given : taskOfName(name),
    openTask(task) {
      setGiven(task);
      go(task.mode === 'edit' ? { edit: task.campaignId } : { compose: taskName(task) });
    },
    closeTask() {
      setGiven(null);
      go({});
    },
    campaignId: campaign,
  };
}
