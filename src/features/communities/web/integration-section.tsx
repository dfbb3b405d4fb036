import { ExternalLink, KeyRound, RefreshCw } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { CodeBlock } from '#ui/code-block.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { errorText } from '#ui/error-words.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast.ts';
import type { Community, KEY_KINDS } from '../contract.ts';
import { widgetSnippet } from '../rules.ts';
import { useRotateKey } from './api.ts';
import { NETWORK_LABELS } from './community-words.ts';

const ENDPOINTS = [
  ['GET', '/api/external/communities/{apiKey}/posts', 'Fetch posts'],
  ['POST', '/api/external/communities/{apiKey}/invite', 'Send invitations'],
] as const;

type KeyKind = (typeof KEY_KINDS)[number];

/** What other sites need to show the community. */
export function IntegrationSection({ community, canChange }: { community: Community; canChange: boolean }) {
  const snippet = widgetSnippet(location.origin, community.apiKey);
  const [replacing, setReplacing] = useState<KeyKind | null>(null);
  return (
    <div className="max-w-[44rem] space-y-7">
      <Field label="API key" hint="Names the community in pages of other sites. It is no secret.">
        {(control) => (
          <div className="flex gap-2 max-sm:flex-wrap">
            <Input {...control} readOnly value={community.apiKey} className="font-mono" />
            <CopyButton
              size="control"
              text={community.apiKey}
              label="Copy API key"
              onCopied={() => toast({ title: 'Copied', description: 'API key copied to clipboard' })}
            />
            {canChange && (
              <Button icon={RefreshCw} onClick={() => setReplacing('public')}>
                Replace
              </Button>
            )}
          </div>
        )}
      </Field>
      <Part
        title="Widget code"
        action={
          <CopyButton
            text={snippet}
            label="Copy Widget Code"
            onCopied={() => toast({ title: 'Copied', description: 'Integration code copied to clipboard' })}
          />
        }
      >
        <CodeBlock label="Widget code" text={snippet} />
        <p className="mt-1 text-small text-pretty text-ink-3">
          Paste it where the community is to show. Which sites may show it, and whether visitors can ask to
          join there, is set in Settings.
        </p>
      </Part>
      <Part title="Public endpoints">
        <ul className="divide-y divide-line border-y border-line-2">
          {ENDPOINTS.map(([method, path, words]) => (
            <li key={path} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2.5">
              <span className="w-11 text-small font-semibold text-green-ink">{method}</span>
              <code className="min-w-0 flex-1 basis-72 font-mono text-small wrap-anywhere">{path}</code>
              <span className="text-small text-ink-3">{words}</span>
            </li>
          ))}
        </ul>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-72 text-small text-pretty text-ink-3">
            {community.hasSecretKey
              ? 'A server sends its secret key as Authorization: Bearer. There is one; it was shown when it was made.'
              : 'A server that invites or posts for its visitors sends a secret key as Authorization: Bearer.'}
          </p>
          {canChange && (
            <Button icon={KeyRound} size="row" onClick={() => setReplacing('secret')}>
              {community.hasSecretKey ? 'Replace secret key' : 'Make a secret key'}
            </Button>
          )}
        </div>
      </Part>
      <Part title="Social links">
        <dl className="divide-y divide-line border-y border-line-2">
          {(['twitter', 'facebook', 'discord'] as const).map((network) => (
            <div key={network} className="flex flex-wrap gap-x-4 gap-y-1 py-2.5">
              <dt className="w-24 text-small text-ink-3">{NETWORK_LABELS[network]}</dt>
              <dd className="min-w-0 flex-1 wrap-anywhere">
                <SocialLink text={community.socialMediaLinks[network]} />
              </dd>
            </div>
          ))}
        </dl>
      </Part>
      {replacing !== null && (
        <KeyDialog
          community={community}
          kind={replacing}
          onOpenChange={(open) => {
            if (!open) setReplacing(null);
          }}
        />
      )}
    </div>
  );
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Only what is a web address is a link. */
function SocialLink({ text }: { text: string }) {
  if (text === '') return <span className="text-ink-3">–</span>;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  return (
    <a
      href={text}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 text-green-ink underline"
    >
      {text}
      <ExternalLink className="size-3.5" />
    </a>
  );
}

type KeyDialogProps = { community: Community; kind: KeyKind; onOpenChange: (open: boolean) => void };

/** Asked first: pages that hold the old key stop working at once, and nobody could take that back for them. */
function KeyDialog({ community, kind, onOpenChange }: KeyDialogProps) {
  const rotate = useRotateKey(community.id);
  const isFirst = kind === 'secret' && !community.hasSecretKey;
  const made = rotate.data?.key;
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      size="small"
      title={
        kind === 'public' ? 'Replace the API key' : isFirst ? 'Make a secret key' : 'Replace the secret key'
      }
      description={
        isFirst
          ? 'It is shown once. Keep it on your server, never in a page.'
          : 'The old key is dead at once: whatever uses it stops working until it has the new one.'
      }
      footer={
        made === undefined ? (
          <>
            <CancelButton label={isFirst ? 'Cancel' : 'Keep'} />
            <Button
              variant={isFirst ? 'primary' : 'loss'}
              isPending={rotate.isPending}
              pendingLabel="Making…"
              onClick={() => rotate.mutate(kind)}
            >
              {isFirst ? 'Make the key' : 'Replace the key'}
            </Button>
          </>
        ) : (
          <DialogClose asChild>
            <Button variant="primary">Done</Button>
          </DialogClose>
        )
      }
    >
      {rotate.isError && (
        <p role="alert" className="text-small text-red-ink">
          {errorText(rotate.error)} The old key still works.
        </p>
      )}
      {made !== undefined && (
        <Field label={kind === 'public' ? 'New API key' : 'Secret key'}>
          {(control) => (
            <div className="flex gap-2">
              <Input {...control} readOnly value={made} className="font-mono" />
              <CopyButton size="control" text={made} onCopied={() => toast({ title: 'Copied' })} />
            </div>
          )}
        </Field>
      )}
    </Dialog>
  );
}
