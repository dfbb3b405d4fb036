import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import type { Agent } from '../contract.ts';
import { useDeleteAgent, useRestoreAgent } from './api.ts';

/** Deletes an agent and offers to bring it back. */
export function useAgentDeletion(): (agent: Agent) => void {
  const deleting = useDeleteAgent();
  const restoring = useRestoreAgent();

  // Promises, not callbacks of `mutate`: the card of a deleted agent is gone by the time it is undone.
  async function restore({ id, name }: Agent): Promise<void> {
    await restoring.mutateAsync(id);
    toast({ title: 'AI Expert restored', description: `${name} answers with the same keys.` });
  }
  async function remove(agent: Agent): Promise<void> {
    await deleting.mutateAsync(agent.id);
    toast({
      title: 'AI Expert deleted',
      description: `${agent.name} no longer answers.`,
      undo: () => tell(restore(agent), 'The agent could not be restored.'),
    });
  }
  return (agent) => tell(remove(agent), 'The agent could not be deleted.');
}

function tell(deed: Promise<void>, failure: string): void {
  deed.catch(tellFailure(failure));
}
