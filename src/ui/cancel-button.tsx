import { Button } from './button.tsx';
import { DialogClose } from './dialog.tsx';

/** The way out of a dialog that leaves everything as it was. */
export function CancelButton({ label = 'Cancel' }: { label?: string }) {
  return (
    <DialogClose asChild>
      <Button variant="ghost">{label}</Button>
    </DialogClose>
  );
}
