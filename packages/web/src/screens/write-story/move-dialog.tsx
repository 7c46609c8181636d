import type { Volume } from '@inkling/contract/volumes';
import { type FormEvent, useRef, useState } from 'react';
import { DialogButtons } from '../../features/forms/form-footer.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';

/** A place in the list: a position from 1, or the end of a volume; null is before the first volume. */
export type Target = { position: number } | { volume: string | null };

interface Props {
  /** What is moved: a chapter's title or '12 chapters'. */
  name: string;
  /** The position of a single chapter, from 1. */
  position?: number | undefined;
  count: number;
  volumes: readonly Volume[];
  /** Whether some chapters are for Premium readers. */
  hasExclusive: boolean;
  onMove: (target: Target) => void;
  onOpenChange: (open: boolean) => void;
}

const byPosition = 'position';
const noVolume = 'none';

/** Moves chapters by number or to a volume, which is easier than dragging in long lists. */
export function MoveDialog({ name, position, count, volumes, hasExclusive, onMove, onOpenChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [to, setTo] = useState(byPosition);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = field.current?.valueAsNumber ?? Number.NaN;
    if (to === byPosition && (!Number.isInteger(wanted) || wanted < 1 || wanted > count)) return;
    onOpenChange(false);
    onMove(to === byPosition ? { position: wanted } : { volume: to === noVolume ? null : to });
  };
  const range = `1–${count.toLocaleString('en')}.`;
  return (
    <Dialog open onOpenChange={onOpenChange} title={`Move ${name}`} initialFocus="field">
      <form onSubmit={submit} className="space-y-5">
        {volumes.length > 0 && (
          <SelectField label="Move to" value={to} onChange={({ target }) => setTo(target.value)}>
            <option value={byPosition}>A position in the list</option>
            <option value={noVolume}>Before the first volume</option>
            {volumes.map(({ _id, title }) => (
              <option key={_id} value={_id}>
                The end of {title}
              </option>
            ))}
          </SelectField>
        )}
        {to === byPosition && (
          <TextField
            ref={field}
            label="New position"
            hint={position === undefined ? `Of the first one: ${range}` : `${range} Currently ${position}.`}
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={count}
            step={1}
            defaultValue={position}
          />
        )}
        {hasExclusive && (
          <p className="text-sm text-muted">
            Chapters placed among the Premium ones become Premium. Placed among the others, they’re open to
            everyone.
          </p>
        )}
        <div className="flex justify-end gap-3">
          <DialogButtons label="Move" busy={false} onCancel={() => onOpenChange(false)} />
        </div>
      </form>
    </Dialog>
  );
}
