import type { ReactNode } from 'react';

type TwoLinesProps = {
  title: ReactNode;
  text: ReactNode;
  /** `name` for who or what it is; `plain` for a quotation. */
  weight?: 'name' | 'plain';
};

/** The two lines of a table cell: a name over a handle, words over what they mean. */
export function TwoLines({ title, text, weight = 'name' }: TwoLinesProps) {
  return (
    <div className="min-w-0 py-0.5">
      <div
        className={
          weight === 'name'
            ? 'truncate text-body/[18px] font-semibold'
            : 'truncate text-body/[18px] text-ink-2'
        }
      >
        {title}
      </div>
      <div className="truncate text-small text-ink-3">{text}</div>
    </div>
  );
}
