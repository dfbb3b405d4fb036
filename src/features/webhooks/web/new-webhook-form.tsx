import { Controller } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { WebAddressInput } from '#ui/web-address-input.tsx';
import { NewWebhook, WEBHOOK_EVENTS } from '../contract.ts';
import { useWebhookCalls } from './api.ts';
import { EVENT_LABELS } from './webhook-words.ts';

/** Calls back with the new secret, or with nothing if it was cancelled. */
export function NewWebhookForm({ onDone }: { onDone: (secret?: string) => void }) {
  const { create } = useWebhookCalls();
  const form = useSchemaForm(NewWebhook, { defaultValues: { url: '', events: [] } });
  return (
    <Form
      form={form}
      onSubmit={async (given) => onDone((await create.mutateAsync(given)).secret)}
      className="grid max-w-[36rem] gap-4"
    >
      <FormField form={form} name="url" label="Address" isRequired>
        {(field) => <WebAddressInput {...field} />}
      </FormField>
      <Controller
        control={form.control}
        name="events"
        render={({ field, fieldState }) => (
          <fieldset>
            <legend className="mb-2 font-medium">Events</legend>
            <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
              {WEBHOOK_EVENTS.map((event) => (
                <Checkbox
                  key={event}
                  label={EVENT_LABELS[event]}
                  checked={field.value.includes(event)}
                  onChange={({ target }) =>
                    field.onChange(
                      target.checked ? [...field.value, event] : field.value.filter((one) => one !== event),
                    )
                  }
                />
              ))}
            </div>
            {fieldState.error && (
              <p role="alert" className="mt-2 text-small text-red-ink">
                {fieldState.error.message}
              </p>
            )}
          </fieldset>
        )}
      />
      <div className="flex gap-2">
        <SubmitButton form={form} pendingLabel="Adding…">
          Add webhook
        </SubmitButton>
        <Button variant="ghost" onClick={() => onDone()}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
