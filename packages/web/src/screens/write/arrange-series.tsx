import type { OwnPart, OwnSeries } from '@inkling/contract/series';
import { ArrowDown, ArrowUp, Ellipsis, Eye, PenLine, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { WithheldNote } from '../../features/measures/withheld-note.tsx';
import { useArrangeSeries, useDeleteSeries } from '../../features/series/own-series.api.ts';
import { arranged, dropOf, type Move, stepsOf } from '../../lib/arranged.ts';
import { showUndo } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { DropLine, MoveButtons, RowHandle } from '../../ui/movable-row.tsx';
import { useRowDrag } from '../../ui/use-row-drag.ts';
import { AddToSeries } from './add-to-series.tsx';

interface Props {
  series: OwnSeries;
  /** The author's stories that are in no series. */
  others: OwnPart[];
  onEdit: () => void;
}

const idsOf = (parts: readonly OwnPart[]) => parts.map(({ _id }) => _id);

/** One of the author's series: its stories are added, moved and removed, which shows at once. */
export function ArrangeSeries({ series, others, onEdit }: Props) {
  const { _id: id, name, description, stories, withheld } = series;
  const navigate = useNavigate();
  const arrange = useArrangeSeries(id);
  const removal = useDeleteSeries();
  const [dialog, setDialog] = useState<'add' | 'delete' | null>(null);
  const [announcement, announce] = useState('');
  /** What was chosen last, until the server has it. */
  const [wanted, setWanted] = useState<OwnPart[] | null>(null);
  const sent = useRef(0);
  const shown = wanted ?? stories;
  const set = async (parts: OwnPart[], message: string) => {
    sent.current += 1;
    const number = sent.current;
    setWanted(parts);
    announce(message);
    try {
      await arrange.mutateAsync(idsOf(parts));
    } catch {
      announce('The change couldn’t be saved, so the previous order is back.');
    }
    if (sent.current === number) setWanted(null);
  };
  const move = (step: Move | null) => {
    if (step === null) return;
    const parts = arranged(shown, [step]);
    const place = parts.findIndex(({ _id }) => _id === step.storyId);
    void set(parts, `${parts[place]?.title} is now part ${place + 1}.`);
  };
  const remove = (part: OwnPart) => {
    const before = shown;
    void set(
      shown.filter(({ _id }) => _id !== part._id),
      `${part.title} was removed from the series.`,
    );
    showUndo(`Removed “${part.title}”.`, () => void set(before, `${part.title} is back.`));
  };
  return (
    <section aria-label={name} className="rounded-xl border border-line bg-raised p-4 sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-serif text-2xl leading-snug wrap-anywhere" dir="auto">
            {name}
          </h2>
          <WithheldNote kind="series" withheld={withheld} />
          {description !== '' && (
            <p className="mt-1 line-clamp-3 wrap-anywhere whitespace-pre-line text-muted" dir="auto">
              {description}
            </p>
          )}
        </div>
        <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} />}>
          <MenuItem icon={Eye} onSelect={() => void navigate(paths.series(id))}>
            View series page
          </MenuItem>
          <MenuItem icon={PenLine} onSelect={onEdit}>
            Edit name and description
          </MenuItem>
          <MenuLine />
          <MenuItem icon={Trash2} danger onSelect={() => setDialog('delete')}>
            Delete series
          </MenuItem>
        </Menu>
      </div>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {shown.length > 0 && (
        <ol className="mt-3 border-t border-line">
          {shown.map((part, index) => {
            const steps = stepsOf(shown, index);
            return (
              <PartRow
                key={part._id}
                part={part}
                number={index + 1}
                up={steps.up && (() => move(steps.up))}
                down={steps.down && (() => move(steps.down))}
                onDrop={(dragged, edge) => move(dropOf(shown, dragged, part._id, edge))}
                onRemove={() => remove(part)}
              />
            );
          })}
        </ol>
      )}
      <p className="mt-3">
        <Button onClick={() => setDialog('add')}>
          <Plus aria-hidden="true" className="size-5" />
          Add stories<span className="sr-only"> to {name}</span>
        </Button>
      </p>
      {dialog === 'add' && (
        <AddToSeries
          name={name}
          count={shown.length}
          others={others.filter(({ _id }) => !idsOf(shown).includes(_id))}
          onAdd={(added) => void set([...shown, ...added], `${added.length} added to the series.`)}
          onClose={() => setDialog(null)}
        />
      )}
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={() => setDialog(null)}
        title={`Delete “${name}”?`}
        confirm="Delete"
        onConfirm={() => removal.mutate({ params: { id } }, { onError: () => setDialog(null) })}
        danger
        busy={removal.isPending}
      >
        The stories in it aren’t deleted. The series can’t be restored.
      </ConfirmDialog>
    </section>
  );
}

interface RowProps {
  part: OwnPart;
  number: number;
  /** Null at the end of the list. */
  up: (() => void) | null;
  down: (() => void) | null;
  onDrop: (dragged: string, edge: 'above' | 'below') => void;
  onRemove: () => void;
}

const notes = { published: null, draft: 'Draft', trash: 'In the trash' } as const;

function PartRow({ part, number, up, down, onDrop, onRemove }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const { dragging, over } = useRowDrag(part._id, row, handle, onDrop);
  const { _id, title, language, state } = part;
  return (
    <li
      ref={row}
      data-row
      className={`relative flex items-center gap-1 border-b border-line py-1 sm:gap-2 ${dragging ? 'opacity-50' : ''}`}
    >
      <DropLine edge={over} />
      <RowHandle ref={handle} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <h3 className="flex min-w-0 items-baseline gap-2 font-serif text-lg leading-snug wrap-anywhere">
          <span className="shrink-0 text-muted">{number}.</span>{' '}
          <Link
            to={state === 'trash' ? paths.trash : paths.writeStory(_id)}
            className="min-w-0 py-1 hover:underline"
          >
            <bdi lang={language}>{title}</bdi>
          </Link>
        </h3>
        {notes[state] !== null && <Badge>{notes[state]}</Badge>}
      </div>
      <MoveButtons name={title} up={up} down={down} />
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${title}`} />}>
        <MenuItem icon={ArrowUp} disabled={up === null} onSelect={() => up?.()}>
          Move up
        </MenuItem>
        <MenuItem icon={ArrowDown} disabled={down === null} onSelect={() => down?.()}>
          Move down
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={onRemove}>
          Remove from series
        </MenuItem>
      </Menu>
    </li>
  );
}
