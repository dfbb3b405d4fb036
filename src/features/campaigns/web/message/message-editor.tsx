import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import type { Finding } from '#features/compliance/contract.ts';
import { claimEntries, findingNews, findingPieces } from '#features/compliance/rules-findings.ts';
import { detailsId, FindingsOf, tiedToFindings } from '#features/compliance/web/findings-link.tsx';
import { languageOfMessage, MAIL_WORDS } from '#features/mail/rules-mail-language.ts';
import {
  MERGE_FIELD_NAMES,
  MERGE_FIELDS,
  type MergeField,
  mergeProblem,
} from '#features/mail/rules-merge.ts';
import { workspaceQuery } from '#features/settings/web/api.ts';
import { Button } from '#ui/button.tsx';
import { FINDING_MARK } from '#ui/drawings/finding-glyph.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { insertText } from '#ui/insert-text.ts';
import { MarkedField } from '#ui/marked-field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import type { DraftStep } from '../composer/campaign-draft.ts';
import { applyFormat, FormatBar, formatOfKey } from './format-bar.tsx';
import { LandingButtonBar } from './landing-button-bar.tsx';
import { type ClaimsOfStep, STEP_FIELDS, type StepField } from './step-claims.ts';

type MessageEditorProps = {
  step: DraftStep;
  /** What goes out while the text is empty. */
  fallback: DraftStep;
  /** Of the text as it is shown. */
  claims: ClaimsOfStep;
  /** Under which the panel beside it lists them. */
  claimsId: string;
  /** Stands out among those that are marked. */
  openFinding: Finding | undefined;
  subject: RefObject<HTMLInputElement | null>;
  body: RefObject<HTMLTextAreaElement | null>;
  onCaret: (field: StepField, position: number) => void;
  onChange: (part: Partial<DraftStep>) => void;
};

/** The text with its merge fields. The first key press makes what the engine composed the author's own. */
export function MessageEditor(props: MessageEditorProps) {
  const { step, fallback, claims, claimsId, openFinding, subject, body, onCaret, onChange: change } = props;
  const lastUsed = useRef<StepField>(null);
  const { data: workspace } = useQuery(workspaceQuery());
  function insert(field: MergeField) {
    const otherwise = MAIL_WORDS[languageOfMessage(step)].fallbacks[field] ?? MERGE_FIELDS[field].fallback;
    const element = (lastUsed.current === 'subject' && subject.current) || body.current;
    if (!element) return;
    // A field that nobody was in has its caret before the first letter.
    if (!lastUsed.current) element.setSelectionRange(element.value.length, element.value.length);
    element.focus();
    insertText(otherwise === '' ? `{{${field}}}` : `{{${field}|${otherwise}}}`);
  }

  const marked = (field: StepField) =>
    findingPieces(step[field], claims[field]).map(({ text, start, finding }) => ({
      text,
      start,
      className:
        finding && `${FINDING_MARK[finding.severity]} ${finding === openFinding ? 'claim-open' : ''}`,
    }));

  const newsOf = (field: StepField) => findingNews(claimEntries(claims[field]).map(({ finding }) => finding));
  const tied = (field: StepField, describedBy: string | undefined) => ({
    ...tiedToFindings(`${claimsId}-${field}`, newsOf(field), describedBy),
    ...(claims[field].length > 0 ? { 'aria-details': detailsId(claimsId) } : {}),
  });

  const isEmpty = step.body.trim() === '';
  return (
    <div className="rounded-panel border border-line-2 bg-surface px-6 py-5">
      <div className="flex flex-wrap gap-4">
        {step.channel === 'email' && (
          <Field label="Subject" className="flex-1 basis-64" error={mergeProblem(step.subject)}>
            {(control) => (
              <MarkedField
                pieces={marked('subject')}
                isOneLine
                className="h-8 px-2.5 leading-7.5 pointer-coarse:h-11 pointer-coarse:leading-10.5"
              >
                <Input
                  {...control}
                  {...tied('subject', control['aria-describedby'])}
                  ref={subject}
                  className="bg-transparent!"
                  value={step.subject}
                  maxLength={300}
                  autoComplete="off"
                  onFocus={() => {
                    lastUsed.current = 'subject';
                  }}
                  onSelect={(event) => onCaret('subject', event.currentTarget.selectionStart ?? 0)}
                  onChange={(event) => change({ subject: event.target.value })}
                />
              </MarkedField>
            )}
          </Field>
        )}
        <Field label="Wait before it" className="w-36">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={0}
              max={365}
              step="any"
              inputMode="decimal"
              value={step.delayHours / 24}
              trailing={<span className="text-small text-ink-3">days</span>}
              onChange={(event) => {
                const days = Number(event.target.value);
                if (days >= 0 && days <= 365) change({ delayHours: Math.round(days * 24) });
              }}
            />
          )}
        </Field>
      </div>
      <Field
        label="Message"
        className="mt-4"
        note={step.channel === 'email' ? <FormatBar field={body} /> : undefined}
        error={mergeProblem(step.body)}
        hint={
          isEmpty && fallback.composedBy !== null
            ? 'Left empty, the built-in engine writes it from the objective.'
            : isEmpty
              ? 'Left empty, this step is left out.'
              : undefined
        }
      >
        {(control) => (
          <MarkedField pieces={marked('body')} className="px-2.5 py-1.5 text-mail!">
            <Textarea
              {...control}
              {...tied('body', control['aria-describedby'])}
              ref={body}
              maxLength={20_000}
              className="max-h-none! min-h-72! resize-none! bg-transparent! text-mail!"
              value={step.body}
              placeholder={isEmpty && fallback.composedBy !== null ? fallback.body : undefined}
              onFocus={() => {
                lastUsed.current = 'body';
              }}
              onKeyDown={(event) => {
                const format = step.channel === 'email' ? formatOfKey(event) : undefined;
                if (format === undefined) return;
                event.preventDefault();
                applyFormat(event.currentTarget, format);
              }}
              onSelect={(event) => onCaret('body', event.currentTarget.selectionStart)}
              onChange={(event) => change({ body: event.target.value })}
            />
          </MarkedField>
        )}
      </Field>
      {step.channel === 'email' && (
        <LandingButtonBar
          body={step.body}
          names={workspace ? [workspace.senderName, workspace.name] : []}
          onChange={(next) => change({ body: next })}
        />
      )}
      {STEP_FIELDS.map((field) => (
        <FindingsOf key={field} id={`${claimsId}-${field}`} news={newsOf(field)} />
      ))}
      <div
        role="group"
        aria-label="Insert a merge field"
        className="mt-3 flex flex-wrap items-center gap-1.5"
      >
        <span className="mr-1 text-small text-ink-3">Insert</span>
        {MERGE_FIELD_NAMES.map((field) => (
          <Button
            key={field}
            size="row"
            className="h-auto! min-h-7 max-w-full py-1 text-left whitespace-normal!"
            onClick={() => insert(field)}
          >
            {MERGE_FIELDS[field].label}
          </Button>
        ))}
      </div>
    </div>
  );
}
