import type { ReactNode } from 'react';
import { NOT_ENGLISH } from '#engines/claims/finding.ts';
import { FINDING_MARK, FindingGlyph } from '#ui/drawings/finding-glyph.tsx';
import type { ClaimsOverride, Finding } from '../contract.ts';
import { findingCounts, findingPieces, findingsIn } from '../rules-findings.ts';

type SentTextPanelProps = {
  /** Over what it went, and to how many or from whom. */
  title: ReactNode;
  /** When. */
  note: ReactNode;
  subject: string | null;
  text: string;
  /** Null: it left before findings were kept. */
  checked: { jurisdictions: readonly string[]; findings: readonly Finding[] } | null;
  override: ClaimsOverride | null;
  /** What else was known when it left. */
  children?: ReactNode;
};

/** A text that left, as it was read, with what was known about it then. */
export function SentTextPanel({
  title,
  note,
  subject,
  text,
  checked,
  override,
  children,
}: SentTextPanelProps) {
  const counts = checked === null ? '' : findingCounts(checked.findings);
  const isUnread = checked?.findings.some(({ rule }) => rule === NOT_ENGLISH) === true;
  const isOfSubject = ({ excerpt }: Finding): boolean => subject?.includes(excerpt) ?? false;
  const ofSubject = checked?.findings.filter(isOfSubject) ?? [];
  const ofBody = checked?.findings.filter((finding) => !isOfSubject(finding)) ?? [];
  return (
    <article>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-small text-ink-3">
        <span className="min-w-0 wrap-anywhere">{title}</span>
        <span>{note}</span>
      </p>
      <p className="mt-0.5 text-small text-ink-3">
        {checked === null
          ? 'No findings are kept: it left before they were.'
          : `${counts === '' ? 'No findings' : counts}. ${isUnread ? 'Partly not checked, since it is not all in English; the rest checked' : 'Checked'} for ${checked.jurisdictions.join(', ')}.`}
      </p>
      {children}
      <div className="mt-2 rounded-panel border border-line bg-sunk px-3 py-2.5">
        {subject !== null && (
          <p className="mb-2 text-label font-semibold wrap-anywhere">
            <Marked text={subject} findings={ofSubject} />
          </p>
        )}
        <p className="leading-6 whitespace-pre-wrap wrap-anywhere">
          <Marked text={text} findings={ofBody} />
        </p>
      </div>
      {override && (
        <p className="mt-2 flex items-start gap-1.5 text-small wrap-anywhere text-ink-2">
          <FindingGlyph severity="block" className="mt-px size-3.5" />
          <span>
            {override.by} let it leave: {override.reason}
          </span>
        </p>
      )}
    </article>
  );
}

function Marked({ text, findings }: { text: string; findings: readonly Finding[] }) {
  return findingPieces(text, findingsIn(text, findings)).map((piece) =>
    piece.finding ? (
      <mark key={piece.start} className={FINDING_MARK[piece.finding.severity]}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
