import type { Story } from '@inkling/contract/stories';
import { minWordsToPublish } from '@inkling/contract/words';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type OwnChapters, ownChaptersQuery } from '../../features/chapters/chapters.api.ts';
import { useOwnChapters } from '../../features/chapters/own-chapters.api.ts';
import { useOwnStory } from '../../features/stories/own-stories.api.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { useOfferUndo } from '../../features/trash/trash.api.ts';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Props {
  story: Story;
  first: OwnChapters;
  close: () => void;
  onEdit: () => void;
}

/**
 * Publishes a story. If it lacks something, the dialog leads there; a story without published chapters is published
 * together with its first chapter that is ready.
 */
export function PublishStory({ story, first, close, onEdit }: Props) {
  const navigate = useNavigate();
  const { publish } = useOwnStory(story._id);
  const { publishWithStory: publishBoth } = useOwnChapters();
  const { published, ready } = first.counts;
  const needsChapter = published === 0 && story.status !== 'coming_soon';
  const found = useQuery({
    ...ownChaptersQuery(story._id, { filter: 'ready', limit: 1 }),
    enabled: needsChapter && ready > 0,
  });
  const readyChapter = found.data?.data[0];
  const shortest = first.data[0];

  const dialogOf = (confirm: string, onConfirm: () => void, text: string, busy = false) => (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Publish “${titleOf(story)}”?`}
      confirm={confirm}
      busy={busy}
      onConfirm={onConfirm}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
  if (needsChapter && shortest === undefined) {
    return dialogOf(
      'Add Chapter',
      () => void navigate(paths.writeChapter(story._id, 'new')),
      'Add a chapter first. Readers can see a story only once one of its chapters is published.',
    );
  }
  if (needsChapter && ready === 0 && shortest !== undefined) {
    return dialogOf(
      `Edit Chapter ${shortest.order}`,
      () => void navigate(paths.writeChapter(story._id, shortest._id)),
      `A chapter needs ${minWordsToPublish} words to be published, and none has that many yet. “${shortest.title}” has ${shortest.wordCount.toLocaleString('en')}.`,
    );
  }
  if (story.genres.length === 0 || story.description === '') {
    return dialogOf(
      'Edit Story',
      onEdit,
      story.description === ''
        ? 'Please write a description first, and select at least one genre, so readers can find your story.'
        : 'Please select at least one genre first, so readers can find your story.',
    );
  }
  if (needsChapter) {
    return dialogOf(
      readyChapter === undefined
        ? 'Publish the story'
        : `Publish chapter ${readyChapter.order} and the story`,
      () => readyChapter && publishBoth.mutate(readyChapter._id, { onSettled: close }),
      readyChapter === undefined
        ? 'Looking for a chapter that is ready…'
        : `None of its chapters are published yet. “${readyChapter.title}” is ready, and readers will see it with the story.${first.pagination.total > 1 ? ' The other chapters stay drafts.' : ''}`,
      readyChapter === undefined || publishBoth.isPending,
    );
  }
  const chapters = `${published.toLocaleString('en')} published ${published === 1 ? 'chapter' : 'chapters'}`;
  return dialogOf(
    'Publish',
    () => publish.mutate(undefined, { onSettled: close }),
    `It will be public with ${published === 0 ? 'no chapters yet' : chapters}. Drafts stay private.`,
    publish.isPending,
  );
}

interface StoryConfirmationsProps {
  story: Story;
  /** The number of its chapters. */
  total: number;
  dialog: string | null;
  close: () => void;
}

/** The questions before a story is unpublished or deleted. */
export function StoryConfirmations({ story, total, dialog, close }: StoryConfirmationsProps) {
  const navigate = useNavigate();
  const { unpublish, remove } = useOwnStory(story._id);
  const offerUndo = useOfferUndo('story');
  const name = `“${titleOf(story)}”`;
  const onChange = (open: boolean) => !open && close();
  return (
    <>
      <ConfirmDialog
        open={dialog === 'unpublish'}
        onOpenChange={onChange}
        title={`Unpublish ${name}?`}
        confirm="Unpublish"
        busy={unpublish.isPending}
        onConfirm={() => unpublish.mutate(undefined, { onSettled: close })}
      >
        <p>
          Readers will no longer see it. Likes, bookmarks and readers’ places are kept for when you publish it
          again.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={onChange}
        title={`Delete ${name}?`}
        confirm="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(
            { params: { id: story._id } },
            {
              onSuccess: () => {
                offerUndo(story._id);
                void navigate(paths.write);
              },
              onSettled: close,
            },
          )
        }
      >
        <p>
          This takes the story and{' '}
          {total === 1 ? 'its chapter' : `all its ${total.toLocaleString('en')} chapters`} away from readers
          and from your stories. You can restore it from the trash for 30 days.
        </p>
      </ConfirmDialog>
    </>
  );
}
