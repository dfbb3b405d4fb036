import { cn } from './class-names.ts';

/** Stands where something will be, in its final size; appears only after 200 ms. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cn('block animate-skeleton rounded-badge bg-hover', className)} />
  );
}

/** Stands where words will be: broken into lines as words like these would be, so that nothing moves when they come. */
export function TextSkeleton({ like }: { like: string }) {
  return (
    <span
      aria-hidden="true"
      className="animate-skeleton rounded-badge bg-hover box-decoration-clone text-transparent select-none"
    >
      {like}
    </span>
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
