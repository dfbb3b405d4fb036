/** Of the panel that lists the findings of the fields under this id. */
export function detailsId(id: string): string {
  return `${id}-findings`;
}

/** What ties a field to its findings: their words are its description, and the panel that lists them its details. */
export function tiedToFindings(
  id: string,
  news: string,
  describedBy?: string,
): { 'aria-describedby'?: string; 'aria-details'?: string } {
  if (news === '') return describedBy === undefined ? {} : { 'aria-describedby': describedBy };
  return {
    'aria-describedby': [describedBy, `${id}-news`].filter(Boolean).join(' '),
    'aria-details': detailsId(id),
  };
}

/** The description itself: read with the field, and not in the way of whoever reads on. */
export function FindingsOf({ id, news }: { id: string; news: string }) {
  return (
    <span id={`${id}-news`} hidden>
      {news}
    </span>
  );
}
