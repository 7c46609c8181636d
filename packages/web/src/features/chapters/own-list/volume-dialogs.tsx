import { volumeLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import type { Volume } from '@inkling/contract/volumes';
import { ArrowDown, ArrowUp, Ellipsis, ListChecks, PenLine, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { serverNow } from '../../../lib/server-time.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx';
import { useOwnVolumes } from '../own-chapters.api.ts';

/** A new volume that begins at a chapter (null: empty, at the end), or one to rename or delete. */
export type VolumeDialog =
  | { kind: 'add'; chapter: { id: string; title: string } | null }
  | { kind: 'rename'; volume: Volume }
  | { kind: 'delete'; volume: Volume };

interface DialogProps {
  storyId: string;
  dialog: VolumeDialog;
  /** How many volumes the story has; the next one's number is its suggested title. */
  count: number;
  onClose: () => void;
}

export function VolumeDialogs({ storyId, dialog, count, onClose }: DialogProps) {
  const { create, update, remove } = useOwnVolumes();
  // One id for all attempts, so that a repeated request adds one volume.
  const [_id] = useState(() => newId(serverNow()));
  if (dialog.kind === 'delete') {
    const { _id, title } = dialog.volume;
    return (
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={`Delete the volume “${title}”?`}
        confirm="Delete Volume"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: storyId, volumeId: _id } }, { onSettled: onClose })}
      >
        <p>Its chapters are kept. They join the volume before it, or none.</p>
      </ConfirmDialog>
    );
  }
  if (dialog.kind === 'rename') {
    const { _id, title } = dialog.volume;
    return (
      <TitleDialog
        heading="Rename Volume"
        action="Save"
        initial={title}
        busy={update.isPending}
        onSubmit={(next) =>
          update.mutate(
            { params: { id: storyId, volumeId: _id }, body: { title: next } },
            { onSuccess: onClose },
          )
        }
        onClose={onClose}
      />
    );
  }
  const { chapter } = dialog;
  return (
    <TitleDialog
      heading="Add Volume"
      action="Add Volume"
      description={
        chapter === null
          ? 'It’s added at the end. New chapters go into the last volume.'
          : `It begins with “${chapter.title}” and has the chapters after it, up to the next volume.`
      }
      initial={`Volume ${count + 1}`}
      busy={create.isPending}
      onSubmit={(title) =>
        create.mutate(
          {
            params: { id: storyId },
            body: { _id, title, ...(chapter !== null && { firstChapter: chapter.id }) },
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    />
  );
}

interface TitleProps {
  heading: string;
  action: string;
  description?: string;
  initial: string;
  busy: boolean;
  onSubmit: (title: string) => void;
  onClose: () => void;
}

function TitleDialog({ heading, action, description, initial, busy, onSubmit, onClose }: TitleProps) {
  const field = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() !== '' && !busy) onSubmit(title);
  };
  return (
    <Dialog open onOpenChange={onClose} title={heading} description={description} initialFocus={field}>
      <form onSubmit={submit} className="space-y-5">
        <TextField
          ref={field}
          label="Title"
          dir="auto"
          required
          maxLength={volumeLimits.title}
          counter
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface MenuProps {
  storyId: string;
  volume: Volume;
  count: number;
  onSelect: () => void;
  onDialog: (dialog: VolumeDialog) => void;
}

/** The actions of a volume. */
export function VolumeMenu({ storyId, volume, count, onSelect, onDialog }: MenuProps) {
  const { update } = useOwnVolumes();
  const { _id, title, order, chapterCount } = volume;
  const moveTo = (next: number) =>
    update.mutate({ params: { id: storyId, volumeId: _id }, body: { order: next } });
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for the volume ${title}`}>
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => onDialog({ kind: 'rename', volume })}>
        <PenLine aria-hidden="true" className="size-4" />
        Rename
      </MenuItem>
      <MenuItem onSelect={onSelect} disabled={chapterCount === 0}>
        <ListChecks aria-hidden="true" className="size-4" />
        Select its chapters
      </MenuItem>
      <MenuItem onSelect={() => moveTo(order - 1)} disabled={order === 1}>
        <ArrowUp aria-hidden="true" className="size-4" />
        Move up
      </MenuItem>
      <MenuItem onSelect={() => moveTo(order + 1)} disabled={order === count}>
        <ArrowDown aria-hidden="true" className="size-4" />
        Move down
      </MenuItem>
      <MenuLine />
      <MenuItem danger onSelect={() => onDialog({ kind: 'delete', volume })}>
        <Trash2 aria-hidden="true" className="size-4" />
        Delete
      </MenuItem>
    </Menu>
  );
}
