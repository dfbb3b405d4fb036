import { FileSpreadsheet, Upload } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';

type ImportFileFieldProps = { file: File | null; onChoose: (file: File) => void };

/** A file is dropped here or chosen by the button. */
export function ImportFileField({ file, onChoose }: ImportFileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping; the button does the same
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={cn(
        'flex flex-wrap items-center gap-3 rounded-panel border border-dashed px-4 py-4',
        isOver ? 'border-green bg-sel' : 'border-control',
      )}
    >
      {file ? <FileSpreadsheet className="size-5 text-ink-3" /> : <Upload className="size-5 text-ink-3" />}
      <p id={`${id}-label`} className="min-w-0 flex-1 basis-40 text-body wrap-anywhere" aria-live="polite">
        {file ? (
          <>
            <strong className="font-semibold">{file.name}</strong>{' '}
            <span className="text-small text-ink-3 tabular-nums">
              {formatCount(Math.max(1, Math.round(file.size / 1024)))} KB
            </span>
          </>
        ) : (
          'Drop a file here, or choose one.'
        )}
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.xls,text/csv,text/tab-separated-values"
        aria-label="File to import"
        // The button is the one stop of the Tab key.
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onChoose(chosen);
          // The same file, mended, can be chosen again.
          event.target.value = '';
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- what the dialog was opened for */}
      <Button autoFocus onClick={() => input.current?.click()}>
        {file ? 'Choose another file' : 'Choose file'}
      </Button>
    </div>
  );
}
