import {
  Ban,
  CircleCheck,
  CircleX,
  Contact,
  FlaskConical,
  Hand,
  ListFilter,
  LoaderCircle,
  MailCheck,
  Phone,
  Plus,
  Search,
  Upload,
} from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { DisabledReason } from '#ui/disabled-reason.tsx';
import { FindingGlyph } from '#ui/drawings/finding-glyph.tsx';
import { RingGlyph, type RingStep } from '#ui/drawings/ring-glyph.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Input } from '#ui/input.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Mark } from '#ui/mark.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Panel } from '#ui/panel.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Swatch } from '#ui/swatch.tsx';
import { Switch } from '#ui/switch.tsx';
import { Tabs } from '#ui/tabs.tsx';

const STAGES: [RingStep, string][] = [
  ['dashed', 'New'],
  ['quarter', 'Contacted'],
  ['half', 'Engaged'],
  ['three-quarters', 'Qualified'],
  ['ticked', 'Converted'],
  ['paused', 'Paused'],
];

export function ControlSection() {
  const [isPending, setIsPending] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-3">
      <Panel title="Buttons" bodyClassName="space-y-3 p-5">
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="primary">Launch Campaign</Button>
          <Button>Save as Draft</Button>
          <Button variant="ghost">Cancel</Button>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="loss">Erase</Button>
          <Button isPending pendingLabel="Verifying...">
            Access Platform
          </Button>
          <Button icon={Plus}>New group</Button>
          <Button icon={Upload}>Import file</Button>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button size="row">Edit</Button>
          <Button size="row" icon={ListFilter}>
            All scores
          </Button>
          <Button size="row" variant="loss">
            Erase
          </Button>
          <IconButton icon={Search} label="Search leads" keys="/" />
          <IconButton icon={Plus} label="Add step" variant="secondary" size="control" />
          <CopyButton text="yarrow" label="Copy key" />
        </div>
        <Button
          variant="primary"
          size="large"
          className="w-full"
          isPending={isPending}
          pendingLabel="Verifying..."
          onClick={() => {
            setIsPending(true);
            setTimeout(() => setIsPending(false), 1500);
          }}
        >
          Access Platform
        </Button>
        <DisabledReason
          reason="1 block to clear"
          tone="loss"
          glyph={<FindingGlyph severity="block" />}
          side="before"
        >
          {(control) => (
            <Button variant="primary" {...control}>
              Launch Campaign
            </Button>
          )}
        </DisabledReason>
      </Panel>

      <Panel title="Badges, stages, links" bodyClassName="space-y-3 p-5">
        <div className="flex flex-wrap gap-2">
          <Badge tone="good" icon={CircleCheck}>
            Verified
          </Badge>
          <Badge tone="good" icon={MailCheck}>
            Email verified
          </Badge>
          <Badge tone="good" icon={Phone}>
            Phone verified
          </Badge>
          <Badge tone="good" icon={Contact}>
            Email and phone
          </Badge>
          <Badge tone="outline" glyph={<RingGlyph step="dashed" className="size-3.5 text-ink-3" />}>
            Enrichment pending
          </Badge>
          <Badge tone="attention" icon={Hand}>
            Manual verification
          </Badge>
          <Badge tone="loss" icon={CircleX}>
            Verification failed
          </Badge>
          <Badge tone="outline" icon={FlaskConical}>
            Practice network: synthetic people
          </Badge>
          <Badge>Built-in engine</Badge>
        </div>
        <div className="flex flex-wrap gap-x-3 gap-y-2 text-small text-ink-2">
          {STAGES.map(([step, word]) => (
            <span key={step} className="inline-flex items-center gap-1.5">
              <RingGlyph step={step} />
              {word}
            </span>
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-4 text-small text-ink-2">
          <a href="#table" className="link">
            All campaigns
          </a>
          <Kbd>⌘K</Kbd>
          <Kbd>G L</Kbd>
          <span className="inline-flex items-center gap-2">
            <Spinner /> Loading...
          </span>
          <span className="inline-flex items-center gap-1">
            <Ban className="size-4" /> Off
          </span>
          <LoaderCircle className="size-4" />
          <RelativeTime value={new Date(Date.now() - 2 * 3_600_000)} />
          <RelativeTime value="2026-01-12T07:34:00Z" />
        </div>
        <Breadcrumb
          items={[
            {
              key: 'home',
              content: (
                <>
                  <Mark className="size-4" /> Yarrow
                </>
              ),
            },
            { key: 'here', content: 'Dashboard' },
          ]}
        />
      </Panel>

      <Choices />

      <Panel className="lg:col-span-3" bodyClassName="p-5">
        <PageHeader
          title="Analytics & Performance"
          note="15 Dec to 13 Jan, compared with the 30 days before. Times in Europe/London."
          actions={
            <>
              <Period />
              <Button variant="primary" icon={Plus}>
                Create Campaign
              </Button>
            </>
          }
        />
      </Panel>
    </div>
  );
}

function Period() {
  const [period, setPeriod] = useState('last30');
  return (
    <SegmentedControl
      label="Period"
      value={period}
      onValueChange={setPeriod}
      segments={[
        { value: 'last7', label: 'Last 7 days', shortLabel: '7 days' },
        { value: 'last30', label: 'Last 30 days', shortLabel: '30 days' },
        { value: 'last90', label: 'Last 90 days', shortLabel: '90 days' },
        { value: 'lifetime', label: 'Lifetime' },
      ]}
    />
  );
}

function Choices() {
  const [group, setGroup] = useState<string | null>('evening');
  const [score, setScore] = useState<string | null>('all');
  const [mode, setMode] = useState<string | null>('chat');
  const [tab, setTab] = useState('overview');
  return (
    <Panel title="Choices" bodyClassName="space-y-4 p-5">
      <Select
        aria-label="Lead group"
        value={group}
        onValueChange={setGroup}
        options={[
          { value: 'evening', label: 'Evening blends', mark: <Swatch color="#3B82F6" /> },
          { value: 'winter', label: 'Winter wellness', mark: <Swatch color="#976324" /> },
          {
            value: 'marathon',
            label: 'Marathon nutrition',
            mark: <Swatch color="#4d7c2f" />,
            hint: '117 leads',
          },
          { value: 'none', label: 'Not available', isDisabled: true },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Select
          look="filter"
          aria-label="Score"
          value={score}
          onValueChange={setScore}
          options={[
            { value: 'all', label: 'All scores' },
            { value: 'high', label: 'High: 8 or more' },
          ]}
        />
        <Select
          look="filter"
          prefix="Sort by"
          aria-label="Sort by"
          value="recent"
          onValueChange={() => undefined}
          options={[{ value: 'recent', label: 'recent' }]}
        />
      </div>
      <div className="grid grid-cols-3 gap-2">
        <Checkbox label="Twitter" defaultChecked />
        <Checkbox label="Reddit" defaultChecked />
        <Checkbox label="LinkedIn" />
        <Checkbox label="Google" isPartial />
        <Checkbox label="Clay" disabled />
        <Switch label="Live" defaultChecked />
      </div>
      <RadioGroup
        label="Interaction mode"
        value={mode}
        onValueChange={setMode}
        isInline
        options={[
          { value: 'chat', label: 'Chat' },
          { value: 'voice', label: 'Voice' },
          { value: 'avatar', label: 'Avatar', isDisabled: true },
        ]}
      />
      <Input icon={Search} aria-label="Search leads" placeholder="Search leads" trailing={<Kbd>/</Kbd>} />
      <Tabs
        label="Community"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'overview', label: 'Overview', content: <p className="text-ink-2">What it is about.</p> },
          {
            value: 'members',
            label: 'Members',
            count: '41',
            content: <p className="text-ink-2">Who is in it.</p>,
          },
          { value: 'settings', label: 'Settings', content: <p className="text-ink-2">How it works.</p> },
        ]}
      />
    </Panel>
  );
}
