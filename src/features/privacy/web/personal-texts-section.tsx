import { useInfiniteQuery } from '@tanstack/react-query';
import type { PersonalText } from '#features/compliance/contract-texts.ts';
import { SENT_TEXT_LABELS } from '#features/compliance/rules-audit.ts';
import { CONTACT_CHANNEL_LABELS, LEGAL_GROUND_LABELS } from '#features/compliance/rules-consent.ts';
import { ExportLinks } from '#features/compliance/web/export-link.tsx';
import { SentTextPanel } from '#features/compliance/web/sent-text-panel.tsx';
import { infiniteQueryOf } from '#ui/calls/call-api.ts';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { DrawerSection } from '#ui/drawer.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { exportPersonalTexts, listPersonalTexts } from '../contract.ts';

const AT_ONCE = 5;

/** Every text that left for a person, with what was known about it when it did. */
export function PersonalTextsSection({ leadId }: { leadId: string }) {
  const texts = useInfiniteQuery(
    infiniteQueryOf(
      listPersonalTexts,
      { params: { id: leadId }, query: { limit: AT_ONCE } },
      { topics: ['messages', 'replies', 'agents', 'communities'] },
    ),
  );
  const { rows: shown } = pagedSource(texts);
  return (
    <DrawerSection
      title="Texts sent"
      note={
        shown.length > 0 && (
          <ExportLinks
            path={exportPersonalTexts.path.replace(':id', leadId)}
            label="every text to this person, word for word"
          />
        )
      }
    >
      {texts.isPending ? (
        <Loading label="Loading the texts" className="space-y-3 py-1">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-24 w-full" />
        </Loading>
      ) : texts.isError ? (
        <ErrorState isCompact title="The texts could not be loaded" query={texts} />
      ) : shown.length === 0 ? (
        <p className="text-small text-ink-3">
          None yet. Each message, answer and word in a chat stands here with its findings once it has left.
        </p>
      ) : (
        <ol className="space-y-5">
          {shown.map((text) => (
            <li key={text.id}>
              <TextItem sent={text} />
            </li>
          ))}
        </ol>
      )}
      <ShowMore query={texts} />
    </DrawerSection>
  );
}

function TextItem({ sent }: { sent: PersonalText }) {
  const { kind, at, channel, place, by, subject, text, proof } = sent;
  return (
    <SentTextPanel
      title={[
        SENT_TEXT_LABELS[kind],
        ...(place === null ? [] : [place]),
        ...(by === null || by === place ? [] : [`by ${by}`]),
      ].join(', ')}
      note={<RelativeTime value={at} />}
      subject={subject}
      text={text}
      checked={proof}
      override={proof?.override ?? null}
    >
      <p className="mt-0.5 text-small text-ink-3">{consentWords(channel, proof)}</p>
    </SentTextPanel>
  );
}

/** The ground as it was when the text left. */
function consentWords(channel: PersonalText['channel'], proof: PersonalText['proof']): string {
  const [first, ...others] = proof?.consent ?? [];
  if (!first) return channel === null ? 'They wrote first.' : 'The ground then was not kept.';
  if (others.length > 0 || channel === null) return 'They wrote first; their consent then is in the file.';
  const way = CONTACT_CHANNEL_LABELS[first.channel];
  return first.ground === null
    ? `${way}: consent withdrawn then.`
    : `${way}: ${LEGAL_GROUND_LABELS[first.ground].toLowerCase()} then.`;
}
