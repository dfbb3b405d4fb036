import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { workspaceQuery } from '#features/settings/web/api.ts';
import { formatCount } from '#kit/text.ts';
import { Avatar } from '#ui/avatar.tsx';
import { cn } from '#ui/class-names.ts';
import type { AssetMedia, AssetType } from '../contract.ts';
import { splitSubject } from '../rules.ts';
import { adParts, type LimitCheck, postLimits, scriptLines } from '../rules-channels.ts';
import { plainText } from '../rules-markup.ts';
import { ContentView } from './content-view.tsx';
import { MediaView } from './media-view.tsx';

/** Content as its channel shows it. */
type PreviewProps = { content: string; media: readonly AssetMedia[] };

export function AssetPreview({ type, ...shown }: PreviewProps & { type: AssetType }) {
  switch (type) {
    case 'email':
    case 'newsletter':
      return <MailPreview {...shown} />;
    case 'social_post':
      return <PostPreview {...shown} />;
    case 'ad_copy':
      return <AdPreview {...shown} />;
    case 'video':
      return <ScriptPreview {...shown} />;
    case 'flyer':
      return (
        <div className="mx-auto flex aspect-[148/210] max-w-80 flex-col overflow-y-auto border border-line-2 bg-surface px-7 py-8">
          <MediaView media={shown.media} className="mb-4" />
          <ContentView content={shown.content} className="my-auto" />
        </div>
      );
    default:
      return (
        <Frame>
          <MediaView media={shown.media} className="mb-4" />
          <ContentView content={shown.content} />
        </Frame>
      );
  }
}

function Frame({ children, className = 'px-5 py-4' }: { children: ReactNode; className?: string }) {
  return <div className={cn('rounded-panel border border-line-2 bg-surface', className)}>{children}</div>;
}

function useSender(): string {
  const workspace = useQuery(workspaceQuery()).data;
  return workspace?.senderName || workspace?.name || 'Your business';
}

function MailPreview({ content, media }: PreviewProps) {
  const sender = useSender();
  const { subject, body } = splitSubject(content);
  return (
    <Frame className="max-w-[40rem]">
      <dl className="grid grid-cols-[4rem_minmax(0,1fr)] gap-y-0.5 border-b border-line px-5 py-3 text-small">
        <dt className="text-ink-3">From</dt>
        <dd>{sender}</dd>
        <dt className="text-ink-3">Subject</dt>
        <dd className="text-mail font-semibold wrap-anywhere">
          {subject ?? <span className="text-ink-3">none</span>}
        </dd>
      </dl>
      <div className="px-5 py-4">
        <MediaView media={media} className="mb-4" />
        <ContentView content={body} />
      </div>
    </Frame>
  );
}

function PostPreview({ content, media }: PreviewProps) {
  const sender = useSender();
  return (
    <>
      <Frame className="max-w-96 px-5 py-4">
        <div className="mb-2 flex items-center gap-2">
          <Avatar firstName={sender} />
          <p className="text-body font-semibold">{sender}</p>
        </div>
        <p className="text-mail whitespace-pre-wrap wrap-anywhere">{plainText(content)}</p>
        <MediaView media={media} className="mt-3" />
      </Frame>
      <Limits limits={postLimits(content)} />
    </>
  );
}

function AdPreview({ content, media }: PreviewProps) {
  const sender = useSender();
  const ad = adParts(content);
  return (
    <>
      <Frame className="max-w-md px-5 py-4">
        <p className="text-small text-ink-3">Ad · {sender}</p>
        <MediaView media={media} className="my-2" />
        <p className="mt-0.5 text-h3 text-green-ink wrap-anywhere">{ad.headlineText}</p>
        <p className="mt-0.5 text-body wrap-anywhere">{ad.descriptionText}</p>
      </Frame>
      <Limits limits={[ad.headline, ad.description]} />
    </>
  );
}

function ScriptPreview({ content, media }: PreviewProps) {
  return (
    <Frame>
      <MediaView media={media} className="mb-4" />
      <table className="w-full border-collapse text-left text-mail">
        <thead className="text-small text-ink-3">
          <tr className="border-b border-line-2">
            <th className="w-16 py-1 font-medium">From</th>
            <th className="py-1 font-medium">Spoken</th>
          </tr>
        </thead>
        <tbody>
          {scriptLines(content).map(({ time, text }) => (
            <tr key={`${time} ${text}`} className="border-b border-line align-top last:border-b-0">
              <td className="py-2 text-small text-ink-3 tabular-nums">{time || '–'}</td>
              <td className="py-2 wrap-anywhere">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  );
}

function Limits({ limits }: { limits: readonly LimitCheck[] }) {
  return (
    <ul aria-label="Length limits" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-2">
      {limits.map(({ name, used, characters, fits }) => (
        <li key={name} className={cn('flex items-center gap-1 tabular-nums', !fits && 'text-amber-ink')}>
          {fits ? (
            <Check className="size-3.5 text-green-ink" />
          ) : (
            <TriangleAlert className="size-3.5 text-amber" />
          )}
          {name} {formatCount(used)} of {formatCount(characters)}
          {!fits && <span className="sr-only">, too long</span>}
        </li>
      ))}
    </ul>
  );
}
