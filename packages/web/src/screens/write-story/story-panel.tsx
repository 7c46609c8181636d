import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { PublishBadge } from '../../features/stories/author/publish-badge.tsx';
import { StoryForm } from '../../features/stories/author/story-form.tsx';
import { GenreList } from '../../features/stories/genre-list.tsx';
import { useOwnStory } from '../../features/stories/stories.api.ts';
import { StoryCover } from '../../features/stories/story-cover.tsx';
import { titleOf } from '../../features/stories/story-text.ts';
import { useOfferUndo } from '../../features/trash/trash.api.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type OpenDialog = 'edit' | 'publish' | 'unpublish' | 'delete' | null;

interface PanelProps {
  story: Story;
  /** The loaded chapters, from the first. */
  chapters: ChapterSummary[];
  total: number;
}

/** A story's details and publication status, with its actions. */
export function StoryPanel({ story, chapters, total }: PanelProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const { edit } = useOwnStory(story._id);
  const close = () => setDialog(null);
  return (
    <section aria-labelledby="story" className="mb-8 flex flex-col gap-5 sm:flex-row">
      <div className="w-28 shrink-0 sm:w-40">
        <StoryCover story={story} sizes="160px" eager named />
      </div>
      <div className="min-w-0 flex-1 space-y-3">
        <h1 id="story" className="font-serif text-3xl break-words" dir="auto" lang={story.language}>
          {titleOf(story)}
        </h1>
        <PublishBadge isPublished={story.isPublished} />
        <p className="line-clamp-3 text-muted" dir="auto" lang={story.language}>
          {story.description}
        </p>
        <GenreList genres={story.genres} />
        <div className="flex flex-wrap gap-3">
          {story.isPublished ? (
            <Button onClick={() => setDialog('unpublish')}>Unpublish</Button>
          ) : (
            <Button variant="primary" onClick={() => setDialog('publish')}>
              Publish
            </Button>
          )}
          <Button onClick={() => setDialog('edit')}>Edit Story</Button>
          {story.isPublished && (
            <Link to={paths.story(story._id)} className={buttonClass('quiet')}>
              <Eye aria-hidden="true" className="size-5" />
              View as a reader
            </Link>
          )}
          <Button variant="ghost" className="text-danger-text!" onClick={() => setDialog('delete')}>
            Delete
          </Button>
        </div>
      </div>
      <Dialog open={dialog === 'edit'} onOpenChange={close} title="Edit Story">
        <StoryForm
          story={story}
          label="Save Story"
          onCancel={close}
          submit={async (changes) => {
            await edit.mutateAsync({ before: story, changes });
            close();
          }}
        />
      </Dialog>
      <Confirmations
        story={story}
        chapters={chapters}
        total={total}
        dialog={dialog}
        close={close}
        onEdit={() => setDialog('edit')}
      />
    </section>
  );
}

interface ConfirmationsProps extends PanelProps {
  dialog: OpenDialog;
  close: () => void;
  onEdit: () => void;
}

function Confirmations({ story, chapters, total, dialog, close, onEdit }: ConfirmationsProps) {
  const navigate = useNavigate();
  const { publish, unpublish, remove } = useOwnStory(story._id);
  const offerUndo = useOfferUndo('story');
  const name = `“${titleOf(story)}”`;
  const published = chapters.filter(({ isPublished }) => isPublished).length;
  const lacksChapter = chapters.length === 0 && story.status !== 'coming_soon';
  const lacksGenre = !lacksChapter && story.genres.length === 0;
  const onChange = (open: boolean) => !open && close();
  return (
    <>
      <ConfirmDialog
        open={dialog === 'publish' && lacksChapter}
        onOpenChange={onChange}
        title={`Publish ${name}?`}
        confirm="Add Chapter"
        onConfirm={() => void navigate(paths.writeChapter(story._id, 'new'))}
      >
        <p>Add a chapter first. Readers can see a story only once one of its chapters is published.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'publish' && lacksGenre}
        onOpenChange={onChange}
        title={`Publish ${name}?`}
        confirm="Edit Story"
        onConfirm={onEdit}
      >
        <p>Please select at least one genre first, so readers can find your story.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'publish' && !lacksChapter && !lacksGenre}
        onOpenChange={onChange}
        title={`Publish ${name}?`}
        confirm="Publish"
        busy={publish.isPending}
        onConfirm={() => publish.mutate(undefined, { onSettled: close })}
      >
        <p>
          {published === 0 && total === chapters.length && story.status !== 'coming_soon'
            ? 'None of its chapters are published yet. Publish one first, then the story.'
            : total > chapters.length
              ? 'It will be public with its published chapters. Only you can see drafts.'
              : `It will be public with ${published} published ${published === 1 ? 'chapter' : 'chapters'}. Only you can see drafts.`}
        </p>
      </ConfirmDialog>
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
          {total === 1 ? 'its chapter' : `all its ${total.toLocaleString()} chapters`} away from readers and
          from your stories. You can restore it from the trash for 30 days.
        </p>
      </ConfirmDialog>
    </>
  );
}
