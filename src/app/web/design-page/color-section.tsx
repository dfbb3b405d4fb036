import { Panel } from '#ui/panel.tsx';

const COLORS = [
  'ground',
  'surface',
  'raised',
  'sunk',
  'hover',
  'sel',
  'ink',
  'ink-2',
  'ink-3',
  'line',
  'line-2',
  'control',
  'green',
  'green-h',
  'green-ink',
  'green-t',
  'green-l',
  'amber',
  'amber-ink',
  'amber-t',
  'amber-l',
  'red',
  'red-ink',
  'red-t',
  'red-l',
  'data-1',
  'data-2',
  'data-prev',
  'track',
  'score-1',
  'score-2',
  'score-3',
  'score-4',
  'stage-1',
  'stage-2',
  'stage-3',
  'stage-4',
  'stage-5',
];

const TYPES = [
  ['text-display', 'Growth that health businesses can stand behind'],
  ['text-gate', 'Testing Access Required'],
  ['text-figure', '22.0% of 4,820'],
  ['text-h1', 'Analytics & Performance'],
  ['text-h3', 'No leads discovered yet'],
  ['text-h2', 'Campaign performance'],
  ['text-mail', 'Mail and widget: whole chamomile flowers, lemon balm and orange peel.'],
  ['text-body', 'Body: People asking for caffeine-free evening tea they would pay for'],
  ['text-label', 'Control: Create Campaign'],
  ['text-small', 'Small: 22.6% against 21.9% last week'],
  ['text-legal', 'Legal: Fernhill Wellness, 12 Mill Lane, Portland, OR 97209'],
] as const;

export function ColorSection() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      <Panel bodyClassName="grid grid-cols-2 gap-x-4 gap-y-2 p-5 sm:grid-cols-4">
        {COLORS.map((name) => (
          <span key={name} className="flex items-center gap-2 text-small">
            <span
              className="size-6 shrink-0 rounded-badge border border-line-2"
              style={{ backgroundColor: `var(--${name})` }}
            />
            {name}
          </span>
        ))}
      </Panel>
      <Panel bodyClassName="space-y-3 p-5">
        {TYPES.map(([name, words]) => (
          <p key={name} className={name}>
            {words}
          </p>
        ))}
        <p className="tabular-nums">1,060 · 4,820 · 111.1 · 888.8 tabular</p>
        <code className="font-mono text-small text-ink-2">ENRICHMENT_WEBHOOK_URL</code>
      </Panel>
    </div>
  );
}
