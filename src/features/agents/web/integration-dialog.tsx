import { useQuery } from '@tanstack/react-query';
import { ExternalLink, KeyRound } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { spokenNames } from '#kit/language.ts';
import { Button } from '#ui/button.tsx';
import { linkButtonClass } from '#ui/button-class.ts';
import { CancelButton } from '#ui/cancel-button.tsx';
import { CodeBlock } from '#ui/code-block.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorLine } from '#ui/error-line.tsx';
import { Field } from '#ui/field.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { type Agent, AgentIntegration } from '../contract.ts';
import { DEPLOYMENT_OPTIONS, POSITION_OPTIONS, RATE_LIMIT_OPTIONS, THEME_OPTIONS } from './agent-choices.ts';
import { useCreateSecretKey, useRevokeSecretKey, useUpdateAgent, widgetCodeQuery } from './api.ts';

type IntegrationDialogProps = { agent: Agent; canManage: boolean; onClose: () => void };

const copied = () => toast({ title: 'Copied!' });

/** How the agent gets onto a website or into another program. */
export function IntegrationDialog({ agent, canManage, onClose }: IntegrationDialogProps) {
  const formId = useId();
  const update = useUpdateAgent();
  const form = useSchemaForm(AgentIntegration, {
    defaultValues: {
      deploymentType: agent.deploymentType,
      rateLimit: agent.rateLimit,
      allowedDomains: agent.allowedDomains,
      widgetTheme: agent.widgetTheme,
      widgetPosition: agent.widgetPosition,
    },
  });
  // Shown next to the button: a toast would cover it.
  const [isSaved, setIsSaved] = useState(false);
  useEffect(() => {
    const watched = form.watch(() => setIsSaved(false));
    return () => watched.unsubscribe();
  }, [form]);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="API Integration"
      description={`Put ${agent.name} on a website, or call it from a program.`}
      size="large"
      footer={
        <>
          <p role="status" className="mr-auto text-small text-ink-2">
            {isSaved && `Settings saved. They hold for ${agent.name} from now on.`}
          </p>
          <CancelButton label="Close" />
          {canManage && (
            <SubmitButton form={form} formId={formId} pendingLabel="Saving…">
              Save settings
            </SubmitButton>
          )}
        </>
      }
    >
      <div className="space-y-6">
        <Form
          id={formId}
          form={form}
          onSubmit={async (values) => {
            await update.mutateAsync({ id: agent.id, change: values });
            setIsSaved(true);
          }}
          onFailure={() =>
            toast({ title: 'Error', description: 'Failed to update agent', variant: 'destructive' })
          }
        >
          <fieldset disabled={!canManage} className="grid gap-4 sm:grid-cols-2">
            {!canManage && (
              <p className="text-small text-ink-3 sm:col-span-2">An admin can change these settings.</p>
            )}
            <FormField form={form} name="deploymentType" label="Deployment type">
              {({ onChange, ...field }) => (
                <Select
                  {...field}
                  disabled={!canManage}
                  onValueChange={onChange}
                  options={DEPLOYMENT_OPTIONS}
                />
              )}
            </FormField>
            <FormField form={form} name="rateLimit" label="Rate limit">
              {({ onChange, ...field }) => (
                <Select
                  {...field}
                  disabled={!canManage}
                  onValueChange={onChange}
                  options={RATE_LIMIT_OPTIONS}
                />
              )}
            </FormField>
            <FormField form={form} name="widgetTheme" label="Widget theme">
              {({ onChange, ...field }) => (
                <Select {...field} disabled={!canManage} onValueChange={onChange} options={THEME_OPTIONS} />
              )}
            </FormField>
            <FormField form={form} name="widgetPosition" label="Widget position">
              {({ onChange, ...field }) => (
                <Select
                  {...field}
                  disabled={!canManage}
                  onValueChange={onChange}
                  options={POSITION_OPTIONS}
                />
              )}
            </FormField>
            <FormField
              form={form}
              name="allowedDomains"
              label="Allowed domains"
              note="one per line"
              hint="Pages of other domains are refused. Empty: every page may use the agent. *.example.com stands for every domain below it."
              className="sm:col-span-2"
            >
              {({ value, onChange, ...field }) => (
                <DomainsInput {...field} value={value} onChange={onChange} />
              )}
            </FormField>
          </fieldset>
        </Form>
        <Keys agent={agent} canManage={canManage} />
        <WidgetCode agent={agent} />
        <Endpoints agent={agent} />
      </div>
    </Dialog>
  );
}

type DomainsInputProps = Omit<React.ComponentProps<typeof Textarea>, 'value' | 'onChange'> & {
  value: readonly string[];
  onChange: (domains: string[]) => void;
};

/** One domain per line; the lines stay as they are typed. */
function DomainsInput({ value, onChange, ...rest }: DomainsInputProps) {
  const [typed, setTyped] = useState(value.join('\n'));
  return (
    <Textarea
      {...rest}
      rows={2}
      spellCheck={false}
      placeholder="example.com"
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(
          event.target.value
            .split(/[\s,]+/)
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        );
      }}
    />
  );
}

function Keys({ agent, canManage }: { agent: Agent; canManage: boolean }) {
  const create = useCreateSecretKey();
  const revoke = useRevokeSecretKey();
  const fail = () => toast({ title: 'Error', description: 'Failed to update agent', variant: 'destructive' });
  const secret = create.data?.secretKey;
  return (
    <section aria-labelledby="agent-keys" className="space-y-4 border-t border-line pt-4">
      <h3 id="agent-keys" className="text-h2">
        Keys
      </h3>
      <Field
        label="API key"
        hint="Publishable: it names the agent in addresses and on websites. Where allowed domains are set, servers send the secret key."
      >
        {(control) => <Copyable {...control} text={agent.apiKey} label="Copy API key" />}
      </Field>
      {secret !== undefined && agent.secretKey !== null ? (
        <Field
          label="Secret key"
          hint="Copy it now: it is stored as a hash and cannot be shown again. Send it as a Bearer header, from servers only."
        >
          {(control) => <Copyable {...control} text={secret} label="Copy secret key" />}
        </Field>
      ) : (
        <p className="text-small text-ink-2">
          {agent.secretKey === null ? (
            'No secret key yet.'
          ) : (
            <>
              Secret key ending in <code className="font-mono">{agent.secretKey.hint}</code>, made{' '}
              <RelativeTime value={agent.secretKey.createdAt} />.
            </>
          )}
        </p>
      )}
      {canManage && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="row"
            icon={KeyRound}
            isPending={create.isPending}
            onClick={() => create.mutate(agent.id, { onError: fail })}
          >
            {agent.secretKey === null ? 'Create secret key' : 'Replace secret key'}
          </Button>
          {agent.secretKey !== null && (
            <Button
              size="row"
              variant="loss"
              isPending={revoke.isPending}
              onClick={() =>
                revoke.mutate(agent.id, {
                  onError: fail,
                  onSuccess: () => {
                    create.reset();
                    toast({
                      title: 'Secret key revoked',
                      description: 'Calls with it are refused from now on.',
                    });
                  },
                })
              }
            >
              Revoke secret key
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function Copyable({ text, label, ...control }: { text: string; label: string; id: string }) {
  return (
    <span className="flex items-center gap-2">
      <Input {...control} readOnly value={text} className="font-mono text-small" />
      <CopyButton text={text} label={label} onCopied={copied} size="control" />
    </span>
  );
}

function WidgetCode({ agent }: { agent: Agent }) {
  const code = useQuery(widgetCodeQuery(agent.id));
  useEffect(() => {
    if (code.isError)
      toast({ title: 'Error', description: 'Failed to generate widget code', variant: 'destructive' });
  }, [code.isError, code.errorUpdatedAt]);
  return (
    <section aria-labelledby="agent-widget" className="border-t border-line pt-4">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 id="agent-widget" className="text-h2">
          Embed widget code
        </h3>
        {code.data && <CopyButton text={code.data.widgetCode} label="Copy widget code" onCopied={copied} />}
      </div>
      {code.isError ? (
        <ErrorLine query={code} text="The code could not be generated." />
      ) : (
        <CodeBlock label="Embed widget code" text={code.data?.widgetCode ?? ''} />
      )}
      <p className="mt-1.5 text-small text-ink-3">
        Put it before the closing body tag. Add data-theme="dark" or data-position="left" to decide for one
        page. The widget’s own texts follow data-lang, then the page’s lang attribute, in {spokenNames()};
        answers stay in the language of the knowledge.
      </p>
    </section>
  );
}

function Endpoints({ agent }: { agent: Agent }) {
  // An agent with allowed domains does not accept the publishable key from servers.
  const key = agent.allowedDomains.length > 0 ? '{secret key}' : '{secret key or API key}';
  const rows = [
    ['POST', '/api/agents/chat/{apiKey}', `Ask a question. Header: Authorization: Bearer ${key}`],
    ['GET', '/api/agents/widget/{apiKey}', 'The chat widget for websites'],
    ['GET', '/api/agents/status/{apiKey}', 'Whether the agent answers'],
  ] as const;
  return (
    <section aria-labelledby="agent-endpoints" className="border-t border-line pt-4">
      <h3 id="agent-endpoints" className="mb-2 text-h2">
        Endpoints
      </h3>
      <ul className="divide-y divide-line border-y border-line">
        {rows.map(([method, path, text]) => (
          <li key={path} className="py-2">
            <code className="font-mono text-small wrap-anywhere">
              <strong>{method}</strong> {path}
            </code>
            <p className="text-small text-ink-3">{text}</p>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <NewTabLink href={`/docs/api/${agent.id}`}>Open API docs</NewTabLink>
        <NewTabLink href={`/api/agents/test/${agent.apiKey}`}>Open test endpoint</NewTabLink>
      </div>
    </section>
  );
}

function NewTabLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={linkButtonClass()}>
      {children}
      <ExternalLink className="size-4" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
