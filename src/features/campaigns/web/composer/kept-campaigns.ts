import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { currentUserQuery } from '#features/access/web/api.ts';
import { forgetWork, keepWork, readWork, useWorkNames } from '#ui/kept/kept-work.ts';
import { Channel, SendWindow, StepTest, VariantLetter } from '../../contract.ts';
import type { CampaignDraft } from './campaign-draft.ts';
import { type ComposerTask, taskName, taskOfName } from './composer-task.ts';

const KeptDraft = z.object({
  name: z.string(),
  objective: z.string(),
  landingSiteId: z.string().nullable(),
  isCustomUrl: z.boolean(),
  customUrl: z.string(),
  channels: z.array(Channel),
  targetGroups: z.array(z.string()),
  selectedContentAssets: z.array(z.string()),
  steps: z.array(
    z.object({
      key: z.string(),
      channel: Channel,
      delayHours: z.number(),
      subject: z.string(),
      body: z.string(),
      composedBy: z.string().nullable(),
      quotedFrom: z.string().nullable(),
      variants: z.array(z.object({ letter: VariantLetter, subject: z.string(), body: z.string() })),
      test: StepTest,
    }),
  ),
  templateId: z.string().optional(),
  allowsCondition: z.boolean(),
  sendWindow: SendWindow.nullable(),
  startsAt: z.string().nullable(),
  skipsBusyPeople: z.boolean(),
});

const Kept = z.object({ draft: KeptDraft, version: z.number().int().optional(), at: z.iso.datetime() });

/** A form that was left without saving, as it is kept in this browser. */
export type KeptCampaign = {
  task: ComposerTask;
  draft: CampaignDraft;
  version: number | undefined;
  at: string;
};

/** The forms that the signed-in person left unsaved in this browser, the newest first. */
export function useKeptCampaigns() {
  const user = useQuery(currentUserQuery()).data;
  const beginning = `campaign.${user?.id}.`;
  const find = (task: ComposerTask): KeptCampaign | undefined => {
    const { data } = Kept.safeParse(readWork(beginning + taskName(task)));
    if (!data) return undefined;
    const draft = { ...data.draft, templateId: data.draft.templateId };
    return { task, draft, version: data.version, at: data.at };
  };
  return {
    kept: useWorkNames(beginning)
      .flatMap((name) => find(taskOfName(name.slice(beginning.length))) ?? [])
      .toSorted((left, right) => right.at.localeCompare(left.at)),
    find,
    keep: ({ task, ...unsaved }: KeptCampaign) => keepWork(beginning + taskName(task), unsaved),
    forget: (task: ComposerTask) => forgetWork(beginning + taskName(task)),
  };
}

export function keptName({ draft }: Pick<KeptCampaign, 'draft'>): string {
  return draft.name.trim() || 'Unnamed campaign';
}
