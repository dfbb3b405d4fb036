import type { PageLook } from '../contract-look.ts';
import { DEFAULT_COLOR, fontFamily, GROUND, lookInks } from '../rules-look.ts';

const THEMES = [
  { theme: 'light', label: 'Light', text: '#1e1c17' },
  { theme: 'dark', label: 'Dark', text: '#ece9e1' },
] as const;

/** A page in its look, in both themes of a visitor's device. */
export function PageLookPreview({ name, logo, color, font }: PageLook & { name: string }) {
  return (
    <section aria-label="Preview" className="grid gap-3 sm:grid-cols-2">
      {THEMES.map(({ theme, label, text }) => {
        const { fill, words, link } = lookInks(color ?? DEFAULT_COLOR, theme);
        return (
          <figure key={theme}>
            <div
              className="space-y-3 rounded-control border border-line p-4"
              style={{ background: GROUND[theme], color: text, fontFamily: fontFamily(font) }}
            >
              {logo === null ? (
                <p className="truncate text-small font-semibold">{name}</p>
              ) : (
                <img
                  src={logo}
                  alt={name}
                  className={`h-8 max-w-full object-contain object-left ${theme === 'dark' ? 'rounded-sm p-1' : ''}`}
                  style={theme === 'dark' ? { background: '#ffffff' } : {}}
                />
              )}
              <p className="text-h2 leading-tight">A calmer evening</p>
              <p className="text-small">
                Read more in{' '}
                <span className="underline" style={{ color: link }}>
                  our guide
                </span>
                .
              </p>
              <span
                className="inline-block rounded-control px-4 py-2 text-small font-semibold"
                style={{ background: fill, color: words }}
              >
                Book a visit
              </span>
            </div>
            <figcaption className="mt-1 text-small text-ink-3">{label}</figcaption>
          </figure>
        );
      })}
    </section>
  );
}
