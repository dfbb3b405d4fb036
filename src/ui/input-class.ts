/** The edge, focus and error look that all fields share. */
export const INPUT_CLASS =
  'w-full min-w-0 rounded-control border border-control bg-surface text-body text-ink transition-colors ' +
  'duration-80 ease-out hover:border-ink-3 focus-visible:outline-2 focus-visible:outline-offset-2 ' +
  'disabled:border-line disabled:bg-hover disabled:text-ink-3 read-only:bg-sunk ' +
  'aria-invalid:border-red pointer-coarse:text-[1rem]';
