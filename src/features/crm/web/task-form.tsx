import { z } from 'zod';
import { Button } from '#ui/button.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { NewTask } from '../contract-board.ts';
import { useAddTask } from './board-api.ts';

/** The browser's field gives a time of its own zone, the call takes an instant. */
const TaskFields = z.object({
  title: NewTask.shape.title,
  dueAt: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'Enter a day and a time.')
    .transform((text) => new Date(text).toISOString()),
});

/** Tomorrow at nine, as the field of a local time takes it. */
function tomorrowMorning(now: Date): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T09:00`;
}

/** `onDone` once it is added or given up. */
export function TaskForm({ leadId, onDone }: { leadId: string; onDone: () => void }) {
  const add = useAddTask();
  const form = useSchemaForm(TaskFields, {
    defaultValues: { title: '', dueAt: tomorrowMorning(new Date()) },
  });
  return (
    <Form
      form={form}
      aria-label="Add a task"
      className="mt-2"
      onSubmit={async (values) => {
        await add.mutateAsync({ leadId, ...values });
        onDone();
      }}
    >
      <FormField form={form} name="title" label="What is to be done" isRequired>
        {(field) => <Input {...field} maxLength={200} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="dueAt" label="Due" isRequired className="mt-2">
        {(field) => <Input {...field} type="datetime-local" />}
      </FormField>
      <div className="mt-3 flex gap-2">
        <SubmitButton form={form} variant="secondary" pendingLabel="Adding…">
          Add task
        </SubmitButton>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
