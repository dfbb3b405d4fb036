/** Code to take along, in one line as long as it is: it scrolls by itself. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <pre
      role="group"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and those without a mouse have to
      tabIndex={0}
      aria-label={label}
      className="min-h-12 overflow-x-auto rounded-control border border-line bg-sunk p-3 font-mono text-small"
    >
      {text}
    </pre>
  );
}
