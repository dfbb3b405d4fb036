import { useQuery } from '@tanstack/react-query';
import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { DropdownMenu, type MenuItem } from '#ui/dropdown-menu.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { type LeadView, NewLeadView, type ViewQuery } from '../contract-views.ts';
import {
  leadViewsQuery,
  useChangeLeadView,
  useDeleteLeadView,
  useRestoreLeadView,
  useSaveLeadView,
} from './api.ts';

type ViewsMenuProps = {
  /** What the list shows now; null until the group that it shows is known: a view saved before would be of all. */
  query: ViewQuery | null;
  onChoose: (query: ViewQuery) => void;
  canChange: boolean;
};

/** Lists somebody wants to see again, their own and those that are shared. */
export function ViewsMenu({ query, onChoose, canChange }: ViewsMenuProps) {
  const views = useQuery(leadViewsQuery());
  const [isSaving, setIsSaving] = useState(false);
  const [renamed, setRenamed] = useState<LeadView | null>(null);
  const deleteWithUndo = useDeleteViewWithUndo();
  const change = useChangeLeadView();
  const shown = query && views.data?.find((view) => keyOf(view.query) === keyOf(query));
  const own = views.data?.filter(({ isShared }) => !isShared) ?? [];
  const shared = views.data?.filter(({ isShared }) => isShared) ?? [];
  const choices = (label: string, list: readonly LeadView[]): MenuItem[] =>
    list.length === 0
      ? []
      : [
          { kind: 'heading', label },
          ...list.map((view) => ({ label: view.name, onSelect: () => onChoose(view.query) })),
        ];
  const items: MenuItem[] = [
    ...choices('My views', own),
    ...choices('Shared views', shared),
    ...(views.data?.length === 0 ? [{ kind: 'heading' as const, label: 'No saved views yet' }] : []),
    ...(views.isError ? [{ label: 'Load the views again', onSelect: () => void views.refetch() }] : []),
    ...(canChange && query
      ? [
          { kind: 'line' as const, id: 'deeds' },
          { label: 'Save this view', icon: Bookmark, onSelect: () => setIsSaving(true) },
        ]
      : []),
    ...(canChange && shown?.isOwn
      ? [
          { label: `Rename “${shown.name}”`, icon: Pencil, onSelect: () => setRenamed(shown) },
          {
            label: shown.isShared ? `Keep “${shown.name}” to myself` : `Share “${shown.name}”`,
            onSelect: () =>
              change.mutate(
                { id: shown.id, isShared: !shown.isShared },
                { onError: tellFailure('The view was not changed') },
              ),
          },
          {
            label: `Delete “${shown.name}”`,
            icon: Trash2,
            isLoss: true,
            onSelect: () => deleteWithUndo(shown),
          },
        ]
      : []),
  ];
  return (
    <>
      <DropdownMenu
        align="start"
        trigger={
          <Button size="row" icon={Bookmark}>
            {shown?.name ?? 'Views'}
          </Button>
        }
        items={items}
      />
      <Dialog
        open={isSaving}
        onOpenChange={setIsSaving}
        size="small"
        title="Save this view"
        description="The filters and the order as they are now."
      >
        {query && <SaveView query={query} onDone={() => setIsSaving(false)} />}
      </Dialog>
      <Dialog
        open={renamed !== null}
        onOpenChange={() => setRenamed(null)}
        size="small"
        title="Rename this view"
        description="The filters and the order stay as they were saved."
      >
        {renamed && <RenameView view={renamed} onDone={() => setRenamed(null)} />}
      </Dialog>
    </>
  );
}

/** The same filters and order make the same text, whatever stands first. */
function keyOf(query: ViewQuery): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return JSON.stringify(given.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function SaveView({ query, onDone }: { query: ViewQuery; onDone: () => void }) {
  const save = useSaveLeadView();
  const form = useSchemaForm(NewLeadView, { defaultValues: { name: '', isShared: false, query } });
  const refusal = form.formState.errors.query?.q?.message;
  return (
    <Form
      form={form}
      onSubmit={async (view) => {
        await save.mutateAsync(view);
        onDone();
        toast({ title: `View ${view.name} saved` });
      }}
      className="space-y-4"
    >
      <FormField form={form} name="name" label="Name" isRequired>
        {(field) => <Input {...field} autoComplete="off" maxLength={60} />}
      </FormField>
      <Checkbox label="Everybody in the workspace sees it" {...form.register('isShared')} />
      {refusal !== undefined && (
        <p role="alert" className="text-small text-red-ink">
          {refusal}
        </p>
      )}
      <SubmitButton form={form} pendingLabel="Saving…">
        Save view
      </SubmitButton>
    </Form>
  );
}

const Renamed = NewLeadView.pick({ name: true });

function RenameView({ view: { id, name }, onDone }: { view: LeadView; onDone: () => void }) {
  const change = useChangeLeadView();
  const form = useSchemaForm(Renamed, { defaultValues: { name } });
  return (
    <Form
      form={form}
      onSubmit={async (given) => {
        await change.mutateAsync({ id, ...given });
        onDone();
      }}
      className="space-y-4"
    >
      <FormField form={form} name="name" label="Name" isRequired>
        {(field) => <Input {...field} autoComplete="off" maxLength={60} />}
      </FormField>
      <SubmitButton form={form} pendingLabel="Saving…">
        Rename view
      </SubmitButton>
    </Form>
  );
}

function useDeleteViewWithUndo(): (view: LeadView) => void {
  const remove = useDeleteLeadView();
  const restore = useRestoreLeadView();
  return ({ id, name }) => {
    doWithUndo({
      deed: remove.mutateAsync(id),
      done: { title: `View ${name} deleted` },
      onFailure: tellFailure('The view was not deleted'),
      undo: () => restore.mutateAsync(id),
      onUndoFailure: tellFailure('The view did not come back'),
    });
  };
}
