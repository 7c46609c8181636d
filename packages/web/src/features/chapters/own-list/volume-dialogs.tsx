import { volumeLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import type { Volume } from '@inkling/contract/volumes';
import { ArrowDown, ArrowUp, Ellipsis, ListChecks, PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { serverNow } from '../../../lib/server-time.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx';
import { DialogButtons, ErrorMessages } from '../../forms/form-footer.tsx';
import { useCallForm } from '../../forms/use-call-form.ts';
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
  const { create, rename, remove } = useOwnVolumes();
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
        fallback="Failed to change the volume."
        send={(next) => rename.mutateAsync({ params: { id: storyId, volumeId: _id }, body: { title: next } })}
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
      fallback="Failed to add the volume."
      send={(title) =>
        create.mutateAsync({
          params: { id: storyId },
          body: { _id, title, ...(chapter !== null && { firstChapter: chapter.id }) },
        })
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
  fallback: string;
  send: (title: string) => Promise<unknown>;
  onClose: () => void;
}

function TitleDialog({ heading, action, description, initial, fallback, send, onClose }: TitleProps) {
  const form = useCallForm({
    defaultValues: { title: initial },
    fallback,
    send: async ({ title }) => {
      await send(title);
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={onClose} title={heading} description={description} initialFocus="field">
      <form onSubmit={form.onSubmit} className="space-y-5">
        <TextField
          label="Title"
          dir="auto"
          required
          pattern=".*\S.*"
          maxLength={volumeLimits.title}
          counter
          onFocus={(event) => event.currentTarget.select()}
          {...form.field('title')}
        />
        <ErrorMessages messages={form.errorMessages} />
        <div className="flex justify-end gap-3">
          <DialogButtons label={action} busy={form.busy} onCancel={onClose} />
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
    <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for the volume ${title}`} />}>
      <MenuItem icon={PenLine} onSelect={() => onDialog({ kind: 'rename', volume })}>
        Rename
      </MenuItem>
      <MenuItem icon={ListChecks} onSelect={onSelect} disabled={chapterCount === 0}>
        Select its chapters
      </MenuItem>
      <MenuItem icon={ArrowUp} onSelect={() => moveTo(order - 1)} disabled={order === 1}>
        Move up
      </MenuItem>
      <MenuItem icon={ArrowDown} onSelect={() => moveTo(order + 1)} disabled={order === count}>
        Move down
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Trash2} danger onSelect={() => onDialog({ kind: 'delete', volume })}>
        Delete
      </MenuItem>
    </Menu>
  );
}
