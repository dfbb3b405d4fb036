import { ImagePlus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { logoOf } from './logo-picture.ts';

type LogoFieldProps = {
  logo: string | null;
  canChange: boolean;
  onChange: (logo: string | null) => void;
};

/** Chooses a picture and makes it small enough for a logo. */
export function LogoField({ logo, canChange, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  async function take(file: File | undefined) {
    if (!file) return;
    try {
      const picture = await logoOf(file);
      setProblem(picture === undefined ? 'This picture has too much detail for a logo.' : undefined);
      if (picture !== undefined) onChange(picture);
    } catch {
      setProblem('This file is not a picture. Choose a PNG, JPEG, WebP or SVG file.');
    }
  }
  return (
    <Field
      label="Logo"
      hint="PNG, JPEG, WebP or SVG. Without one, pages show the workspace name."
      error={problem}
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-3">
          {logo !== null && (
            <img
              src={logo}
              alt="Current logo"
              className="h-12 max-w-60 rounded-control object-contain p-1.5"
              style={{ background: '#ffffff' }}
            />
          )}
          <input
            {...control}
            ref={input}
            type="file"
            tabIndex={-1}
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            disabled={!canChange}
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
            className="sr-only"
          />
          {canChange && (
            <Button icon={ImagePlus} onClick={() => input.current?.click()}>
              {logo === null ? 'Choose logo' : 'Replace logo'}
            </Button>
          )}
          {canChange && logo !== null && (
            <Button icon={X} variant="ghost" onClick={() => onChange(null)}>
              Remove logo
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
