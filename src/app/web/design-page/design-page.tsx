import { Mark } from '#ui/mark.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { type ThemeChoice, useTheme } from '#ui/theme.ts';
import { ColorSection } from './color-section.tsx';
import { ControlSection } from './control-section.tsx';
import { DrawingSection } from './drawing-section.tsx';
import { FigureSection } from './figure-section.tsx';
import { FormSection } from './form-section.tsx';
import { OverlaySection } from './overlay-section.tsx';
import { StateSection } from './state-section.tsx';
import { TableSection } from './table-section.tsx';

const PARTS = [
  ['Controls', ControlSection],
  ['Form', FormSection],
  ['Overlays', OverlaySection],
  ['States', StateSection],
  ['Figures', FigureSection],
  ['Table', TableSection],
  ['Drawings', DrawingSection],
  ['Colours and type', ColorSection],
] as const;

const THEMES: { value: ThemeChoice; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

/**
 * Every component in its states, for those who build screens: `/design`, or `/design?part=table` for one part alone. Not
 * part of a production build.
 */
export function DesignPage() {
  const { choice, choose } = useTheme();
  const alone = new URLSearchParams(location.search).get('part');
  const parts = PARTS.filter(([name]) => alone === null || idOf(name) === alone);
  return (
    <div className="bg-ground">
      <header className="sticky top-0 z-sticky flex min-h-12 flex-wrap items-center gap-x-6 gap-y-2 border-b border-line-2 bg-ground px-4 py-2 sm:px-8">
        <span className="flex items-center gap-2 font-semibold">
          <Mark className="size-5 text-green-ink" /> Yarrow
        </span>
        <nav aria-label="Parts" className="flex flex-1 flex-wrap gap-x-4 text-small max-sm:hidden">
          {PARTS.map(([name]) => (
            <a key={name} href={`#${idOf(name)}`} className="text-ink-2 hover:text-ink">
              {name}
            </a>
          ))}
        </nav>
        <SegmentedControl label="Theme" value={choice} onValueChange={choose} segments={THEMES} />
      </header>
      <main className="mx-auto max-w-[1440px] space-y-10 p-4 sm:p-8">
        <h1 className="text-h1">One panel, four states; the parts that repeat</h1>
        {parts.map(([name, Part]) => (
          <section
            key={name}
            id={idOf(name)}
            aria-labelledby={`${idOf(name)}-title`}
            className="scroll-mt-16"
          >
            <h2 id={`${idOf(name)}-title`} className="mb-3 text-h1">
              {name}
            </h2>
            <Part />
          </section>
        ))}
      </main>
    </div>
  );
}

function idOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
