import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import type { Finding } from '#features/compliance/contract.ts';
import { findingPieces, findingsIn } from '#features/compliance/rules-findings.ts';
import { blocksOf } from '#features/content/rules-markup.ts';
import type { ShownBlock } from '#features/mail/contract.ts';
import { mailBlocksOf, shownBlocks } from '#features/mail/rules-mail.ts';
import {
  hasPersonalIn,
  languageNameOf,
  languageOfMessage,
  unspokenLanguageOf,
} from '#features/mail/rules-mail-language.ts';
import { MERGE_FIELDS } from '#features/mail/rules-merge.ts';
import { MailView } from '#features/mail/web/mail-panel.tsx';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { languageName, spokenNames } from '#kit/language.ts';
import { FINDING_MARK, FindingGlyph } from '#ui/drawings/finding-glyph.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { PersonalNote, VariantLetter } from '../../contract.ts';
import type { CampaignPreview } from '../../contract-preview.ts';
import { factWords } from '../../rules-personal.ts';
import type { CampaignDraft, DraftStep } from '../composer/campaign-draft.ts';
import { isPersonalEmpty, markedPieces, personalFields } from './personal-words.ts';
import type { ClaimsOfStep } from './step-claims.ts';

const PARTS = [
  { value: 'html', label: 'HTML' },
  { value: 'text', label: 'Plain text' },
] as const;

type MessagePreviewProps = {
  draft: CampaignDraft;
  step: DraftStep;
  /** Which of the written messages of its channel it is, counted from 0. */
  ordinal: number;
  /** Which text of it. */
  variant: VariantLetter;
  claims: ClaimsOfStep;
  preview: UseQueryResult<CampaignPreview>;
};

/** The message exactly as one recipient gets it, the words that are theirs marked. */
export function MessagePreview({ draft, step, ordinal, variant, claims, preview }: MessagePreviewProps) {
  const [part, setPart] = useState<'html' | 'text'>('html');
  if (preview.isError) {
    return (
      <Sheet>
        <ErrorState title="The preview could not be made" query={preview} />
      </Sheet>
    );
  }
  if (draft.targetGroups.length === 0 || preview.data?.recipients === 0)
    return <NobodyYet draft={draft} step={step} claims={claims} />;
  const sample = preview.data?.sample;
  const message = sample?.messages.find(
    (one) => one.channel === step.channel && one.ordinal === ordinal && one.variant === variant,
  );
  if (!sample) {
    return (
      <Sheet>
        <Loading label="Making the preview" className="space-y-3 px-6 py-5">
          <Skeleton className="h-4 w-64" />
          <Skeleton className="h-4 w-48" />
          <Skeleton className="mt-6 h-4 w-full" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </Loading>
      </Sheet>
    );
  }
  if (!message) {
    return (
      <Sheet>
        <EmptyState
          title={`${sample.leadName} gets no message here`}
          text="This step has no text yet, or this person has no address for its channel."
        />
      </Sheet>
    );
  }
  return (
    <>
      <Sheet>
        <dl className="space-y-1 border-b border-line px-6 py-4 text-small">
          {step.channel === 'email' && <Line label="From">{sample.from}</Line>}
          <Line label="To">{message.to}</Line>
          {message.subject !== null && (
            <Line label="Subject">
              <strong className="text-h2">
                <Marked text={message.subject} template={step.subject} findings={claims.subject} />
              </strong>
            </Line>
          )}
        </dl>
        {message.html && (
          <div className="flex justify-end px-6 pt-3">
            <SegmentedControl
              label="Part of the mail"
              value={part}
              onValueChange={setPart}
              segments={PARTS}
            />
          </div>
        )}
        {message.html && part === 'html' ? (
          <>
            <div className="space-y-4 px-6 pt-3 pb-5">
              {message.pictures.map(({ url, alt, width, height }) => (
                <img
                  key={url}
                  src={url}
                  alt={alt}
                  width={width}
                  height={height}
                  className="h-auto w-auto max-w-full rounded-control"
                />
              ))}
              <MailView blocks={message.html.blocks} findings={claims.body} />
            </div>
            <MailFooter lines={message.html.footer} links={message.html.links} />
          </>
        ) : (
          <MessageBody text={message.body} template={step.body} findings={claims.body} />
        )}
      </Sheet>
      <PersonalisedFrom step={step} />
      <LanguageOfOurs step={step} />
      {personalFields(step).includes('personal') && hasPersonalIn(step) && (
        <PersonalSentence note={sample.personal} />
      )}
    </>
  );
}

/** The author's part, and under a hairline what each message has to say about itself. */
function MessageBody({ text, template, findings }: MarkedProps) {
  const [words = '', ...footer] = text.split(/\n\n--\n\n/);
  return (
    <>
      <p className="px-6 py-5 text-mail whitespace-pre-wrap wrap-anywhere">
        <Marked text={words} template={template} findings={findings} />
      </p>
      {footer.length > 0 && (
        <p className="border-t border-line px-6 py-4 text-legal whitespace-pre-wrap text-ink-3 wrap-anywhere">
          {footer.join('\n\n')}
        </p>
      )}
    </>
  );
}

/** What each mail has to say about itself, with the two links that differ per person. */
function MailFooter({ lines, links }: { lines: readonly string[]; links: readonly string[] }) {
  return (
    <div className="space-y-2 border-t border-line px-6 py-4 text-legal text-ink-3 wrap-anywhere">
      {lines.map((text) => (
        <p key={text} className="whitespace-pre-wrap">
          {text}
        </p>
      ))}
      <p>
        {links.map((words, index) => (
          <Fragment key={words}>
            {index > 0 && ' · '}
            <span className="underline">{words}</span>
          </Fragment>
        ))}
      </p>
    </div>
  );
}

/** Without recipients the text still shows, with its merge fields named. */
function NobodyYet({ draft, step, claims }: Pick<MessagePreviewProps, 'draft' | 'step' | 'claims'>) {
  const { subject, body } = step;
  return (
    <>
      <Sheet>
        {step.channel === 'email' && (
          <dl className="border-b border-line px-6 py-4 text-small">
            <Line label="Subject">
              <strong className="text-h2">
                {subject === '' ? (
                  '–'
                ) : (
                  <Marked text={subject} template={subject} findings={claims.subject} />
                )}
              </strong>
            </Line>
          </dl>
        )}
        {step.channel === 'email' ? (
          <div className="px-6 py-5">
            <MailView blocks={unfilled(body)} findings={claims.body} />
          </div>
        ) : (
          <p className="px-6 py-5 text-mail whitespace-pre-wrap wrap-anywhere">
            <Marked text={body} template={body} findings={claims.body} />
          </p>
        )}
      </Sheet>
      <p className="mt-3 text-small text-ink-3">
        {draft.targetGroups.length === 0
          ? 'Choose a lead group to see it as each recipient gets it.'
          : 'Nobody in these groups can be reached over the chosen channels, so there is no one to show it for.'}
      </p>
    </>
  );
}

/** A text as its author wrote it, its merge fields as they stand. */
function unfilled(body: string): ShownBlock[] {
  return shownBlocks(mailBlocksOf(blocksOf(body)), (span) => [{ ...span, isPersonal: false }]);
}

function PersonalisedFrom({ step }: { step: DraftStep }) {
  const hasPersonal = hasPersonalIn(step);
  const fields = personalFields(step).filter((field) => field !== 'personal' || hasPersonal);
  return (
    <p className="mt-3 text-small text-pretty text-ink-3">
      {fields.length > 0
        ? `Personalised from: ${fields.map((field) => MERGE_FIELDS[field].label.toLowerCase()).join(', ')}. `
        : 'The same text for everybody: it has no merge field. '}
      {step.quotedFrom !== null
        ? `Taken over from the asset “${step.quotedFrom}”. `
        : step.composedBy !== null && `Written by the ${step.composedBy.toLowerCase()} from the objective. `}
      Health conditions are never stored or used.
    </p>
  );
}

/** That what is added stands in another language than the message, where it is in one that is not written here. */
function LanguageOfOurs({ step }: { step: DraftStep }) {
  const tag = unspokenLanguageOf(step);
  if (tag === undefined) return null;
  return (
    <p className="mt-2 text-small text-pretty text-amber-ink">
      {`This reads like ${languageName(tag)}. What Yarrow adds, where their data is from and how to unsubscribe, is in English: it writes ${spokenNames()}.`}
    </p>
  );
}

/** That nobody gets a sentence of their own, whoever they are: said while the message is written and wherever it is shown. */
export function PersonalStaysEmpty({ step }: { step: DraftStep }) {
  if (!isPersonalEmpty(step)) return null;
  const language = languageOfMessage(step);
  const name = languageNameOf(step);
  return (
    <p className="mt-2 text-small text-pretty text-amber-ink wrap-anywhere">
      {`{{personal}} stays empty: this message is ${name === undefined || name === languageName('en') ? 'not plainly in English' : `in ${name}`}, and a sentence of their own is written in English messages alone, where it can be read that it says nothing about health.`}
      {language !== 'en' && ` {{opening}} says in ${languageName(language)} where and when they wrote.`}
    </p>
  );
}

/** Where the sentence for this person alone comes from; it can be checked against what is stored. */
function PersonalSentence({ note }: { note: PersonalNote | null }) {
  return (
    <p className="mt-2 text-small text-pretty text-ink-3 wrap-anywhere">
      {note === null
        ? 'No sentence of their own: nothing they wrote in public may be used, so the text goes without.'
        : `Their own sentence comes from ${note.facts.map(factWords).join(', ')}. Written by ${
            note.writtenBy === BUILT_IN_ENGINE ? 'the built-in engine' : note.writtenBy
          }.`}
    </p>
  );
}

function Sheet({ children }: { children: ReactNode }) {
  return <div className="rounded-panel border border-line-2 bg-surface">{children}</div>;
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="w-14 shrink-0 text-ink-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

type MarkedProps = { text: string; template: string; findings: readonly Finding[] };

/** The words that are the recipient's own, and those that a finding is about. */
function Marked({ text, template, findings }: MarkedProps) {
  const pieces = findingPieces(text, findingsIn(text, findings));
  let position = 0;
  return markedPieces(text, template).map((piece) => {
    const start = position;
    position += piece.text.length;
    const parts = pieces
      .filter((part) => part.start < position && part.start + part.text.length > start)
      .map((part) => ({
        ...part,
        start: Math.max(part.start, start),
        text: text.slice(Math.max(part.start, start), Math.min(part.start + part.text.length, position)),
      }))
      .map((part) =>
        part.finding ? (
          <Fragment key={part.start}>
            <mark className={FINDING_MARK[part.finding.severity]}>{part.text}</mark>
            <FindingGlyph severity={part.finding.severity} className="mb-1.5 ml-0.5 inline size-3" />
          </Fragment>
        ) : (
          part.text
        ),
      );
    return piece.isPersonal ? (
      <span key={start} className="rounded-bar bg-hover px-0.5 text-ink">
        {parts}
      </span>
    ) : (
      parts
    );
  });
}
