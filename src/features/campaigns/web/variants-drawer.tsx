import { useQuery } from '@tanstack/react-query';
import { mergePattern } from '#features/mail/rules-merge.ts';
import { countOf, formatCount } from '#kit/text.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DrawerSection } from '#ui/drawer.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { errorText } from '#ui/error-words.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { Campaign, VariantLetter } from '../contract.ts';
import type { StepResult, VariantResult } from '../contract-variants.ts';
import { CHANNEL_LABELS } from '../rules.ts';
import { GOAL_LABELS, testWords } from '../rules-variants.ts';
import { useChooseVariant, variantResultsQuery } from './api.ts';
import { CampaignDrawer } from './campaign-panel.tsx';

type VariantsDrawerProps = { campaign: Campaign; canChange: boolean; onClose: () => void };

/** What the variants of a campaign have brought, and which of them the others get. */
export function VariantsDrawer({ campaign, canChange, onClose }: VariantsDrawerProps) {
  const results = useQuery(variantResultsQuery(campaign.id));
  return (
    <CampaignDrawer campaign={campaign} part="A/B results" onClose={onClose}>
      {results.isPending ? (
        <Loading label="Loading the results" className="space-y-3 px-5 py-4">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-24 w-full" />
        </Loading>
      ) : results.isError ? (
        <ErrorState isCompact className="px-5!" title="The results could not be loaded" query={results} />
      ) : results.data.length === 0 ? (
        <EmptyState
          isCompact
          className="px-5!"
          title="No variants any more"
          text="Edit the campaign and add a variant to one of its messages to compare two texts."
        />
      ) : (
        results.data.map((result) => (
          <StepSection key={result.stepId} campaignId={campaign.id} result={result} canChange={canChange} />
        ))
      )}
    </CampaignDrawer>
  );
}

type StepSectionProps = { campaignId: string; result: StepResult; canChange: boolean };

function StepSection({ campaignId, result, canChange }: StepSectionProps) {
  const choose = useChooseVariant(campaignId);
  const { stepId, number, channel, test, verdict, state, variants } = result;
  const winner = verdict?.winner ?? null;
  // Whoever takes a choice back comes to what the figures had said, where they had spoken.
  const isMeasured = verdict !== null && (verdict.by === null || verdict.measured !== undefined);

  async function decide(letter: VariantLetter | null): Promise<void> {
    try {
      await choose.mutateAsync({ stepId, letter });
      toast({
        title:
          letter !== null ? `${letter} chosen` : isMeasured ? 'The figures decide again' : 'The test goes on',
        description:
          letter === null ? undefined : 'Everybody who has not been written to yet gets this text.',
        ...(letter === null
          ? {}
          : { undo: () => void decide(winner !== null && verdict?.by != null ? winner : null) }),
      });
    } catch (error) {
      toast({ title: 'It could not be chosen', description: errorText(error), variant: 'destructive' });
    }
  }

  return (
    <DrawerSection title={`Step ${number}: ${CHANNEL_LABELS[channel]}`} note={GOAL_LABELS[test.goal]}>
      <p className="text-small text-pretty text-ink-2" aria-live="polite">
        {testWords({ ...result, looksAt: result.looksAt && timeWords(result.looksAt) })}
      </p>
      <table className="mt-3 w-full text-small tabular-nums">
        <caption className="sr-only">
          People of the test, and what they did within {countOf(test.waitHours, 'hour')} of their message
        </caption>
        <thead>
          <tr className="border-b border-line text-right text-ink-3">
            <th scope="col" className="py-1.5 pr-3 text-left font-normal">
              Variant
            </th>
            {['Sent', 'Clicked', 'Replied', 'Converted'].map((label) => (
              <th key={label} scope="col" className="py-1.5 pl-3 font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => (
            <VariantRow
              key={variant.letter}
              variant={variant}
              goal={test.goal}
              isWinner={variant.letter === winner}
            />
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-small text-pretty text-ink-3">
        {machineWords(variants)} In brackets: where the rate lies with 95% confidence.
      </p>
      {canChange && (
        <div role="group" aria-label={`Choose for step ${number}`} className="mt-3 flex flex-wrap gap-2">
          {variants
            .filter(({ letter }) => letter !== winner)
            .map(({ letter }) => (
              <Button
                key={letter}
                size="row"
                isPending={choose.isPending && choose.variables.letter === letter}
                pendingLabel="Choosing…"
                onClick={() => void decide(letter)}
              >
                Use {letter} from now on
              </Button>
            ))}
          {state === 'chosen' && (
            <Button size="row" variant="ghost" onClick={() => void decide(null)}>
              {isMeasured ? 'Go back to what the figures said' : 'Let the test go on'}
            </Button>
          )}
        </div>
      )}
    </DrawerSection>
  );
}

type VariantRowProps = { variant: VariantResult; goal: StepResult['test']['goal']; isWinner: boolean };

function VariantRow({ variant, goal, isWinner }: VariantRowProps) {
  const { letter, subject, body, sent, rate } = variant;
  return (
    <tr className="border-b border-line text-right align-top">
      <th scope="row" className="max-w-40 py-2 pr-3 text-left font-normal">
        <span className="flex items-center gap-1.5 font-semibold">
          {letter} {isWinner && <Badge tone="good">Winner</Badge>}
        </span>
        <span className="line-clamp-2 text-ink-3 wrap-break-word">{mergePattern(subject ?? body)}</span>
      </th>
      <td className="py-2 pl-3">{formatCount(sent)}</td>
      {(['clicked', 'replied', 'converted'] as const).map((kind) => (
        <td key={kind} className="py-2 pl-3">
          <span className={kind === goal ? 'font-semibold' : undefined}>{formatCount(variant[kind])}</span>
          {kind === goal && rate !== null && (
            <span className="block text-ink-3">
              {rate.percent.toFixed(1)}%
              <span className="block whitespace-nowrap">
                ({rate.low.toFixed(1)} to {rate.high.toFixed(1)})
              </span>
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

/** What machines did, apart from what people did. */
function machineWords(variants: readonly VariantResult[]): string {
  const scanned = variants.filter((variant) => variant.scanned > 0);
  if (scanned.length === 0) return '';
  const list = scanned.map(({ letter, scanned: count }) => `${letter} ${formatCount(count)}`).join(', ');
  return `Links opened by mail filters alone are not counted as clicks (${list}).`;
}

function timeWords(instant: string): string {
  return new Date(instant).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
