import type { Story } from '@inkling/contract/stories';
import { ChartLine, Eye } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OwnChapters } from '../../features/chapters/chapters.api.ts';
import { StoryCover } from '../../features/covers/story-cover.tsx';
import { ExportStory } from '../../features/exports/export-story.tsx';
import { PublishBadge } from '../../features/stories/author/publish-badge.tsx';
import { GenreList } from '../../features/stories/genre-list.tsx';
import { useOwnStory } from '../../features/stories/own-stories.api.ts';
import { statusName, titleOf } from '../../features/stories/story-text.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PublishStory } from './publish-story.tsx';
import { StoryConfirmations } from './story-confirmations.tsx';

// The form and its libraries are loaded when they are needed.
const StoryForm = lazyComponent(
  async () => (await import('../../features/stories/author/story-form.tsx')).StoryForm,
);

type OpenDialog = 'edit' | 'publish' | 'unpublish' | 'delete' | null;

interface PanelProps {
  story: Story;
  /** The first page of the author's list. */
  first: OwnChapters;
}

/** A story's details and publication status, with its actions. */
export function StoryPanel({ story, first }: PanelProps) {
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
        <p className="flex flex-wrap gap-2">
          <PublishBadge isPublished={story.isPublished} />
          <Badge>{statusName(story.status)}</Badge>
        </p>
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
          <Link to={paths.storyAnalytics(story._id)} className={buttonClass('quiet')}>
            <ChartLine aria-hidden="true" className="size-5" />
            Analytics
          </Link>
          <ExportStory story={story} />
          <Button variant="ghost" className="text-danger-text!" onClick={() => setDialog('delete')}>
            Delete
          </Button>
        </div>
      </div>
      <Dialog open={dialog === 'edit'} onOpenChange={close} title="Edit Story">
        <StoryForm
          onLoadFailed={close}
          story={story}
          label="Save Story"
          onCancel={close}
          submit={async (changes) => {
            await edit.mutateAsync({ before: story, changes });
            close();
          }}
        />
      </Dialog>
      {dialog === 'publish' && (
        <PublishStory story={story} first={first} close={close} onEdit={() => setDialog('edit')} />
      )}
      <StoryConfirmations story={story} total={first.pagination.total} dialog={dialog} close={close} />
    </section>
  );
}
