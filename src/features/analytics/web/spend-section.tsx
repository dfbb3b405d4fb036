import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useCanChange } from '#features/access/web/api.ts';
import { campaignsQuery } from '#features/campaigns/web/api.ts';
import { formatUsd } from '#kit/money.ts';
import { Button } from '#ui/button.tsx';
import { ErrorLine } from '#ui/error-line.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { type Funnel, type FunnelRow, NewSpend, type Spend } from '../contract-funnel.ts';
import { costPerLead, FIGURE_LABELS, figureText, returnOnSpend } from '../rules-figures.ts';
import { funnelQuery, type Scope, spendQuery, useRecordSpend, useTakeBackSpend } from './analytics-api.ts';
import { changeNote, countCell, daysWords, dayWords } from './analytics-words.ts';
import { figureOf, type OpenFigure } from './figure.ts';
import { type FigureCell, FigureTable, SaveTableButton } from './figure-table.tsx';

const FIGURES = ['spend', 'conversions', 'costPerLead', 'revenue', 'returnOnSpend'] as const;
type Money = (typeof FIGURES)[number];

/** What the campaigns cost and brought, from the spend that people enter here. */
export function SpendSection({ scope, onOpen }: { scope: Scope; onOpen: (figure: OpenFigure) => void }) {
  const canChange = useCanChange();
  const funnel = useQuery({ ...funnelQuery(scope, 'campaign'), placeholderData: keepPreviousData });
  const table = funnel.data && tableOf(funnel.data, scope);
  return (
    <section aria-labelledby="spend">
      <SectionHeading
        id="spend"
        title="Cost and return"
        note={funnel.data && daysWords(funnel.data, new Date())}
        action={table && table.rows.length > 1 ? <SaveTableButton {...table} /> : undefined}
      />
      {funnel.isPending ? (
        <Loading label="Counting the money">
          <Skeleton className="mt-3 h-32 w-full" />
        </Loading>
      ) : funnel.isError ? (
        <ErrorState isCompact title="The money could not be counted" query={funnel} />
      ) : (
        <div className="grid gap-x-10 gap-y-6 pt-3 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0" aria-busy={funnel.isPlaceholderData || undefined}>
            {table && table.rows.length > 1 ? (
              <FigureTable {...table} onOpen={onOpen} />
            ) : (
              <p className="py-2 text-body text-ink-2">
                Nothing to divide yet: launch a{' '}
                <Link to="/campaigns" className="link">
                  campaign
                </Link>{' '}
                and enter what was spent on it.
              </p>
            )}
          </div>
          <div className="print:hidden">
            {canChange && <SpendForm today={funnel.data.to} campaign={scope.campaign} />}
            <Entries canChange={canChange} />
          </div>
        </div>
      )}
    </section>
  );
}

function tableOf(funnel: Funnel, scope: Scope) {
  const days = daysWords(funnel, new Date());
  const rows = funnel.rows.filter(({ key }) => key !== null);
  const toRow = (row: FunnelRow, isTotal: boolean) => ({
    id: isTotal ? 'total' : (row.key ?? 'none'),
    label: row.label,
    isTotal,
    cells: FIGURES.map(
      (figure): FigureCell => ({
        ...cellOf(figure, row),
        open: () =>
          figureOf({
            figure,
            counts: row.counts,
            before: row.before,
            scope,
            by: isTotal ? null : 'campaign',
            key: isTotal ? null : row.key,
            label: row.label,
            days,
          }),
      }),
    ),
  });
  return {
    label: 'Cost and return by campaign',
    head: 'Campaign',
    columns: FIGURES.map((figure) => FIGURE_LABELS[figure]),
    rows: [toRow(funnel.total, true), ...rows.map((row) => toRow(row, false))],
  };
}

function cellOf(figure: Money, { counts, before }: FunnelRow): FigureCell {
  const text = figureText(figure, counts);
  if (figure === 'costPerLead') {
    return { text, ...(before && changeNote(costPerLead(counts), costPerLead(before), false)) };
  }
  if (figure === 'returnOnSpend') {
    return { text, ...(before && changeNote(returnOnSpend(counts), returnOnSpend(before))) };
  }
  return countCell(figure, counts, before);
}

function SpendForm({ today, campaign }: { today: string; campaign: string | undefined }) {
  const campaigns = useQuery(campaignsQuery());
  const record = useRecordSpend();
  const form = useSchemaForm(NewSpend, {
    defaultValues: { campaignId: campaign ?? '', day: today, amount: '', note: '' },
  });
  const launched = (campaigns.data ?? []).filter(({ launchedAt }) => launchedAt !== null);
  // There is nothing yet that anything could have been spent on.
  if (campaigns.data && launched.length === 0) return null;
  if (campaigns.isError) {
    return <ErrorLine query={campaigns} text="Spend cannot be entered: the campaigns could not be loaded." />;
  }
  return (
    <Form
      form={form}
      aria-label="Enter spend"
      onSubmit={async (values) => {
        const spend = await record.mutateAsync(values);
        form.reset({ campaignId: values.campaignId, day: values.day, amount: '', note: '' });
        toast({ title: `${formatUsd(spend.amount)} entered for ${spend.campaign}` });
      }}
    >
      <h3 className="text-h2">Enter spend</h3>
      <p className="mt-0.5 mb-3 text-small text-pretty text-ink-3">
        Advertisements, printing, an agency: what a campaign cost outside of Yarrow.
      </p>
      <FormField form={form} name="campaignId" label="Campaign" isRequired>
        {({ onChange, ...field }) => (
          <Select
            {...field}
            value={field.value === '' ? null : field.value}
            onValueChange={onChange}
            placeholder="Choose a campaign"
            options={launched.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </FormField>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <FormField form={form} name="amount" label="Amount in $" isRequired>
          {(field) => <Input {...field} value={String(field.value)} inputMode="decimal" autoComplete="off" />}
        </FormField>
        <FormField form={form} name="day" label="Day" isRequired>
          {(field) => <Input {...field} type="date" max={today} />}
        </FormField>
      </div>
      <FormField form={form} name="note" label="What for" note="optional" className="mt-3">
        {(field) => <Input {...field} maxLength={200} autoComplete="off" />}
      </FormField>
      <SubmitButton form={form} variant="secondary" pendingLabel="Entering…" className="mt-3">
        Enter spend
      </SubmitButton>
    </Form>
  );
}

/** What people entered lately; each can be taken back. */
function Entries({ canChange }: { canChange: boolean }) {
  const spend = useQuery(spendQuery());
  const takeBack = useTakeBackSpend();
  if (spend.isError) return <ErrorLine query={spend} text="What was entered lately could not be loaded." />;
  if (!spend.data || spend.data.length === 0) return null;
  return (
    <div className="mt-5">
      <h3 className="text-small font-medium text-ink-2">Entered by hand</h3>
      <ul className="mt-1">
        {spend.data.map((entry) => (
          <li key={entry.id} className="flex items-start gap-3 border-b border-line py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-body">{entry.campaign}</p>
              <p className="text-small text-ink-3">
                {[dayWords(entry.day, new Date()), entry.note, entry.by].filter(Boolean).join(' · ')}
              </p>
            </div>
            <span className="text-body tabular-nums">{formatUsd(entry.amount)}</span>
            {canChange && (
              <Button
                size="row"
                variant="ghost"
                icon={Undo2}
                aria-label={`Take back ${amountOf(entry)}`}
                isPending={takeBack.isPending && takeBack.variables === entry.id}
                onClick={() =>
                  takeBack.mutate(entry.id, {
                    onSuccess: () => toast({ title: `${amountOf(entry)} taken back` }),
                    onError: tellFailure('The entry was not taken back'),
                  })
                }
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function amountOf({ amount, campaign }: Spend): string {
  return `${formatUsd(amount)} for ${campaign}`;
}
