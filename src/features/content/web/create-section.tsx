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
  const { canChange } = useRole();
  if (sessionId !== undefined) {
    return (
      <WorkspaceView
        sessionId={sessionId}
        onLeave={() => onSession(undefined)}
        onOpen={onSession}
        onSaved={onSaved}
      />
    );
  }
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
