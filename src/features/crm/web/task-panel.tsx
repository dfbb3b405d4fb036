import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useCanChange, useOwnWork } from '#features/access/web/api.ts';
import { draftNameOf } from '#features/leads/rules-drafts.ts';
import { Button } from '#ui/button.tsx';
import { DrawerSection } from '#ui/drawer.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { useFocusOfForm } from '#ui/focus/use-focus-along.ts';
import { useKeptText } from '#ui/kept/kept-work.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { leadTasksQuery } from './board-api.ts';
import { useTellLostChanges } from './lost-changes.ts';
import { TaskForm } from './task-form.tsx';
import { TaskList } from './task-list.tsx';

/** What is to be done for one lead. */
export function TaskPanel({ leadId }: { leadId: string }) {
  const tasks = useQuery(leadTasksQuery(leadId));
  const canChange = useCanChange();
  const [begun, keep] = useKeptText(useOwnWork(draftNameOf(leadId, 'task')));
  const [isAdding, setIsAdding] = useState(begun !== '');
  useTellLostChanges({ list: leadId, tasks: tasks.data });
  const { part, opener } = useFocusOfForm(isAdding);
  return (
    <DrawerSection title="Tasks">
      {tasks.isPending ? (
        <Loading label="Loading the tasks">
          <Skeleton className="h-4 w-2/3" />
        </Loading>
      ) : tasks.isError ? (
        <ErrorState isCompact title="The tasks could not be loaded" query={tasks} />
      ) : tasks.data.length === 0 ? (
        !isAdding && <p className="text-body text-ink-2">Nothing to do for this person.</p>
      ) : (
        <TaskList label="Tasks" tasks={tasks.data} canChange={canChange} />
      )}
      {canChange &&
        (isAdding ? (
          <div ref={part}>
            <TaskForm
              leadId={leadId}
              begun={begun}
              onBegun={keep}
              onDone={() => {
                keep('');
                setIsAdding(false);
              }}
            />
          </div>
        ) : (
          <Button
            ref={opener}
            size="row"
            variant="ghost"
            icon={Plus}
            className="mt-2 -ml-2"
            onClick={() => setIsAdding(true)}
          >
            Add a task
          </Button>
        ))}
    </DrawerSection>
  );
}
