import type { CampaignDraft } from './campaign-draft.ts';

/** What the dialog was opened for. `draft` is what was in it when it was closed without saving. */
export type ComposerTask =
  | { mode: 'create'; templateId?: string; targetGroups?: string[]; draft?: CampaignDraft }
  | { mode: 'edit'; campaignId: string; draft?: CampaignDraft };
