import type { Story } from '@inkling/contract/stories';
import { useNavigate } from 'react-router';
import { useOwnStory } from '../../features/stories/own-stories.api.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { useOfferUndo } from '../../features/trash/trash.api.ts';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Props {
  story: Story;
  /** The number of its chapters. */
  total: number;
  dialog: string | null;
  close: () => void;
}

/** The questions before a story is unpublished or deleted. */
export function StoryConfirmations({ story, total, dialog, close }: Props) {
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
