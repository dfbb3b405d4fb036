import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Input } from '#ui/input.tsx';
import { Tag } from '../../contract-notes.ts';
import { tagsQuery } from '../api.ts';

type TagFieldProps = {
  label: string;
  onAdd: (tag: string) => void;
};

/** One tag, typed or taken from those in use; what the server would refuse is refused here. */
export function TagField({ label, onAdd }: TagFieldProps) {
  const tags = useQuery(tagsQuery());
  const listId = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  function add() {
    const tag = Tag.safeParse(text);
    if (!tag.success) return setError(tag.error.issues[0]?.message);
    setText('');
    setError(undefined);
    onAdd(tag.data);
  }
  return (
    <Field label={label} {...(error === undefined ? {} : { error })}>
      {(field) => (
        <span className="flex gap-1">
          <Input
            {...field}
            list={listId}
            value={text}
            maxLength={40}
            autoComplete="off"
            className="flex-1"
            onChange={(event) => {
              setText(event.target.value);
              setError(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <datalist id={listId}>
            {tags.data?.map((tag) => (
              <option key={tag}>{tag}</option>
            ))}
          </datalist>
          <IconButton icon={Plus} label={label} size="control" variant="secondary" onClick={add} />
        </span>
      )}
    </Field>
  );
}
