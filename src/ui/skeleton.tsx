import { cn } from './class-names.ts';

/** Stands where something will be, in its final size; appears only after 200 ms. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cn('block animate-skeleton rounded-badge bg-hover', className)} />
  );
}

/** Says to those who listen what is being waited for, and holds the skeletons. */
export function Loading({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children?: React.ReactNode;
}) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
