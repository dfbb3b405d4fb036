import { useState } from 'react';
import { initials } from '#kit/text.ts';
import { cn } from './class-names.ts';

type AvatarProps = {
  firstName?: string | null;
  lastName?: string | null;
  imageUrl?: string | null | undefined;
  size?: 'small' | 'medium' | 'large';
  /** Where no name stands beside it. */
  label?: string;
  className?: string;
};

const SIZE = { small: 'size-6 text-legal', medium: 'size-7 text-small', large: 'size-9 text-h2' };

/** The person's picture, or the first letters of their names. */
export function Avatar({ firstName, lastName, imageUrl, size = 'small', label, className }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const isImage = Boolean(imageUrl) && imageUrl !== failedUrl;
  return (
    <span
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={cn(
        'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-green-t font-semibold text-green-ink select-none',
        SIZE[size],
        className,
      )}
    >
      {isImage && imageUrl ? (
        <img
          src={imageUrl}
          alt=""
          className="size-full object-cover"
          onError={() => setFailedUrl(imageUrl)}
        />
      ) : (
        initials(firstName, lastName) || '–'
      )}
    </span>
  );
}
