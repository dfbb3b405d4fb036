import { type HistoryState, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { newId } from '#kit/id.ts';
import { useOpenedEntry } from '#ui/use-opened-entry.ts';
import type { CampaignDraft } from './campaign-draft.ts';

/** What was in the dialog when it was left without saving, and the version of the campaign that it began from. */
type Unsaved = { draft?: CampaignDraft; version?: number | undefined };

/** What the dialog was opened for; `copy` tells apart what is written beside another form of the same. */
export type ComposerTask = Unsaved & { copy?: string | undefined } & (
    | { mode: 'create'; templateId?: string; groupId?: string | undefined; assetId?: string | undefined }
    | { mode: 'edit'; campaignId: string }
  );

const NEW = 'new';
const COPY = '~';

/** The task as it stands in the address, so that a reload or a new sign-in finds it open. */
const TaskSearch = z.object({
  campaign: z.uuid().optional().catch(undefined),
  compose: z.string().max(60).optional().catch(undefined),
  edit: z.uuid().optional().catch(undefined),
  copy: z.string().max(20).optional().catch(undefined),
});

function subjectOf(task: ComposerTask): string {
  return task.mode === 'edit' ? task.campaignId : (task.templateId ?? NEW);
}

/** Tells tasks apart: at any time there is one unsaved form of each. */
export function taskName(task: ComposerTask): string {
  return [subjectOf(task), ...(task.copy === undefined ? [] : [task.copy])].join(COPY);
}

export function taskOfName(name: string): ComposerTask {
  const [subject = NEW, copy] = name.split(COPY);
  if (z.uuid().safeParse(subject).success) return { mode: 'edit', campaignId: subject, copy };
  return subject === NEW ? { mode: 'create', copy } : { mode: 'create', templateId: subject, copy };
}

/** A new campaign that is begun at a lead group is for its people, one that is begun at an asset has that chosen. */
function taskFor(
  task: ComposerTask,
  { campaignForGroup: groupId, campaignWithAsset: assetId }: HistoryState,
): ComposerTask {
  return task.mode === 'create' ? { ...task, groupId, assetId } : task;
}

/** The same once more, to be written beside what there is. */
export function anotherOf({ draft: _draft, version: _version, ...task }: ComposerTask): ComposerTask {
  return { ...task, copy: newId().slice(-8) };
}

type ComposerTasks = {
  task: ComposerTask | null;
  /** Stays the same while one form is written, also when it moves. */
  formKey: string | undefined;
  openTask: (task: ComposerTask) => void;
  /** What is written in the open form is kept under another name from now on. */
  moveTask: (task: ComposerTask) => void;
  closeTask: () => void;
  /** The campaign that is named in the address, to be shown open in the list. */
  campaignId: string | undefined;
};

/** What the dialog is open for. */
export function useComposerTask(): ComposerTasks {
  const navigate = useNavigate();
  const { campaign, compose, edit, copy } = TaskSearch.parse(useSearch({ strict: false }));
  // The link on the dashboard has to read /campaigns: what it opens travels with the entry in the browser's history.
  const begun = useRouterState({ select: (router) => router.location.state });
  const { editCampaign, campaignForGroup, campaignWithAsset } = begun;
  const [given, setGiven] = useState<ComposerTask | null>(null);
  const [moved, setMoved] = useState<{ formKey: string | undefined; name: string } | null>(null);
  const subject = edit ?? compose ?? editCampaign ?? ((campaignForGroup ?? campaignWithAsset) && NEW);
  const name = subject === undefined || copy === undefined ? subject : subject + COPY + copy;
  const formKey = moved !== null && moved.name === name ? moved.formKey : name;
  const { opening, close } = useOpenedEntry();
  const go = (
    search: z.output<typeof TaskSearch>,
    entry: { replace?: boolean; state?: HistoryState } = { replace: true },
  ) =>
    void navigate({
      to: '/campaigns',
      search: { ...(campaign === undefined ? {} : { campaign }), ...search },
      resetScroll: false,
      ...entry,
    });
  const goTo = (task: ComposerTask) => {
    setGiven(task);
    const entry = opening(name !== undefined);
    const { groupId, assetId } = task.mode === 'create' ? task : {};
    go(
      {
        ...(task.mode === 'edit' ? { edit: task.campaignId } : { compose: subjectOf(task) }),
        ...(task.copy === undefined ? {} : { copy: task.copy }),
      },
      // What it was begun with is there after a reload, too.
      { ...entry, state: { ...entry.state, campaignForGroup: groupId, campaignWithAsset: assetId } },
    );
  };
  return {
    task:
      name === undefined
        ? null
        : given && taskName(given) === name
          ? given
          : taskFor(taskOfName(name), begun),
    formKey,
    openTask: goTo,
    moveTask(task) {
      setMoved({ formKey, name: taskName(task) });
      goTo(task);
    },
    closeTask() {
      setGiven(null);
      close(() => go({}));
    },
    campaignId: campaign,
  };
}
