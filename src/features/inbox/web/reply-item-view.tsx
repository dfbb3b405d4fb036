import { Download, FileCode, Mail, Paperclip } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { MessageSourceDialog } from '#features/delivery/web/message-source-panel.tsx';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { shortDate } from '#ui/relative-time-words.ts';
import type { ReplyAttachment, ThreadItem } from '../contract.ts';
import { attachmentPath } from './api.ts';
import { ReplyOriginalDialog } from './reply-original-dialog.tsx';

const REPORTS: Partial<Record<ThreadItem['kind'], string>> = {
  bounce: 'Came back',
  complaint: 'Reported as spam',
  auto_reply: 'Automatic reply',
};

type ReplyItemViewProps = {
  item: ThreadItem;
  leadName: string;
  ref: RefObject<HTMLLIElement | null> | undefined;
};

/** One message of a conversation, theirs or ours. */
export function ReplyItemView({ item, leadName, ref }: ReplyItemViewProps) {
  const isOurs = item.by !== null;
  const [isSourceOpen, setIsSourceOpen] = useState(false);
  const [isOriginalOpen, setIsOriginalOpen] = useState(false);
  return (
    <li ref={ref} className={cn('scroll-mt-5 border-l-2 pl-4', isOurs ? 'border-line-2' : 'border-green')}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-small text-ink-3">
        <span>
          <span className="font-medium text-ink">{item.by ?? leadName}</span>
          {REPORTS[item.kind] && ` · ${REPORTS[item.kind]}`}
        </span>
        <RelativeTime value={item.at} />
      </p>
      {item.subject !== '' && <p className="text-small text-ink-2 wrap-anywhere">{item.subject}</p>}
      {item.text === '' && !isOurs ? (
        <p className="mt-1 text-small text-ink-3">No text, only a subject.</p>
      ) : (
        <p className="mt-1 max-w-[70ch] whitespace-pre-line wrap-anywhere">{item.text}</p>
      )}
      {item.awayUntil !== null && (
        <p className="mt-1 text-small text-ink-3">
          Follow-ups wait until{' '}
          <time dateTime={item.awayUntil}>{shortDate(new Date(item.awayUntil), new Date(), 'UTC')}</time>.
        </p>
      )}
      {item.note !== null && (
        <p
          className={cn(
            'mt-1 text-small',
            item.reason === 'practice_address' ? 'text-ink-3' : 'text-amber-ink',
          )}
        >
          {item.note}
        </p>
      )}
      {item.attachments.length > 0 && (
        <ul aria-label="Attachments" className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
          {item.attachments.map((attachment, index) => (
            // Two files of one reply may have the same name.
            <li key={attachmentPath(item.id, index)} className="max-w-full min-w-0">
              <AttachmentLink attachment={attachment} path={attachmentPath(item.id, index)} />
            </li>
          ))}
        </ul>
      )}
      {item.isInOutbox && (
        <Button size="row" icon={FileCode} className="mt-2" onClick={() => setIsSourceOpen(true)}>
          Show the whole message
        </Button>
      )}
      {item.hasOriginal && (
        <Button size="row" icon={Mail} className="mt-2" onClick={() => setIsOriginalOpen(true)}>
          Show original
        </Button>
      )}
      {isSourceOpen && <MessageSourceDialog message={item} onClose={() => setIsSourceOpen(false)} />}
      {isOriginalOpen && (
        <ReplyOriginalDialog id={item.id} subject={item.subject} onClose={() => setIsOriginalOpen(false)} />
      )}
    </li>
  );
}

function AttachmentLink({ attachment, path }: { attachment: ReplyAttachment; path: string }) {
  return (
    <a
      href={path}
      download={attachment.name}
      className="link flex max-w-full items-center gap-1.5 text-small"
    >
      <Paperclip aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate">{attachment.name}</span>
      <span className="shrink-0 text-ink-3">{sizeText(attachment.bytes)}</span>
      <Download aria-label="Download" className="size-3.5 shrink-0" />
    </a>
  );
}

/** "812 B", "34 KB", "2.1 MB". */
function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
