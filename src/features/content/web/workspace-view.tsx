import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import type { UnchangedReason } from '#engines/writing/reasons.ts';
import { Button } from '#ui/button.tsx';
import { isGone } from '#ui/calls/call-api.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { errorText } from '#ui/error-words.ts';
import { useFocusAlong } from '#ui/focus/use-focus-along.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { MESSAGES } from '../contract.ts';
import { type ContentSessionDetail } from '../contract-sessions.ts';
import { TYPE_LABELS } from '../rules.ts';
import { needsModel, UNCHANGED_WORDS } from '../rules-writing-words.ts';
import { AgentSection } from './agent-section.tsx';
import { sessionQuery, useEditContent, useRole } from './api.ts';
import { ResultSection } from './result-section.tsx';
import { SaveAssetDialog } from './save-asset-dialog.tsx';
import { SetSection } from './set-section.tsx';
import { useByHand } from './use-by-hand.ts';
import { useWriting, type WritingFailure } from './use-writing.ts';

type WorkspaceProps = {
  sessionId: string;
  onLeave: () => void;
  onOpen: (id: string) => void;
  onSaved: () => void;
};

/** One session at work: the agent on the left, what it wrote on the right. */
export function WorkspaceView(props: WorkspaceProps) {
  const session = useQuery(sessionQuery(props.sessionId));
  if (session.isPending) {
    return (
      <Loading
        label="Loading the session"
        className="grid gap-6 p-4 sm:p-8 lg:grid-cols-[22rem_minmax(0,1fr)]"
      >
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-96 w-full" />
      </Loading>
    );
  }
  if (session.isLoadingError || isGone(session.error)) {
    return (
      <div className="p-4 sm:p-8">
        <ErrorState title="The session could not be loaded" query={session} />
        <Button icon={ArrowLeft} onClick={props.onLeave} className="mx-auto mt-4 flex">
          All sessions
        </Button>
      </div>
    );
  }
  return <Workspace key={session.data.id} session={session.data} {...props} />;
}

type Brief = {
  prompt: string;
  targetAudience: ContentSessionDetail['targetAudience'];
  tone: ContentSessionDetail['tone'];
};

/** What was asked for comes to nothing: it is asked for again as the session stands then. */
type Failure = WritingFailure & { asked: { brief: Brief } | { refinement: string } };

function Workspace({
  session,
  onLeave,
  onOpen,
  onSaved,
}: WorkspaceProps & { session: ContentSessionDetail }) {
  const { canChange } = useRole();
  const navigate = useNavigate();
  const writing = useWriting();
  const edit = useEditContent(session.id);
  const latest = session.versions.at(-1);
  const byHand = useByHand(session, writing.isWriting || edit.isPending);
  const { edited, setEdited, isEdited } = byHand;
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  // The box of the first prompt goes with the first text.
  const textHeading = useRef<HTMLHeadingElement>(null);
  useFocusAlong(textHeading, latest === undefined);

  const fail = (description: string) => toast({ title: 'Error', description, variant: 'destructive' });

  async function generate(input: Brief): Promise<boolean> {
    if (input.prompt.trim() === '') {
      fail(MESSAGES.prompt);
      return false;
    }
    setFailure(null);
    const outcome = await writing.generate({
      sessionId: session.id,
      contentType: session.contentType,
      baseVersion: session.currentVersion,
      ...input,
    });
    if (outcome.state === 'done') {
      toast({
        title: 'Content Generated',
        description: outcome.written.explanation || 'AI has generated your content successfully.',
      });
    } else if (outcome.state === 'failed') {
      setFailure({ ...outcome.failure, asked: { brief: input } });
      fail('Failed to generate content.');
    }
    return outcome.state === 'done';
  }

  /** The request stays, to be worded differently. */
  function tellUnchanged(reason: UnchangedReason) {
    const settings = {
      label: 'Open Settings',
      onSelect: () => void navigate({ to: '/settings', hash: 'outside-services' }),
    };
    toast({
      title: 'Not changed',
      description: UNCHANGED_WORDS[reason],
      ...(needsModel(reason) ? { offer: settings } : {}),
    });
  }

  async function refine(refinementRequest: string): Promise<boolean> {
    if (refinementRequest.trim() === '' || latest === undefined) {
      fail(MESSAGES.refinement);
      return false;
    }
    setFailure(null);
    const outcome = await writing.refine({
      sessionId: session.id,
      refinementRequest,
      currentContent: isEdited ? edited : latest.content,
      baseVersion: isEdited ? byHand.begunAt : session.currentVersion,
    });
    if (outcome.state === 'done' && outcome.written.reason !== null) {
      tellUnchanged(outcome.written.reason);
    } else if (outcome.state === 'done') {
      setEdited('');
      toast({
        title: 'Content Refined',
        description: outcome.written.explanation || 'Content has been refined based on your request.',
      });
    } else if (outcome.state === 'failed') {
      setFailure({ ...outcome.failure, asked: { refinement: refinementRequest } });
      fail('Failed to refine content.');
    }
    return outcome.state === 'done' && outcome.written.reason === null;
  }

  const askAgain = (asked: Failure['asked']) =>
    'brief' in asked ? generate(asked.brief) : refine(asked.refinement);

  async function keepEdit(): Promise<boolean> {
    if (!isEdited) return true;
    try {
      await edit.mutateAsync({ content: edited, baseVersion: byHand.begunAt });
      setEdited('');
      return true;
    } catch (error) {
      fail(errorText(error));
      return false;
    }
  }

  function openSave() {
    if (latest === undefined) fail(MESSAGES.assetName);
    else setIsSaving(true);
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 sm:px-8">
        <Button variant="ghost" size="row" icon={ArrowLeft} onClick={onLeave} className="-ml-2">
          All sessions
        </Button>
        <h2 className="min-w-0 truncate text-h2">{session.sessionName}</h2>
        <span className="text-small text-ink-3">{TYPE_LABELS[session.contentType]}</span>
      </div>
      <div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(20rem,24rem)_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
        <AgentSection
          session={session}
          writing={writing}
          failure={failure && { ...failure, retry: () => void askAgain(failure.asked) }}
          canChange={canChange}
          onGenerate={generate}
          onRefine={refine}
          onSave={openSave}
        >
          <SetSection session={session} canChange={canChange} onOpen={onOpen} />
        </AgentSection>
        <ResultSection
          heading={textHeading}
          session={session}
          writing={writing}
          canChange={canChange}
          edited={edited}
          isEdited={isEdited}
          isKeeping={edit.isPending}
          versions={byHand.versions}
          onEdit={setEdited}
          onKeep={() => void keepEdit()}
          onSave={openSave}
        />
      </div>
      <SaveAssetDialog
        sessionId={session.id}
        open={isSaving}
        onOpenChange={setIsSaving}
        beforeSave={keepEdit}
        onSaved={onSaved}
      />
    </div>
  );
}
