import type { BulkResult, OwnChapterSummary } from '@inkling/contract/chapters';
import { minWordsToPublish } from '@inkling/contract/words';
import { useState } from 'react';
import { showNotice, showSuccess, showUndo } from '../../../lib/notify.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useChangeChapters } from '../own-chapters.api.ts';

/** A bulk change that asks for confirmation; `ready` publishes all drafts with enough words and no schedule. */
export type ConfirmedChange =
  | { action: 'publish' | 'unpublish' | 'delete'; chapters: OwnChapterSummary[] }
  | { action: 'publish'; chapters: 'ready'; count: number };

export const countChapters = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'chapter' : 'chapters'}`;

const verbs = { publish: 'Publish', unpublish: 'Unpublish', delete: 'Delete', move: 'Move' };
const done = {
  publish: 'published',
  unpublish: 'unpublished',
  delete: 'deleted',
  move: 'moved',
  restore: 'restored',
};

/** Makes bulk changes of a story; says what was done, and keeps what was refused to show it. A deletion can be undone. */
export function useBulkChange(storyId: string, onDone: () => void) {
  const change = useChangeChapters();
  const [refused, setRefused] = useState<BulkResult['refused']>([]);
  type Body = Parameters<typeof change.mutate>[0]['body'];
  const say = ({ action, chapters }: Body, { done: count, refused, draftBecause }: BulkResult): void => {
    if (count === 0) return;
    const message = `${countChapters(count)} ${done[action]}.`;
    if (action !== 'delete') {
      if (draftBecause === null) showSuccess(message);
      else showNotice(`${message} ${draftBecause}`);
      return;
    }
    const kept = new Set(refused.map(({ chapter }) => chapter));
    const deleted = chapters === 'ready' ? [] : chapters.filter((id) => !kept.has(id));
    showUndo(message, () => void run({ action: 'restore', chapters: deleted }).catch(() => undefined));
  };
  async function run(body: Body): Promise<void> {
    const { data } = await change.mutateAsync({ params: { id: storyId }, body });
    say(body, data);
    setRefused(data.refused);
    onDone();
  }
  return {
    run,
    busy: change.isPending,
    refused,
    dismiss: () => setRefused([]),
  };
}

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : ` ${count.toLocaleString('en')} ${count === 1 ? one : many}`;

function explanation({
  change,
  isStoryPublished,
  isScheduled,
}: Pick<ConfirmProps, 'change' | 'isStoryPublished' | 'isScheduled'>): string {
  if (change.action === 'delete') {
    return 'Readers will no longer see them, and later chapters move up. You can restore them from the trash for 30 days.';
  }
  if (change.action === 'unpublish') return 'Readers will no longer see them. Text and likes are kept.';
  const visible = isStoryPublished
    ? 'Readers will see them right away.'
    : 'Readers will see them as soon as the story is published too.';
  if (change.chapters === 'ready') return visible;
  const drafts = change.chapters.filter(({ isPublished }) => !isPublished);
  const isLong = ({ wordCount }: OwnChapterSummary) => wordCount >= minWordsToPublish;
  const scheduled = drafts.filter((draft) => isLong(draft) && isScheduled(draft._id)).length;
  const short = drafts.filter((draft) => !isLong(draft)).length;
  const few = `fewer than ${minWordsToPublish} words and will stay`;
  return `${visible}${counted(
    scheduled,
    'of them is scheduled and will be published now.',
    'of them are scheduled and will be published now.',
  )}${counted(short, `has ${few} a draft.`, `have ${few} drafts.`)}`;
}

interface ConfirmProps {
  change: ConfirmedChange;
  isStoryPublished: boolean;
  /** Whether a chapter will be published at a later time. */
  isScheduled: (chapterId: string) => boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmChange({ busy, onConfirm, onClose, ...what }: ConfirmProps) {
  const { change } = what;
  const { action, chapters } = change;
  const affected = (chapter: OwnChapterSummary) =>
    action === 'delete' || chapter.isPublished !== (action === 'publish');
  const count = chapters === 'ready' ? change.count : chapters.filter(affected).length;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${verbs[action]} ${countChapters(count)}?`}
      confirm={verbs[action]}
      danger={action === 'delete'}
      busy={busy}
      onConfirm={onConfirm}
    >
      <p>{explanation(what)}</p>
    </ConfirmDialog>
  );
}

/** Chapters that a bulk change left as they were, each with the reason. */
export function RefusedDialog({ refused, onClose }: { refused: BulkResult['refused']; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${countChapters(refused.length)} ${refused.length === 1 ? 'wasn’t' : 'weren’t'} changed`}
      initialFocus="title"
    >
      <ul className="divide-y divide-line">
        {refused.map(({ chapter, title, message }) => (
          <li key={chapter} className="py-3">
            <p className="font-serif wrap-anywhere">{title || 'A chapter that no longer exists'}</p>
            <p className="text-sm text-muted">{message}</p>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
