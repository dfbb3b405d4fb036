import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { FindingGlyph } from '#ui/drawings/finding-glyph.tsx';
import { DropdownMenu } from '#ui/dropdown-menu.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Input } from '#ui/input.tsx';
import { Panel } from '#ui/panel.tsx';
import { Popover, PopoverClose } from '#ui/popover.tsx';
import { Select } from '#ui/select.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { Tooltip } from '#ui/tooltip.tsx';

export function OverlaySection() {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [refresh, setRefresh] = useState('days');
  const [purpose, setPurpose] = useState<string | null>('sales');
  return (
    <Panel bodyClassName="flex flex-wrap items-center gap-2 p-5">
      <Dialog
        open={isDialogOpen}
        onOpenChange={setIsDialogOpen}
        title="New lead group"
        description="Leads of one run go into one group."
        trigger={<Button>Open dialog</Button>}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button variant="primary" onClick={() => toast({ title: 'Saved from the dialog' })}>
              Create group
            </Button>
          </>
        }
      >
        <div className="space-y-4">
          <Field label="Name">{(control) => <Input {...control} placeholder="Evening blends" />}</Field>
          <Field label="Purpose">
            {(control) => (
              <Select
                {...control}
                value={purpose}
                onValueChange={setPurpose}
                options={[
                  { value: 'sales', label: 'Sales' },
                  { value: 'research', label: 'Research' },
                ]}
              />
            )}
          </Field>
          <Field label="Description" note="optional">
            {(control) => <Textarea {...control} rows={3} />}
          </Field>
        </div>
      </Dialog>

      <Sheet
        open={isSheetOpen}
        onOpenChange={setIsSheetOpen}
        title="A sheet"
        trigger={<Button>Open sheet</Button>}
        footer={<Button variant="primary">Save</Button>}
      >
        <p className="p-5 text-ink-2">A modal page at the edge.</p>
      </Sheet>

      <Popover
        label="Blocks launch"
        hasArrow
        side="top"
        align="center"
        trigger={<Button variant="loss">ends insomnia for good</Button>}
      >
        <div className="flex items-center justify-between text-small">
          <span className="inline-flex items-center gap-1.5 font-semibold text-red-ink">
            <FindingGlyph severity="block" /> Blocks launch
          </span>
          <span className="text-ink-3">US, EU, UK</span>
        </div>
        <p className="mt-3 font-semibold">
          Disease claim{' '}
          <code className="ml-1 font-mono text-legal font-normal text-ink-3">disease-claim</code>
        </p>
        <p className="text-ink-2">
          Only authorised medicines may say this; hedges, reviews and disclaimers don’t change that.
        </p>
        <div className="mt-3 flex gap-2">
          <PopoverClose asChild>
            <Button variant="primary" size="row">
              Use rewrite
            </Button>
          </PopoverClose>
          <Button size="row">Edit text</Button>
        </div>
      </Popover>

      <DropdownMenu
        trigger={<IconButton icon={Ellipsis} label="More" variant="secondary" size="control" />}
        items={[
          { kind: 'heading', label: 'Evening blends' },
          { label: 'Rename', icon: Pencil, keys: 'R', onSelect: () => toast({ title: 'Renamed' }) },
          {
            kind: 'choice',
            label: 'Refresh',
            value: refresh,
            options: [
              { value: 'days', label: 'Refresh every 2 days' },
              { value: 'never', label: 'Never refresh' },
            ],
            onValueChange: setRefresh,
          },
          { label: 'Merge', disabledReason: 'Only one group', onSelect: () => undefined },
          { kind: 'line', id: 'line' },
          {
            label: 'Delete group',
            icon: Trash2,
            isLoss: true,
            onSelect: () =>
              toast({ title: 'Group deleted, 17 leads kept', undo: () => toast({ title: 'Group is back' }) }),
          },
        ]}
      />

      <Tooltip content="Landing visits ÷ messages">
        <Button variant="ghost">Tooltip after 700 ms</Button>
      </Tooltip>
      <Tooltip content="The next one opens at once">
        <Button variant="ghost">And its neighbour</Button>
      </Tooltip>

      <Button
        onClick={() => toast({ title: 'Access Granted', description: 'Welcome to the testing environment.' })}
      >
        Toast
      </Button>
      <Button
        onClick={() =>
          toast({
            title: 'Access Denied',
            description: 'Incorrect password. Please contact the team for access.',
            variant: 'destructive',
          })
        }
      >
        Destructive toast
      </Button>
      <Button
        onClick={() =>
          toast({ title: 'Group deleted, 17 leads kept', undo: () => toast({ title: 'The group is back' }) })
        }
      >
        Undo toast
      </Button>
      <Badge tone="outline">F8 goes to the toast</Badge>
    </Panel>
  );
}
