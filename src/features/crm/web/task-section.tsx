import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { WaitingRequestsPanel } from '#features/privacy/web/waiting-requests-panel.tsx';
import { countOf } from '#kit/text.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { dueWords } from '../rules-board.ts';
import { tasksQuery } from './board-api.ts';
import { useTellLostChanges } from './lost-changes.ts';
import { TaskList } from './task-list.tsx';

/** What is due: of oneself or of everybody, the late ones first. */
export function TaskSection({ canChange }: { canChange: boolean }) {
  const [owner, setOwner] = useState<'me' | 'all'>('me');
  const tasks = useQuery(tasksQuery(owner));
  useTellLostChanges({ list: owner, tasks: tasks.data });
  const now = new Date();
  const due = tasks.data?.filter(({ dueAt }) => dueWords(dueAt, now).isLate) ?? [];
  const later = tasks.data?.filter(({ dueAt }) => !dueWords(dueAt, now).isLate) ?? [];
  return (
    <section aria-labelledby="tasks" className="max-w-3xl px-(--page-inset) py-4">
      <SectionHeading
        id="tasks"
        title="Tasks"
        note={tasks.data && countOf(tasks.data.length, 'open task')}
        action={
          <SegmentedControl
            label="Whose tasks"
            value={owner}
            onValueChange={setOwner}
            segments={[
              { value: 'me', label: 'Mine' },
              { value: 'all', label: 'Everybody’s' },
            ]}
            className="h-7"
          />
        }
      />
      <WaitingRequestsPanel />
      {canChange && (tasks.data?.length ?? 0) > 0 && (
        <p className="pt-2 text-small text-ink-3">
          A task is for one person:{' '}
          <Link to="/crm" search={{}} className="link">
            choose them in the table
          </Link>{' '}
          and add it there.
        </p>
      )}
      {tasks.isPending ? (
        <Loading label="Loading the tasks" className="space-y-3 py-3">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
        </Loading>
      ) : tasks.isError ? (
        <ErrorState isCompact title="The tasks could not be loaded" query={tasks} />
      ) : tasks.data.length === 0 ? (
        <EmptyState
          isCompact
          title="Nothing to do"
          text="Open a lead and add a task: it comes up here when it is due."
        />
      ) : (
        <>
          {due.length > 0 && (
            <>
              <h3 className="pt-3 text-small font-medium text-amber-ink">Due</h3>
              <TaskList hasLead label="Due" tasks={due} canChange={canChange} />
            </>
          )}
          {later.length > 0 && (
            <>
              <h3 className="pt-3 text-small font-medium text-ink-2">Later</h3>
              <TaskList hasLead label="Later" tasks={later} canChange={canChange} />
            </>
          )}
        </>
      )}
    </section>
  );
}
