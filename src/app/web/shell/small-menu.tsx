import { Sheet } from '#ui/sheet.tsx';
import { Sidebar } from './sidebar.tsx';

/** The sidebar of a narrow window. */
export function SmallMenu({ onClose }: { onClose: () => void }) {
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      side="left"
      title="Menu"
    >
      <Sidebar onChoose={onClose} />
    </Sheet>
  );
}
