import { useQuery } from '@tanstack/react-query';
import { ExternalLink, FlaskConical, ThumbsDown } from 'lucide-react';
import { useId } from 'react';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { formatCount } from '#kit/text.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ScoreBar, ScoreReasons } from '#ui/charts/score-bar.tsx';
import { cn } from '#ui/class-names.ts';
import { DrawerSection } from '#ui/drawer.tsx';
import { ErrorLine } from '#ui/error-line.tsx';
import { exactTime } from '#ui/relative-time-words.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Lead, ScoreBand, ScoreOutcome, ScoreReason } from '../../contract.ts';
import { byPoints, isFromFile, isPractice, platformLabel } from '../../rules.ts';
import { FEWEST_OUTCOMES, likelyPercent } from '../../rules-outcomes.ts';
import { scoreOutcomesQuery } from '../api.ts';
import { useChangeWithUndo } from '../change-with-undo.ts';
import { signalParts } from '../signal-text.ts';

const BAND_NOTE = { high: 'High: 8 or more', medium: 'Medium: 5 to under 8', low: 'Low: under 5' };

/** Each point of a score with the words that earned it. */
export function ScoreSection({ lead, canChange }: { lead: Lead; canChange: boolean }) {
  const id = useId();
  const parts = signalParts(lead.behaviorSignal, lead.scoreReasons);
  const quoteId = (reason: ScoreReason) => `${id}-${reason.rule}`;
  // Quotation marks are for what somebody said themselves.
  const quote = isFromFile(lead.platform) ? undefined : { open: '“', close: '”' };
  const reasons = byPoints(lead.scoreReasons).map((reason) => ({
    ...reason,
    ...(parts.some((part) => part.reason?.rule === reason.rule) ? { detailsId: quoteId(reason) } : {}),
  }));
  return (
    <DrawerSection title={`Why ${lead.aiScore}`} note={BAND_NOTE[lead.scoreCategory]}>
      <ScoreBar size="wide" score={Number(lead.aiScore)} reasons={reasons} className="mb-3" />
      {reasons.length > 0 ? (
        <ScoreReasons reasons={reasons} />
      ) : (
        <p className="text-body text-ink-2">Nothing in the record earns points.</p>
      )}
      {lead.behaviorSignal !== '' && (
        <figure className="mt-3 border-l-2 border-line-2 pl-3">
          <blockquote className="text-body leading-5.5 wrap-anywhere">
            {quote?.open}
            {parts.map(({ text, start, reason }) =>
              reason === null ? (
                <span key={start}>{text}</span>
              ) : (
                <mark
                  key={start}
                  {...(parts.find((part) => part.reason?.rule === reason.rule)?.start === start
                    ? { id: quoteId(reason) }
                    : {})}
                  title={reason.label}
                  className={cn(
                    'border-b-2 box-decoration-clone px-0.5 text-ink',
                    underline(
                      reasons.findIndex((each) => each.rule === reason.rule),
                      reason.points,
                    ),
                  )}
                >
                  {text}
                </mark>
              ),
            )}
            {quote?.close}
          </blockquote>
          <figcaption className="mt-1 flex flex-wrap items-center gap-x-2 text-small text-ink-3">
            {isPractice(lead.platform) ? (
              <span className="inline-flex items-center gap-1">
                <FlaskConical className="size-3.5" />
                Practice network, a made-up post
              </span>
            ) : isFromFile(lead.platform) ? (
              <span>From your file</span>
            ) : (
              <span>{platformLabel(lead.platform)}</span>
            )}
            {lead.signalAt !== null && (
              <time dateTime={lead.signalAt}>{exactTime(new Date(lead.signalAt))}</time>
            )}
            {lead.signalUrl !== null && !isPractice(lead.platform) && !isFromFile(lead.platform) && (
              <a
                href={lead.signalUrl}
                target="_blank"
                rel="noreferrer noopener"
                className="link inline-flex items-center gap-0.5"
              >
                Open post
                <ExternalLink className="size-3" />
              </a>
            )}
          </figcaption>
        </figure>
      )}
      <ScoreOutcomeLine band={lead.scoreCategory} />
      <FitMark lead={lead} canChange={canChange} />
      <p className="mt-1 text-small text-ink-3">Scored by {scorer(lead.scoredBy)}.</p>
    </DrawerSection>
  );
}

/** The score was wrong about this person: that counts in what such a score is worth. */
function FitMark({ lead, canChange }: { lead: Lead; canChange: boolean }) {
  const { change, isPending } = useChangeWithUndo(lead);
  const set = (isNotFit: boolean) =>
    change({
      to: { isNotFit },
      back: { isNotFit: !isNotFit },
      done: isNotFit ? `${lead.name} marked not a fit` : `${lead.name} is not marked any more`,
      failed: `The mark of ${lead.name} was not changed`,
    });
  if (!lead.isNotFit && !canChange) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2">
      {lead.isNotFit && (
        <Badge tone="attention" icon={ThumbsDown}>
          Not a fit
        </Badge>
      )}
      {canChange && (
        <Button
          size="row"
          variant={lead.isNotFit ? 'ghost' : 'secondary'}
          icon={lead.isNotFit ? undefined : ThumbsDown}
          isPending={isPending}
          onClick={() => set(!lead.isNotFit)}
        >
          {lead.isNotFit ? 'Take the mark away' : 'Not a fit'}
        </Button>
      )}
    </p>
  );
}

const UNDERLINES = ['border-score-1', 'border-score-2', 'border-score-3', 'border-score-4'] as const;

/** The colour of the reason's segment; what counts against stands on the attention tint. */
function underline(rank: number, points: number): string {
  if (points <= 0) return 'border-amber bg-amber-t';
  return `bg-green-t ${UNDERLINES[Math.min(rank, UNDERLINES.length - 1)] ?? ''}`;
}

function scorer(name: string): string {
  return name === BUILT_IN_ENGINE ? 'the built-in engine' : name;
}

const SCORED: Record<ScoreBand, string> = { high: '8+', medium: '5 to under 8', low: 'under 5' };

/** What a score of this band has been worth to this team so far. */
function ScoreOutcomeLine({ band }: { band: ScoreBand }) {
  const outcomes = useQuery(scoreOutcomesQuery());
  const outcome = outcomes.data?.find((one) => one.band === band);
  if (outcomes.isError && !outcome) {
    return (
      <ErrorLine query={outcomes} text="What became of such leads could not be loaded." className="mt-3" />
    );
  }
  if (!outcome) return <Skeleton className="mt-3 h-3 w-2/3" />;
  return <p className="mt-3 text-small text-ink-2">{outcomeWords(outcome)}</p>;
}

function outcomeWords({ band, judged, converted, notFit }: ScoreOutcome): string {
  const known = `contacted or marked ${judged === 1 ? 'lead' : 'leads'} scored ${SCORED[band]}`;
  const range = likelyPercent(converted, judged);
  if (range === null) {
    return `Not enough data yet: ${formatCount(judged)} ${known}, ${FEWEST_OUTCOMES} are needed to say how many convert.`;
  }
  const marked = notFit === 0 ? '' : `, ${formatCount(notFit)} marked not a fit`;
  return `Of ${formatCount(judged)} ${known}, ${formatCount(converted)} converted (${range.from}–${range.to}\u00a0%)${marked}.`;
}
