import { seriesLimits } from '@inkling/contract/limits';
import type { OwnPart } from '@inkling/contract/series';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { footerClass } from '../../ui/dialog-footer.ts';

interface Props {
  name: string;
  /** How many stories the series has. */
  count: number;
  others: OwnPart[];
  onAdd: (added: OwnPart[]) => void;
  onClose: () => void;
}

/** Chooses stories that are in no series; they are added in the order in which they were chosen. */
export function AddToSeries({ name, count, others, onAdd, onClose }: Props) {
  const [chosen, setChosen] = useState<OwnPart[]>([]);
  const full = count + chosen.length >= seriesLimits.stories;
  const toggle = (part: OwnPart) =>
    setChosen((before) => (before.includes(part) ? before.filter((one) => one !== part) : [...before, part]));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add stories"
      description={
        <>
          To <bdi>{name}</bdi>, in the order you choose them. A story can be in only one series.
        </>
      }
      initialFocus="title"
    >
      {others.length === 0 && (
        <p className="text-muted">
          All your stories are already in a series. To move one, remove it from its series first.
        </p>
      )}
      <ul>
        {others.map((part) => (
          <li key={part._id} className="border-b border-line last:border-0">
            <label className="flex min-h-12 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-(--accent)"
                checked={chosen.includes(part)}
                disabled={full && !chosen.includes(part)}
                onChange={() => toggle(part)}
              />
              <bdi lang={part.language} className="min-w-0 flex-1 wrap-anywhere">
                {part.title}
              </bdi>
              {part.state === 'draft' && <Badge>Draft</Badge>}
            </label>
          </li>
        ))}
      </ul>
      {full && (
        <p className="mt-3 text-sm text-muted">A series has at most {seriesLimits.stories} stories.</p>
      )}
      <div className={`${footerClass} flex flex-wrap justify-end gap-3`}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          onClick={() => {
            onAdd(chosen);
            onClose();
          }}
        >
          {chosen.length === 0 ? 'Add' : `Add ${chosen.length}`}
        </Button>
      </div>
    </Dialog>
  );
}
