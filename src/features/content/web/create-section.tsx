import { useRef } from 'react';
import { useFocusOnOpen } from '#ui/focus/use-focus-on-open.ts';
import { useRole } from './api.ts';
import { SessionForm } from './session-form.tsx';
import { SessionList } from './session-list.tsx';
import { WorkspaceView } from './workspace-view.tsx';

type CreateSectionProps = {
  sessionId: string | undefined;
  onSession: (id: string | undefined) => void;
  onSaved: () => void;
};

/** Create New: a form first, then the workspace of the session that was chosen. One session at a time. */
export function CreateSection({ sessionId, onSession, onSaved }: CreateSectionProps) {
  const part = useRef<HTMLDivElement>(null);
  useFocusOnOpen(part, sessionId, always);
  return (
    <div ref={part} className="flex min-h-0 flex-1 flex-col focus:outline-none">
      {sessionId === undefined ? (
        <Beginning onSession={onSession} />
      ) : (
        <WorkspaceView
          sessionId={sessionId}
          onLeave={() => onSession(undefined)}
          onOpen={onSession}
          onSaved={onSaved}
        />
      )}
    </div>
  );
}

/** The form and the session never stand beside one another. */
const always = (): boolean => true;

function Beginning({ onSession }: Pick<CreateSectionProps, 'onSession'>) {
  const { canChange } = useRole();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 px-4 py-6 sm:px-8 xl:grid-cols-[minmax(0,38rem)_minmax(18rem,1fr)] xl:gap-16">
      {canChange ? (
        <SessionForm onCreated={onSession} />
      ) : (
        <p className="text-body text-ink-2">Your role reads content. An admin can let you write it.</p>
      )}
      <SessionList onOpen={onSession} />
    </div>
  );
}
