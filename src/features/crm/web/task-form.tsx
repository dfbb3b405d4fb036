import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { z } from 'zod';
import { colleaguesQuery } from '#features/access/web/api.ts';
import { Button } from '#ui/button.tsx';
import { changedFields, Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { forgetWork, useKeptText } from '#ui/kept/kept-work.ts';
import { Select } from '#ui/select.tsx';
import { NewTask, type Task } from '../contract-board.ts';
import { useAddTask, useChangeTask } from './board-api.ts';

/** The browser's field gives a time of its own zone, the call takes an instant. */
const TaskFields = z.object({
  title: NewTask.shape.title,
  dueAt: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'Enter a day and a time.')
    .transform((text) => new Date(text).toISOString()),
});

/** As the field of a local time takes it. */
function localTime(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

function tomorrowMorning(now: Date): string {
  return localTime(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9));
}

type TaskFormProps = {
  leadId: string;
  /** What is to be done, as far as it is written; kept in this browser. */
  begun: string;
  onBegun: (title: string) => void;
  /** Once it is added or given up. */
  onDone: () => void;
};

export function TaskForm({ leadId, begun, onBegun, onDone }: TaskFormProps) {
  const add = useAddTask();
  const form = useSchemaForm(TaskFields, {
    defaultValues: { title: begun, dueAt: tomorrowMorning(new Date()) },
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
        {({ onChange, ...field }) => (
          <Input
            {...field}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => {
              onChange(event);
              onBegun(event.target.value);
            }}
          />
        )}
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

const ChangedFields = TaskFields.extend({ ownerId: z.string() });

type ChangeTaskFormProps = {
  task: Task;
  /** Under which the words are kept in this browser, as far as they are written. */
  own: string;
  /** Once it is changed or left as it was. */
  onDone: () => void;
};

/** Another day, other words, or another person to do it. */
export function ChangeTaskForm({ task, own, onDone }: ChangeTaskFormProps) {
  const change = useChangeTask();
  const colleagues = useQuery(colleaguesQuery());
  const { title, ownerId } = task;
  const before = { title, dueAt: localTime(new Date(task.dueAt)), ownerId };
  const [begun, keep] = useKeptText(own, title);
  const form = useSchemaForm(ChangedFields, { defaultValues: before, values: before });
  const takeUp = useEffectEvent(() => {
    if (begun !== title) form.setValue('title', begun, { shouldDirty: true });
  });
  useEffect(() => takeUp(), []);
  const end = (): void => {
    forgetWork(own);
    onDone();
  };
  return (
    <Form
      form={form}
      aria-label="Change the task"
      className="min-w-0 flex-1"
      onSubmit={async (values) => {
        const stored = { ...before, dueAt: new Date(before.dueAt).toISOString() };
        const changed = changedFields(values, stored);
        if (Object.keys(changed).length > 0) await change.mutateAsync({ id: task.id, ...changed });
        end();
      }}
    >
      <FormField form={form} name="title" label="What is to be done" isRequired>
        {({ onChange, ...field }) => (
          <Input
            {...field}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => {
              onChange(event);
              keep(event.target.value);
            }}
          />
        )}
      </FormField>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        <FormField form={form} name="dueAt" label="Due" isRequired>
          {(field) => <Input {...field} type="datetime-local" />}
        </FormField>
        <FormField form={form} name="ownerId" label="Who does it">
          {({ onChange, ...field }) => (
            <Select
              {...field}
              onValueChange={onChange}
              placeholder="Nobody any more"
              options={(colleagues.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </FormField>
      </div>
      <div className="mt-3 flex gap-2">
        <SubmitButton form={form} variant="secondary" pendingLabel="Saving…">
          Save
        </SubmitButton>
        <Button variant="ghost" onClick={end}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
