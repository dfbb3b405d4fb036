import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListTodo } from 'lucide-react';
import { useEffect } from 'react';
import { privacyRequestsQuery } from '#features/privacy/web/api.ts';
import { countOf } from '#kit/text.ts';
import { linkButtonClass } from '#ui/button-class.ts';
import { toast } from '#ui/toast.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { dueWords } from '../rules-board.ts';
import { tasksQuery } from './board-api.ts';

/** Longer waits overflow the browser's timer. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** How many of one's own tasks are due and how many people wait for an answer about their data, in the header; says so when the time of one comes. */
export function TaskBadge() {
  const { data } = useQuery(tasksQuery('me'));
  useEffect(() => {
    const now = Date.now();
    const timers = (data ?? []).flatMap(({ title, leadName, dueAt }) => {
      const wait = Date.parse(dueAt) - now;
      if (wait <= 0 || wait > LONGEST_WAIT_MS) return [];
      return [setTimeout(() => toast({ title: `Due now: ${title}`, description: leadName }), wait)];
    });
    return () => timers.forEach(clearTimeout);
  }, [data]);
  const { data: requests = [] } = useQuery(privacyRequestsQuery());
  const due = data?.filter((task) => dueWords(task.dueAt, new Date()).isLate).length ?? 0;
  const all = due + requests.length;
  if (all === 0) return null;
  const words = [
    ...(due === 0 ? [] : [`${countOf(due, 'task')} due`]),
    ...(requests.length === 0 ? [] : [`${countOf(requests.length, 'privacy request')} to answer`]),
  ].join(', ');
  return (
    <Tooltip content={words}>
      <Link
        to="/crm"
        search={{ view: 'tasks' }}
        aria-label={words}
        className={linkButtonClass({ variant: 'ghost' })}
      >
        <ListTodo className="size-4" />
        <span className="font-medium text-amber-ink tabular-nums">{all}</span>
      </Link>
    </Tooltip>
  );
}
