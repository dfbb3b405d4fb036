/** The keys that do the same as what stands beside it. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-badge border border-line-2 px-1 font-sans text-legal font-medium text-ink-3">
      {children}
    </kbd>
  );
}
