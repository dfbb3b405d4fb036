import { cn } from './class-names.ts';

type MarkProps = {
  /** Size and colour; else 24 px in the colour of the text. */
  className?: string;
  /** Where the mark stands without the name beside it. */
  label?: string;
};

/** The umbel: mark, empty state, signature. Takes the colour of its text. */
export function Mark({ className = 'size-6', label }: MarkProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      className={cn('shrink-0', className)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <g stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
        <path d="M12 21.5V13.5" />
        <path d="M12 13.5C11.2 9.9 8 8.6 4.1 8.3" />
        <path d="M12 13.5C11.6 9.6 10 7 8 5.1" />
        <path d="M12 13.5V4" />
        <path d="M12 13.5C12.4 9.6 14 7 16 5.1" />
        <path d="M12 13.5C12.8 9.9 16 8.6 19.9 8.3" />
      </g>
      <g fill="currentColor">
        <circle cx="3.4" cy="8" r="2" />
        <circle cx="7.4" cy="4.2" r="2" />
        <circle cx="12" cy="3" r="2" />
        <circle cx="16.6" cy="4.2" r="2" />
        <circle cx="20.6" cy="8" r="2" />
      </g>
    </svg>
  );
}
