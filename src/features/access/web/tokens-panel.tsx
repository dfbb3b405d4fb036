import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { useFocusOfForm } from '#ui/focus/use-focus-along.ts';
import { LossDialog } from '#ui/kept/loss-dialog.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import type { ApiToken } from '../contract-tokens.ts';
import { NewTokenForm } from './new-token-form.tsx';
import { ROLE_WORDS } from './role-words.ts';
import { scopesText } from './scope-words.ts';
import { tokensQuery, useTokenCalls } from './token-api.ts';

/** API tokens, each with its scopes and last use. */
export function TokensPanel({ isAdmin }: { isAdmin: boolean }) {
  const tokens = useQuery(tokensQuery());
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | undefined>();
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const { part, opener } = useFocusOfForm(isAdding);
  if (tokens.isPending) {
    return (
      <Loading label="Loading API tokens" className="grid gap-3">
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </Loading>
    );
  }
  if (tokens.isLoadingError)
    return <ErrorState isCompact title="API tokens could not be loaded" query={tokens} />;
  return (
    <div className="grid gap-4">
      {tokens.data.length === 0 && !isAdding && (
        <p className="text-small text-ink-3">
          No API tokens yet. Create one to let a program read or change data.
        </p>
      )}
      {tokens.data.length > 0 && (
        <ul>
          {tokens.data.map((token) => (
            <TokenRow key={token.id} token={token} onSecret={setSecret} onRevoke={setRevoking} />
          ))}
        </ul>
      )}
      <ShownToken token={secret} />
      {isAdding ? (
        <div ref={part}>
          <NewTokenForm
            isAdmin={isAdmin}
            onDone={(made) => {
              setIsAdding(false);
              if (made !== undefined) setSecret(made);
            }}
          />
        </div>
      ) : (
        <Button ref={opener} className="justify-self-start" onClick={() => setIsAdding(true)}>
          Create token
        </Button>
      )}
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(null)} />}
    </div>
  );
}

/** Shown once: only a hash is stored. */
function ShownToken({ token }: { token: string | undefined }) {
  return (
    // On the page before the token is: some screen readers would not announce it otherwise.
    <div role="status">
      {token !== undefined && (
        <div className="max-w-[40rem] rounded-panel border border-green-l bg-green-t p-4">
          <p className="font-medium">Copy the token now. It is not shown again.</p>
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <code className="min-w-0 flex-1 basis-56 font-mono text-small wrap-anywhere select-all">
              {token}
            </code>
            <CopyButton text={token} label="Copy token" />
          </div>
        </div>
      )}
    </div>
  );
}

type TokenRowProps = {
  token: ApiToken;
  onSecret: (token: string) => void;
  onRevoke: (token: ApiToken) => void;
};

function TokenRow({ token, onSecret, onRevoke }: TokenRowProps) {
  const { rotate } = useTokenCalls();
  const { id, name, kind, role, prefix, createdBy, lastUsedAt, lastUsedFrom, expiresAt } = token;
  return (
    <li className="grid gap-1.5 border-b border-line py-3 first:pt-0">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-48 font-medium wrap-anywhere">
          {name} <code className="font-mono text-small font-normal text-ink-3">{prefix}…</code>
        </p>
        <Badge tone="neutral">
          {kind === 'workspace' ? `Workspace, ${ROLE_WORDS[role].label}` : 'Personal'}
        </Badge>
      </div>
      <p className="text-small text-ink-2">{scopesText(token.scopes)}</p>
      <p className="text-small text-ink-3">
        {createdBy !== null && `Created by ${createdBy}. `}
        {lastUsedAt === null ? (
          'Never used. '
        ) : (
          <>
            Last used <RelativeTime value={lastUsedAt} />
            {lastUsedFrom !== null && ` from ${lastUsedFrom}`}.{' '}
          </>
        )}
        <Expiry expiresAt={expiresAt} />
      </p>
      {token.previousUntil !== null && (
        <p className="text-small text-ink-2">
          The token before the last rotation stops working{' '}
          <RelativeTime value={token.previousUntil} isAhead />.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="row"
          aria-label={`Rotate ${name}`}
          isPending={rotate.isPending}
          onClick={() =>
            rotate.mutate(id, {
              onSuccess: (made) => {
                onSecret(made.token);
                toast({ title: 'Token rotated', description: 'The old one also works for 24 hours.' });
              },
              onError: tellFailure('The token was not rotated'),
            })
          }
        >
          Rotate
        </Button>
        <Button size="row" variant="ghost" aria-label={`Revoke ${name}`} onClick={() => onRevoke(token)}>
          Revoke
        </Button>
      </div>
    </li>
  );
}

function Expiry({ expiresAt }: Pick<ApiToken, 'expiresAt'>) {
  if (expiresAt === null) return 'Does not expire.';
  if (new Date(expiresAt) <= new Date()) return <span className="text-amber-ink">Expired.</span>;
  return (
    <>
      Expires <RelativeTime value={expiresAt} isAhead />.
    </>
  );
}

/** A revoked token does not come back, so this asks first. */
function RevokeDialog({ token: { id, name }, onClose }: { token: ApiToken; onClose: () => void }) {
  const { revoke } = useTokenCalls();
  return (
    <LossDialog
      title={`Revoke ${name}?`}
      description="Programs that use it are refused from their next call."
      deed="Revoke token"
      pendingLabel="Revoking…"
      call={revoke}
      ifFailed="The token still works."
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(id, {
          onSuccess: () => {
            onClose();
            toast({ title: 'Token revoked' });
          },
        })
      }
    />
  );
}
