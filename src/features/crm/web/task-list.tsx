import { Link } from '@tanstack/react-router';
import { Clock, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useOwnWork } from '#features/access/web/api.ts';
import { draftNameOf } from '#features/leads/rules-drafts.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { cn } from '#ui/class-names.ts';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { useFocusOfForm } from '#ui/focus/use-focus-along.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { readWork } from '#ui/kept/kept-work.ts';
import { tellFailure } from '#ui/tell-failure.ts';
import type { Task } from '../contract-board.ts';
import { dueWords } from '../rules-board.ts';
import { useChangeTask, useDeleteTask, useRestoreTask } from './board-api.ts';
import { ChangeTaskForm } from './task-form.tsx';

type TaskListProps = {
  label: string;
  tasks: readonly Task[];
  canChange: boolean;
  /** Beside a list of leads each task names its own. */
  hasLead?: boolean;
};

/** Tasks to tick off and to change; a tick and a deletion can be taken back. */
export function TaskList({ label, tasks, canChange, hasLead = false }: TaskListProps) {
  return (
    <ul aria-label={label}>
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} canChange={canChange} hasLead={hasLead} />
      ))}
    </ul>
  );
}

function TaskRow({ task, canChange, hasLead }: { task: Task; canChange: boolean; hasLead: boolean }) {
  const change = useChangeTask();
  const remove = useDeleteTask();
  const restore = useRestoreTask();
  const isDone = (change.isPending && change.variables.isDone) || task.doneAt !== null;
  const due = dueWords(task.dueAt, new Date());
  const own = useOwnWork(draftNameOf(task.leadId, 'task', task.id));
  const [isChanging, setIsChanging] = useState(() => readWork(own) !== undefined);
  const { part, opener } = useFocusOfForm<HTMLLIElement>(isChanging);

  function tick(next: boolean) {
    const deed = change.mutateAsync({ id: task.id, isDone: next });
    const onFailure = tellFailure('The task was not changed');
    if (!next) {
      deed.catch(onFailure);
      return;
    }
    doWithUndo({
      deed,
      done: { title: `${task.title}: done` },
      onFailure,
      undo: () => change.mutateAsync({ id: task.id, isDone: false }),
      onUndoFailure: tellFailure('The task stays done'),
    });
  }
  function discard() {
    doWithUndo({
      deed: remove.mutateAsync(task.id),
      done: { title: 'Task deleted' },
      onFailure: tellFailure('The task was not deleted'),
      undo: () => restore.mutateAsync(task.id),
      onUndoFailure: tellFailure('The task did not come back'),
    });
  }
  if (isChanging) {
    return (
      <li ref={part} className="border-b border-line py-2">
        <ChangeTaskForm own={own} task={task} onDone={() => setIsChanging(false)} />
      </li>
    );
  }
  return (
    <li className="flex items-start gap-3 border-b border-line py-2">
      <span className="pt-0.5">
        <Checkbox
          aria-label={`Done: ${task.title}`}
          checked={isDone}
          disabled={!canChange}
          onChange={(event) => tick(event.target.checked)}
        />
      </span>
      <div className="min-w-0 flex-1">
        <p className={cn('text-body wrap-anywhere', isDone && 'text-ink-3 line-through')}>{task.title}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-small text-ink-3">
          {hasLead && (
            <Link
              to="/crm"
              search={(search) => ({ ...search, lead: task.leadId })}
              className="link finger-wide"
            >
              {task.leadName}
            </Link>
          )}
          {!isDone && (
            <span className={cn('inline-flex items-center gap-1', due.isLate && 'text-amber-ink')}>
              <Clock className="size-3.5" />
              {due.words}, {clock(task.dueAt)}
            </span>
          )}
          <span>{task.ownerName ?? 'Nobody any more'}</span>
        </p>
      </div>
      {canChange && (
        <span className="flex shrink-0">
          {!isDone && (
            <IconButton
              ref={opener}
              icon={Pencil}
              label={`Change task: ${task.title}`}
              onClick={() => setIsChanging(true)}
            />
          )}
          <IconButton icon={Trash2} label={`Delete task: ${task.title}`} onClick={discard} />
        </span>
      )}
    </li>
  );
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function clock(at: string): string {
  return CLOCK.format(new Date(at));
}
