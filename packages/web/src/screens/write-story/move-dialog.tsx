import { type FormEvent, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

interface Props {
  title: string;
  /** The chapter's current position, from 1. */
  position: number;
  count: number;
  /** Called with the new position, from 1. */
  onMove: (position: number) => void;
  onOpenChange: (open: boolean) => void;
}

/** Moves a chapter by position number, which is easier than dragging in long lists. */
export function MoveDialog({ title, position, count, onMove, onOpenChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = field.current?.valueAsNumber ?? Number.NaN;
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > count) return;
    onOpenChange(false);
    onMove(wanted);
  };
  return (
    <Dialog open onOpenChange={onOpenChange} title={`Move “${title}”`} initialFocus={field}>
      <form onSubmit={submit} className="space-y-5">
        <TextField
          ref={field}
          label="New position"
          hint={`1–${count}. Currently ${position}.`}
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={count}
          step={1}
          defaultValue={position}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant="primary">
            Move
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
