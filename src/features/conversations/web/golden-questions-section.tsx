import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleX, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Input } from '#ui/input.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import type { GoldenQuestion } from '../contract.ts';
import { goldenQuestionsQuery, useAddGolden, useDeleteGolden, useRunGolden } from './api.ts';

type GoldenQuestionsSectionProps = { agent: { id: string; name: string }; canManage: boolean };

const failed = tellFailure('Not done');

/** Questions whose answers must hold certain words: asked again, they show at once what a change has spoilt. */
export function GoldenQuestionsSection({ agent, canManage }: GoldenQuestionsSectionProps) {
  const list = useQuery(goldenQuestionsQuery(agent.id));
  const run = useRunGolden(agent.id);
  const questions = list.data ?? [];
  const wrong = questions.filter(({ hasPassed }) => hasPassed === false).length;
  if (!canManage && questions.length === 0) return null;
  return (
    <details className="border-b border-line py-2">
      <summary className="cursor-pointer text-label focus-visible:outline-2 focus-visible:outline-focus">
        Golden questions
        <span className="ml-2 text-small font-normal text-ink-3">
          {questions.length === 0
            ? 'None yet: keep the answers that must stay right'
            : `${countOf(questions.length, 'question')}${wrong > 0 ? `, ${wrong} wrong now` : ''}`}
        </span>
      </summary>
      <ul className="mt-2">
        {questions.map((question) => (
          <GoldenRow key={question.id} question={question} canManage={canManage} />
        ))}
      </ul>
      {questions.length > 0 && (
        <Button
          size="row"
          disabled={run.isPending}
          onClick={() => run.mutate(undefined, { onError: failed })}
          className="mt-2"
        >
          {run.isPending ? 'Asking…' : 'Ask all again'}
        </Button>
      )}
      {canManage && <NewGolden agentId={agent.id} />}
    </details>
  );
}

function GoldenRow({ question, canManage }: { question: GoldenQuestion; canManage: boolean }) {
  const remove = useDeleteGolden(question.expertId);
  const [Icon, tone, words] =
    question.hasPassed === null
      ? ([CircleDashed, 'text-ink-3', 'Not asked yet'] as const)
      : question.hasPassed
        ? ([CircleCheck, 'text-green-ink', 'Right'] as const)
        : ([CircleX, 'text-red-ink', 'Wrong now'] as const);
  return (
    <li className="flex items-start gap-2 py-1.5">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{question.question}</p>
        <p className="text-small text-ink-3">
          {words}; the answer must contain “{question.mustContain}”
        </p>
        {question.hasPassed === false && question.lastAnswer !== null && (
          <p className="line-clamp-3 text-small text-ink-2">{question.lastAnswer}</p>
        )}
      </div>
      {canManage && (
        <IconButton
          icon={Trash2}
          label={`Remove the question ${question.question}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate(question.id, { onError: failed })}
        />
      )}
    </li>
  );
}

function NewGolden({ agentId }: { agentId: string }) {
  const add = useAddGolden(agentId);
  const [question, setQuestion] = useState('');
  const [mustContain, setMustContain] = useState('');
  const isComplete = question.trim() !== '' && mustContain.trim() !== '';
  const reason = useId();
  return (
    <form
      className="mt-2 grid gap-2 sm:grid-cols-[2fr_1fr_auto] sm:items-end"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isComplete || add.isPending) return;
        add.mutate(
          { question: question.trim(), mustContain: mustContain.trim() },
          {
            onSuccess: () => {
              setQuestion('');
              setMustContain('');
            },
            onError: failed,
          },
        );
      }}
    >
      <Field label="Question" isRequired>
        {(control) => (
          <Input
            {...control}
            value={question}
            maxLength={4_000}
            onChange={(event) => setQuestion(event.target.value)}
          />
        )}
      </Field>
      <Field label="Its answer must contain" isRequired>
        {(control) => (
          <Input
            {...control}
            value={mustContain}
            maxLength={300}
            onChange={(event) => setMustContain(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        disabled={!isComplete}
        isPending={add.isPending}
        {...(isComplete ? {} : { 'aria-describedby': reason })}
      >
        Keep
      </Button>
      {!isComplete && (
        <p id={reason} className="text-small text-ink-3 sm:col-span-3">
          A question and words that its answer must contain are needed.
        </p>
      )}
    </form>
  );
}
