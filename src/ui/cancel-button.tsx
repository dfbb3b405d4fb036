import { Button } from './button.tsx';
import { DialogClose } from './dialog.tsx';

/** The way out of a dialog that leaves everything as it was. */
export function CancelButton() {
  return (
    <DialogClose asChild>
      <Button variant="ghost">Cancel</Button>
    </DialogClose>
  );
}
