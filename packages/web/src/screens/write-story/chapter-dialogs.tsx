import type { OwnChapterSummary } from '@inkling/contract/chapters';
import type { Volume } from '@inkling/contract/volumes';
import { type FormEvent, useRef, useState } from 'react';
import { AnnounceField } from '../../features/chapters/announce-field.tsx';
import { useMergeChapter, useOwnChapters } from '../../features/chapters/own-chapters.api.ts';
import type { ChapterAction } from '../../features/chapters/own-list/chapter-row.tsx';
import { DialogButtons } from '../../features/forms/form-footer.tsx';
import { useOfferUndo } from '../../features/trash/trash.api.ts';
import { showSuccess } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';

interface MergeDialogProps {
  chapter: OwnChapterSummary;
  /** The next chapter is for Premium readers, and this one is not. */
  opensNext: boolean;
  close: () => void;
}

/** Asks before the next draft's text is added to a draft. */
export function MergeDialog({ chapter, opensNext, close }: MergeDialogProps) {
  const merge = useMergeChapter();
  const { _id: id, title, version } = chapter;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Merge “${title}” with the next chapter?`}
      confirm="Merge"
      busy={merge.isPending}
      onConfirm={() =>
        merge.mutate(
          { params: { id }, body: { baseVersion: version } },
          {
            onSuccess: ({ data }) => showSuccess(`Merged. “${data.title}” is in the trash.`),
            onSettled: close,
          },
        )
      }
    >
      <p>
        The text and closing note of the next chapter are added to the end of this one. The next chapter goes
        to the trash with its title and author’s note, and you can restore it for 30 days. Unsaved text is
        left out.
      </p>
      {opensNext && (
        <p className="mt-3">
          The next chapter is for Premium readers. Once merged, its text will be open to everyone.
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Actions on one chapter that need confirmation. */
export type ConfirmedAction = Extract<ChapterAction, 'publish' | 'unpublish' | 'announce' | 'delete'>;

const words: Record<ConfirmedAction, { verb: string; text: string }> = {
  publish: { verb: 'Publish', text: 'Readers will see it right away.' },
  unpublish: { verb: 'Unpublish', text: 'Readers will no longer see it. Its text and likes are kept.' },
  announce: {
    verb: 'Announce',
    text: 'Followers will be notified. If you’ve announced it before, nearly all of its text must be new, and it becomes unread for everyone.',
  },
  delete: {
    verb: 'Delete',
    text: 'Readers will no longer see it, and later chapters move up a number. You can restore it from the trash for 30 days.',
  },
};

interface ConfirmChapterProps {
  chapter: OwnChapterSummary;
  action: ConfirmedAction;
  isStoryPublished: boolean;
  close: () => void;
}

export function ConfirmChapter({ chapter, action, isStoryPublished, close }: ConfirmChapterProps) {
  const { publish, ...others } = useOwnChapters();
  const change = action === 'publish' ? publish : others[action];
  const [announces, setAnnounces] = useState(true);
  const isNews = action === 'publish' && isStoryPublished && chapter.publishedAt === null;
  const offerUndo = useOfferUndo('chapter');
  const { verb, text } = words[action];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`${verb} “${chapter.title}”?`}
      confirm={verb}
      danger={action === 'delete'}
      busy={change.isPending}
      onConfirm={() =>
        change.mutate(isNews && !announces ? { id: chapter._id, announce: false } : { id: chapter._id }, {
          onSuccess: () => action === 'delete' && offerUndo(chapter._id),
          onSettled: close,
        })
      }
    >
      <p>
        {action === 'publish' && !isStoryPublished
          ? 'Readers will see it as soon as the story is published too.'
          : text}
      </p>
      {isNews && (
        <div className="mt-3">
          <AnnounceField checked={announces} onChange={({ target }) => setAnnounces(target.checked)} />
        </div>
      )}
    </ConfirmDialog>
  );
}

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
