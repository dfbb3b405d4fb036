import { Square } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useOwnWork } from '#features/access/web/api.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { AgentFloret } from '#ui/drawings/agent-floret.tsx';
import { Field } from '#ui/field.tsx';
import { useKeptText } from '#ui/kept/kept-work.ts';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { LIMITS } from '../contract.ts';
import { type ContentSessionDetail, type ContentVersion } from '../contract-sessions.ts';
import { TYPE_LABELS } from '../rules.ts';
import type { WritingDesk, WritingFailure } from './use-writing.ts';
import { AUDIENCE_OPTIONS, TONE_OPTIONS } from './words.ts';

type AgentSectionProps = {
  session: ContentSessionDetail;
  writing: WritingDesk;
  failure: (WritingFailure & { retry: () => void }) | null;
  canChange: boolean;
  onGenerate: (input: {
    prompt: string;
    targetAudience: ContentSessionDetail['targetAudience'];
    tone: ContentSessionDetail['tone'];
  }) => Promise<boolean>;
  onRefine: (request: string) => Promise<boolean>;
  onSave: () => void;
  children: ReactNode;
};

/** The conversation with who writes: what was asked for, what was done, and what to ask next. */
export function AgentSection({
  session,
  writing,
  failure,
  canChange,
  children,
  ...deeds
}: AgentSectionProps) {
  const end = useRef<HTMLDivElement>(null);
  const count = session.versions.length;
  useEffect(() => {
    // Not returned: some browsers answer with a promise, and an effect may only return its end.
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [count, writing.isWriting, failure]);
  return (
    <section
      aria-labelledby="content-agent"
      className="flex min-h-0 flex-col border-line-2 max-lg:border-b lg:border-r"
    >
      <div className="flex items-center justify-between gap-3 px-4 pt-4 pb-3 sm:px-6">
        <h3 id="content-agent" className="flex items-center gap-2 text-h2">
          <AgentFloret id="content" />
          AI Content Agent
        </h3>
        <Badge>{session.writer}</Badge>
      </div>
      <div
        role="log"
        aria-label="Conversation"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        className="relative min-h-24 flex-1 space-y-4 px-4 pb-4 focus-visible:-outline-offset-2 sm:px-6 lg:overflow-y-auto"
      >
        <Greeting session={session} />
        {session.versions.map((version) => (
          <Turn key={version.number} version={version} />
        ))}
        {writing.isWriting && (
          // What stands beside the text says it.
          <p aria-hidden="true" className="text-small text-ink-3">
            Writing…
          </p>
        )}
        {failure && (
          <div role="alert" className="rounded-panel border border-red-l bg-red-t px-3 py-2 text-small">
            <p className="text-red-ink">{failure.message}</p>
            <p className="mt-0.5 text-ink-2">
              {count > 0 ? `Version ${count} is as it was.` : 'Nothing was stored.'}
            </p>
            <Button size="row" className="mt-2" onClick={failure.retry}>
              Try again
            </Button>
          </div>
        )}
        {children}
        <div ref={end} />
      </div>
      {canChange && (
        <div className="border-t border-line px-4 py-4 sm:px-6">
          {count === 0 ? (
            <PromptBox key={session.id} session={session} writing={writing} {...deeds} />
          ) : (
            <RefinementBox key={session.id} session={session} writing={writing} {...deeds} />
          )}
        </div>
      )}
    </section>
  );
}

function Greeting({ session }: { session: ContentSessionDetail }) {
  const kind = TYPE_LABELS[session.contentType].toLowerCase();
  return (
    <div className="text-body">
      <p>
        Hello, I am your AI Content Agent. We are working on “{session.sessionName}”, {article(kind)} {kind}.
      </p>
      {session.requirements === '' ? (
        <p className="mt-1.5 text-ink-2">No requirements are set. Say below what it should be about.</p>
      ) : (
        <p className="mt-1.5">
          Your requirements: <span className="whitespace-pre-wrap text-ink-2">{session.requirements}</span>
        </p>
      )}
    </div>
  );
}

function article(words: string): string {
  return /^[aeiou]/.test(words) ? 'an' : 'a';
}

const KIND_WORDS: Record<ContentVersion['kind'], string> = {
  generated: 'Written',
  refined: 'Refined',
  edited: 'Edited by hand',
  restored: 'Brought back',
};

function Turn({ version }: { version: ContentVersion }) {
  return (
    <div className="space-y-2">
      {version.request !== '' && (
        <p className="ml-auto w-fit max-w-[85%] rounded-panel bg-hover px-3 py-2 text-body whitespace-pre-wrap wrap-anywhere">
          {version.request}
        </p>
      )}
      <div className="text-body">
        <p>
          {KIND_WORDS[version.kind]}: version {version.number}.{' '}
          <span className="text-small text-ink-3">{version.writtenBy}</span>
        </p>
        {version.explanation !== '' && (
          <p className="mt-0.5 text-small text-pretty text-ink-2">{version.explanation}</p>
        )}
        {version.facts.length > 0 && (
          <ul aria-label="Product facts used" className="mt-1 text-small text-ink-3">
            {version.facts.map(({ fact, source }) => (
              <li key={fact}>
                {fact} <span className="text-ink-2">({source})</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

type BoxProps = Pick<AgentSectionProps, 'session' | 'writing' | 'onGenerate' | 'onRefine' | 'onSave'>;

const FIRST_IDEAS = [
  'Write the first draft from the requirements',
  'Keep it short and to the point',
  'Open with a question',
];

function PromptBox({ session, writing, onGenerate }: BoxProps) {
  const [prompt, setPrompt] = useKeptText(useOwnWork(`content.${session.id}.prompt`));
  const [targetAudience, setTargetAudience] = useState(session.targetAudience);
  const [tone, setTone] = useState(session.tone);
  async function submit() {
    if (await onGenerate({ prompt, targetAudience, tone })) setPrompt('');
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!writing.isWriting) void submit();
      }}
    >
      <Ideas label="Suggestions" ideas={FIRST_IDEAS} onChoose={setPrompt} />
      <Field label="What should I write?" isRequired className="mt-3">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={prompt}
            maxLength={LIMITS.prompt}
            placeholder="Describe the content you want"
            onChange={(event) => setPrompt(event.target.value)}
          />
        )}
      </Field>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Field label="Target Audience">
          {(control) => (
            <Select
              {...control}
              value={targetAudience}
              onValueChange={setTargetAudience}
              options={AUDIENCE_OPTIONS}
            />
          )}
        </Field>
        <Field label="Tone">
          {(control) => <Select {...control} value={tone} onValueChange={setTone} options={TONE_OPTIONS} />}
        </Field>
      </div>
      <div className="mt-3 flex gap-2">
        <Button type="submit" variant="primary" isPending={writing.isWriting} pendingLabel="Writing…">
          Create Content
        </Button>
        <StopButton writing={writing} />
      </div>
    </form>
  );
}

function RefinementBox({ session, writing, onRefine, onSave }: BoxProps) {
  const [request, setRequest] = useKeptText(useOwnWork(`content.${session.id}.refinement`));
  async function submit() {
    if (await onRefine(request)) setRequest('');
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!writing.isWriting) void submit();
      }}
    >
      <Ideas label="Suggestions" ideas={session.versions.at(-1)?.suggestions ?? []} onChoose={setRequest} />
      <Field label="What should change?" className="mt-3">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={request}
            maxLength={LIMITS.refinement}
            placeholder="Make it shorter and add the date"
            onChange={(event) => setRequest(event.target.value)}
          />
        )}
      </Field>
      <div className="mt-3 flex gap-2">
        <Button type="submit" variant="primary" isPending={writing.isWriting} pendingLabel="Refining…">
          Refine
        </Button>
        <StopButton writing={writing} />
        <Button onClick={onSave} className="ml-auto">
          Save
        </Button>
      </div>
    </form>
  );
}

function StopButton({ writing }: { writing: WritingDesk }) {
  if (!writing.isWriting) return null;
  return (
    <Button icon={Square} onClick={writing.stop}>
      Stop
    </Button>
  );
}

type IdeasProps = { label: string; ideas: readonly string[]; onChoose: (idea: string) => void };

function Ideas({ label, ideas, onChoose }: IdeasProps) {
  if (ideas.length === 0) return null;
  return (
    <div role="group" aria-label={label}>
      <p className="mb-1.5 text-small text-ink-3">{label}</p>
      <div className="flex flex-wrap gap-1.5">
        {ideas.map((idea) => (
          <Button key={idea} size="row" onClick={() => onChoose(idea)}>
            {idea}
          </Button>
        ))}
      </div>
    </div>
  );
}
