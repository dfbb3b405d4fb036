import { cn } from '#ui/class-names.ts';

const ADDRESS = /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]])/gi;

/** Plain text whose web addresses can be followed. Nothing of it is ever HTML. */
export function LinkedText({ text, className }: { text: string; className?: string }) {
  const pieces = text.split(ADDRESS);
  return (
    <p className={cn('whitespace-pre-line wrap-anywhere', className)}>
      {pieces.map((piece, index) =>
        index % 2 === 1 && URL.canParse(piece) ? (
          <a
            // The pieces of one text stand in one order.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            href={piece}
            target="_blank"
            rel="noreferrer nofollow ugc"
            className="text-green-ink underline"
          >
            {piece}
          </a>
        ) : (
          piece
        ),
      )}
    </p>
  );
}
