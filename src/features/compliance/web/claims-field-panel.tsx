import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type RefCallback, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { JURISDICTIONS, type Jurisdiction } from '#features/settings/contract.ts';
import { workspaceQuery } from '#features/settings/web/api.ts';
import { cn } from '#ui/class-names.ts';
import { FINDING_MARK } from '#ui/drawings/finding-glyph.tsx';
import { insertText } from '#ui/insert-text.ts';
import { MarkedField } from '#ui/marked-field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useSettled } from '#ui/use-settled.ts';
import type { ClaimContext, Finding } from '../contract.ts';
import { claimEntries, findingNews, findingPieces, rewriteOf } from '../rules-findings.ts';
import { useClaims } from './api.ts';
import { ClaimsPanel } from './claims-panel.tsx';
import { detailsId, FindingsOf, tiedToFindings } from './findings-link.tsx';

/** Read out once typing has come to rest, so that it does not talk into it. */
const ANNOUNCE_AFTER_MS = 1_000;

export type TextClaims = {
  findings: readonly Finding[];
  /** Those that keep it from leaving. */
  blocks: readonly Finding[];
  jurisdictions: readonly Jurisdiction[];
  isFailed: boolean;
};

/** What the rules say about one text while it is typed, in the regions of the workspace. */
export function useTextClaims(text: string, kind: ClaimContext['kind']): TextClaims {
  const key = useId();
  // Until the workspace is known: the strictest.
  const jurisdictions = useQuery(workspaceQuery()).data?.jurisdictions ?? JURISDICTIONS;
  const claims = useClaims([{ key, text, kind }], jurisdictions);
  const findings = text.trim() === '' ? [] : claims.findingsOf({ key, text });
  const blocks = findings.filter(({ severity }) => severity === 'block');
  return { findings, blocks, jurisdictions, isFailed: claims.isFailed };
}

/**
 * The same for a text that may not leave while a finding blocks it.
 * @param unless the text as it stands already: it keeps nobody from other changes
 */
export function useHeldText(
  text: string,
  kind: ClaimContext['kind'],
  { unless }: { unless?: string } = {},
): TextClaims {
  const claims = useTextClaims(text, kind);
  return text === unless ? { ...claims, blocks: [] } : claims;
}

type ClaimsTextareaProps = ComponentProps<typeof Textarea> & {
  value: string;
  kind: ClaimContext['kind'];
};

/** A field whose claims are marked while it is typed, with reasons and rewrites under it; the marks are all there is. */
export function ClaimsTextarea({ kind, ...field }: ClaimsTextareaProps) {
  return <ClaimsFieldPanel claims={useTextClaims(field.value, kind)} isEnforced={false} {...field} />;
}

type ClaimsFieldPanelProps = Omit<ClaimsTextareaProps, 'kind'> & {
  claims: TextClaims;
  /** Whether what blocks is refused when the text is saved. */
  isEnforced: boolean;
  addsRequired?: boolean;
};

/** The same for somebody who wants to know the findings too. */
export function ClaimsFieldPanel(props: ClaimsFieldPanelProps) {
  const { claims, isEnforced, addsRequired = false, className, ref, ...field } = props;
  const { value: text } = field;
  const [name, setName] = useState('Text');
  /** What was there before somebody wrote in it is no news. */
  const [isChanged, setIsChanged] = useState(false);
  const own = useRef<HTMLTextAreaElement>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const entries = text.trim() === '' ? [] : claimEntries(claims.findings);
  const open = entries.find(({ key }) => key === openKey)?.finding;
  const news = findingNews(entries.map(({ finding }) => finding));
  const announced = useSettled(news, ANNOUNCE_AFTER_MS);
  const id = useId();
  const hold: RefCallback<HTMLTextAreaElement> = (node) => {
    own.current = node;
    if (node) setName(nameOf(node));
    if (typeof ref === 'function') ref(node);
    else if (ref) ref.current = node;
  };
  function select({ start, end }: { start: number; end: number }) {
    own.current?.focus();
    own.current?.setSelectionRange(start, end);
  }
  return (
    <div className={cn('min-w-0', className)}>
      <MarkedField
        pieces={findingPieces(text, claims.findings).map(({ text: words, start, finding }) => ({
          text: words,
          start,
          className: finding && `${FINDING_MARK[finding.severity]} ${finding === open ? 'claim-open' : ''}`,
        }))}
        className="px-2.5 py-1.5"
      >
        <Textarea
          {...field}
          ref={hold}
          {...tiedToFindings(id, news, field['aria-describedby'])}
          className="bg-transparent!"
          onChange={(event) => {
            setIsChanged(true);
            field.onChange?.(event);
          }}
        />
      </MarkedField>
      <FindingsOf id={id} news={news} />
      {/* There before the first finding is: a status that comes with its words is not read out everywhere. */}
      <p role="status" className="sr-only">
        {isChanged && announced !== '' && `${name}: ${announced}`}
      </p>
      {(entries.length > 0 || (claims.isFailed && text.trim() !== '')) && (
        <div className="mt-3">
          <ClaimsPanel
            id={detailsId(id)}
            isQuiet
            isEnforced={isEnforced}
            addsRequired={addsRequired}
            field={name}
            entries={entries}
            jurisdictions={claims.jurisdictions}
            isFailed={claims.isFailed}
            openKey={openKey}
            onOpen={setOpenKey}
            onEdit={({ finding }) => select(finding)}
            onRewrite={({ finding }) => {
              const rewrite = rewriteOf(text, finding);
              flushSync(() => setOpenKey(null));
              select(rewrite);
              insertText(rewrite.words);
            }}
          />
        </div>
      )}
    </div>
  );
}

function nameOf(field: HTMLTextAreaElement): string {
  return field.labels[0]?.textContent ?? field.ariaLabel ?? 'Text';
}
