import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import type { Campaign } from '../contract.ts';
import {
  useArchiveCampaign,
  useDeleteCampaign,
  useDuplicateCampaign,
  usePauseCampaign,
  useRestoreCampaign,
  useResumeCampaign,
} from './api.ts';

/** Pause, resume and delete with its undo, telling what came of each. */
export function useCampaignActions() {
  const pausing = usePauseCampaign();
  const resuming = useResumeCampaign();
  const deleting = useDeleteCampaign();
  const restoring = useRestoreCampaign();
  const duplicating = useDuplicateCampaign();
  const archiving = useArchiveCampaign();

  // Promises, not callbacks of `mutate`: a deleted campaign's card is gone by the time it is undone.
  async function pause({ id, name }: Campaign): Promise<void> {
    await pausing.mutateAsync(id);
    toast({ title: 'Campaign paused', description: `${name} sends nothing until it is resumed.` });
  }
  async function resume({ id, name }: Campaign): Promise<void> {
    await resuming.mutateAsync(id);
    toast({ title: 'Campaign resumed', description: `${name} goes on where it stopped.` });
  }
  async function restore({ id, name }: Campaign): Promise<void> {
    const { status } = await restoring.mutateAsync(id);
    const hint = status === 'paused' ? `${name} is paused; Resume goes on where it stopped.` : name;
    toast({ title: 'Campaign restored', description: hint });
  }
  async function duplicate({ id }: Campaign): Promise<void> {
    const { name } = await duplicating.mutateAsync(id);
    toast({ title: 'Campaign duplicated', description: `${name} is a draft.` });
  }
  async function unarchive({ id, name }: Campaign): Promise<void> {
    await archiving.mutateAsync({ id, isArchived: false });
    toast({ title: 'Out of the archive', description: name });
  }
  async function archive(campaign: Campaign): Promise<void> {
    await archiving.mutateAsync({ id: campaign.id, isArchived: true });
    toast({
      title: 'Campaign archived',
      description: `${campaign.name} is in the archive below the list. The dashboard still counts it.`,
      undo: () => void tell(unarchive(campaign), 'The campaign could not be taken out of the archive.'),
    });
  }
  async function remove(campaign: Campaign): Promise<void> {
    await deleting.mutateAsync(campaign.id);
    toast({
      title: 'Campaign deleted',
      description: campaign.name,
      undo: () => void tell(restore(campaign), 'The campaign could not be restored.'),
    });
  }

  return {
    /** The campaign that is being paused or resumed just now. */
    pausingId: pausing.isPending ? pausing.variables : undefined,
    resumingId: resuming.isPending ? resuming.variables : undefined,
    pause: (campaign: Campaign) => tell(pause(campaign), 'The campaign could not be paused.'),
    resume: (campaign: Campaign) => tell(resume(campaign), 'The campaign could not be resumed.'),
    duplicate: (campaign: Campaign) => tell(duplicate(campaign), 'The campaign could not be duplicated.'),
    archive: (campaign: Campaign) => tell(archive(campaign), 'The campaign could not be archived.'),
    unarchive: (campaign: Campaign) =>
      tell(unarchive(campaign), 'The campaign could not be taken out of the archive.'),
    remove: (campaign: Campaign) => tell(remove(campaign), 'The campaign could not be deleted.'),
  };
}

export type CampaignActions = ReturnType<typeof useCampaignActions>;

/** Whether it was done; what failed is told. */
function tell(deed: Promise<void>, failure: string): Promise<boolean> {
  return deed.then(
    () => true,
    (error) => {
      tellFailure(failure)(error);
      return false;
    },
  );
}
