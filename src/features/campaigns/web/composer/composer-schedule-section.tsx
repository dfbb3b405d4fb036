import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { workspaceQuery } from '#features/settings/web/api.ts';
import { countOf, formatCount } from '#kit/text.ts';
import { MINUTE_MS } from '#kit/time.ts';
import { Button } from '#ui/button.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import type { SendWindow } from '../../contract.ts';
import type { CampaignPreview } from '../../contract-preview.ts';
import { OFFICE_HOURS } from '../../rules-schedule.ts';
import type { CampaignDraft } from './campaign-draft.ts';

const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const SHOWN_DAYS = 7;
const DATE = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

type ComposerScheduleProps = {
  draft: CampaignDraft;
  preview: CampaignPreview | undefined;
  onChange: (part: Partial<CampaignDraft>) => void;
};

/** When messages may leave, and what that comes to day by day. */
export function ComposerSchedule({ draft, preview, onChange }: ComposerScheduleProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  const days = preview?.schedule ?? [];
  const shown = isWhole ? days : days.slice(0, SHOWN_DAYS);
  const last = days.at(-1);
  const most = Math.max(1, ...days.map(({ emails, byHand, overApi }) => emails + byHand + overApi));
  return (
    <section aria-label="Schedule" className="border-b border-line px-5 py-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-h2">Schedule</h3>
        <Button size="row" variant="ghost" onClick={() => setIsOpen(true)}>
          Change
        </Button>
      </div>
      <p className="text-small text-pretty text-ink-2">{windowWords(draft)}</p>
      {draft.sendWindow !== null && preview && preview.withoutZone.count > 0 && (
        <p className="mt-1 text-small text-pretty text-ink-3">{zoneWords(preview.withoutZone)}</p>
      )}
      {shown.length > 0 && (
        <table className="mt-2 w-full text-small tabular-nums">
          <caption className="sr-only">Messages that would leave, day by day</caption>
          <tbody>
            {shown.map(({ date, emails, byHand, overApi }) => (
              <tr key={date}>
                <th
                  scope="row"
                  className="w-24 py-0.5 pr-3 text-left font-normal whitespace-nowrap text-ink-2"
                >
                  {DATE.format(new Date(date))}
                </th>
                <td aria-hidden="true" className="w-full pr-3">
                  <span
                    className="block h-1.5 rounded-bar bg-green"
                    style={{ width: `${((emails + byHand + overApi) / most) * 100}%` }}
                  />
                </td>
                <td className="text-right whitespace-nowrap">
                  {formatCount(emails + byHand + overApi)}
                  {byHand > 0 && <span className="text-ink-3"> · {formatCount(byHand)} by hand</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {days.length > SHOWN_DAYS && last && (
        <Button size="row" variant="ghost" className="-ml-2 mt-1" onClick={() => setIsWhole(!isWhole)}>
          {isWhole
            ? 'Show fewer days'
            : `Show all ${countOf(days.length, 'day')}, until ${DATE.format(new Date(last.date))}`}
        </Button>
      )}
      {isOpen && <ScheduleDialog draft={draft} onClose={() => setIsOpen(false)} onChange={onChange} />}
    </section>
  );
}

type ScheduleDialogProps = Omit<ComposerScheduleProps, 'preview'> & { onClose: () => void };

function ScheduleDialog({ draft, onClose, onChange }: ScheduleDialogProps) {
  const { data: workspace } = useQuery(workspaceQuery());
  const [window, setWindow] = useState<SendWindow>(draft.sendWindow ?? OFFICE_HOURS);
  const [isLimited, setIsLimited] = useState(draft.sendWindow !== null);
  const before = toLocal(draft.startsAt);
  const [startsAt, setStartsAt] = useState(before);
  const [startProblem, setStartProblem] = useState<string>();
  const startField = useRef<HTMLInputElement>(null);
  const problem = !isLimited
    ? undefined
    : window.days.length === 0
      ? 'Choose at least one day.'
      : window.from >= window.until
        ? 'The end must be later than the beginning.'
        : undefined;

  function save(): void {
    const wrong = startField.current?.validity.badInput
      ? 'Give the day and the time, or clear both.'
      : startsAt !== before && startsAt !== '' && new Date(startsAt).getTime() < Date.now()
        ? 'This has passed. Leave it empty to begin with the launch.'
        : undefined;
    setStartProblem(wrong);
    if (wrong !== undefined) {
      startField.current?.focus();
      return;
    }
    onChange({
      sendWindow: isLimited ? window : null,
      startsAt: startsAt === '' ? null : new Date(startsAt).toISOString(),
    });
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="small"
      title="Schedule"
      description="Sent in each recipient’s time zone when we know it."
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            disabled={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : 'window-problem'}
            onClick={save}
          >
            Set schedule
          </Button>
        </>
      }
    >
      <Field
        label="Nothing before"
        note="optional"
        hint="By the clock of this computer."
        error={startProblem}
      >
        {(control) => (
          <Input
            {...control}
            ref={startField}
            type="datetime-local"
            value={startsAt}
            onChange={(event) => {
              setStartsAt(event.target.value);
              setStartProblem(undefined);
            }}
          />
        )}
      </Field>
      <Checkbox
        className="mt-4"
        label="Only on some days and at some times"
        hint={workspace ? `Where a country is not known: ${workspace.timeZone}.` : undefined}
        checked={isLimited}
        onChange={() => setIsLimited(!isLimited)}
      />
      {isLimited && (
        <fieldset className="mt-3 space-y-3">
          <legend className="sr-only">Days and times</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {DAY_NAMES.map((name, index) => {
              const day = index + 1;
              return (
                <Checkbox
                  key={name}
                  label={name}
                  checked={window.days.includes(day)}
                  onChange={() =>
                    setWindow({
                      ...window,
                      days: window.days.includes(day)
                        ? window.days.filter((one) => one !== day)
                        : [...window.days, day].toSorted((left, right) => left - right),
                    })
                  }
                />
              );
            })}
          </div>
          <div className="grid grid-cols-2 gap-3">
            {(['from', 'until'] as const).map((edge) => (
              <Field key={edge} label={edge === 'from' ? 'From' : 'Until'}>
                {(control) => (
                  <Input
                    {...control}
                    type="time"
                    value={window[edge]}
                    onChange={(event) => setWindow({ ...window, [edge]: event.target.value || window[edge] })}
                  />
                )}
              </Field>
            ))}
          </div>
        </fieldset>
      )}
      {problem && (
        <p id="window-problem" role="alert" className="mt-2 text-small text-red-ink">
          {problem}
        </p>
      )}
    </Dialog>
  );
}

/** "Country unknown, sent in the workspace’s time zone (UTC): Ann Lee and 3 more." */
function zoneWords({ count, people, timeZone }: CampaignPreview['withoutZone']): string {
  const more = count - people.length;
  const names = [...people.map(({ name }) => name), ...(more > 0 ? [`${formatCount(more)} more`] : [])];
  const last = names.pop() ?? '';
  const all = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
  return `Country unknown, sent in the workspace’s time zone (${timeZone}): ${all}.`;
}

/** "Weekdays, 09:00 to 17:00, each person’s time zone." */
function windowWords({ sendWindow, startsAt }: CampaignDraft): string {
  const at = startsAt === null ? undefined : new Date(startsAt);
  const named = at?.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  // What has passed holds nothing back any more.
  const hasPassed = at !== undefined && at.getTime() < Date.now();
  const start = !at ? 'From the launch on' : hasPassed ? `Since ${named}` : `From ${named} on`;
  if (sendWindow === null) return `${start}, at any time.`;
  const { days, from, until } = sendWindow;
  const isWeek = days.join() === '1,2,3,4,5';
  const names = isWeek ? 'weekdays' : days.map((day) => DAY_NAMES[day - 1]).join(', ');
  return `${start}, ${names}, ${from} to ${until}, each person’s time zone.`;
}

/** An instant as a field of date and time shows it. */
function toLocal(instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 16);
}
