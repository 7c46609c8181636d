import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import {
  BookOpenCheck,
  ChartLine,
  CircleDashed,
  CirclePause,
  Contact,
  Download,
  Ellipsis,
  Eye,
  Megaphone,
  NotebookText,
  Replace,
  SpellCheck,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { OwnChapters } from '../../features/chapters/chapters.api.ts';
import { StoryCover } from '../../features/covers/story-cover.tsx';
import { ExportForm } from '../../features/exports/export-form.tsx';
import { readersQuery } from '../../features/library/library.api.ts';
import { HiatusDialog } from '../../features/stories/author/hiatus-dialog.tsx';
import { PublishBadge } from '../../features/stories/author/publish-badge.tsx';
import { useOwnStory } from '../../features/stories/own-stories.api.ts';
import { formatCount, statusName, titleOf } from '../../features/stories/story-text.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { PublishStory, StoryConfirmations } from './publish-story.tsx';

interface Props {
  story: Pick<Story, '_id' | 'title' | 'isPublished'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Exports a story as a file. */
const ExportDialog = ({ story, open, onOpenChange }: Props) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="Export story"
    description="Save the whole story as a file: to read it in an app, print it, or send it to an editor."
  >
    <ExportForm story={story} close={() => onOpenChange(false)} />
  </Dialog>
);

/** What a story has reached, in a line. Words include drafts; readers are fetched once the page is open. */
function StoryNumbers({ story }: { story: Story }) {
  const opened = useOpened();
  const readers = useQuery({ ...readersQuery(story._id), enabled: opened });
  const { views, likes, totalWordCount } = story.stats;
  const count = readers.data?.data.readers;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
      <span>{formatCount(views, 'view')}</span>
      <span>
        {count === undefined ? (readers.isError ? '– readers' : '… readers') : formatCount(count, 'reader')}
      </span>
      <span>{formatCount(likes, 'like')}</span>
      <span>{formatCount(totalWordCount, 'word')}</span>
    </p>
  );
}

// The form and its libraries are loaded when they are needed.
const StoryForm = lazyComponent(
  async () => (await import('../../features/stories/author/story-form.tsx')).StoryForm,
);

const NoteDialog = lazyComponent(
  async () => (await import('../../features/story-notes/note-dialog.tsx')).NoteDialog,
);

type OpenDialog = 'note' | 'edit' | 'publish' | 'unpublish' | 'export' | 'hiatus' | 'delete' | null;

interface PanelProps {
  story: Story;
  /** The first page of the author's list. */
  first: OwnChapters;
}

/** A story's name, publication status and figures, with its actions. */
export function StoryPanel({ story, first }: PanelProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const { edit } = useOwnStory(story._id);
  const navigate = useNavigate();
  const close = () => setDialog(null);
  return (
    <section aria-labelledby="story" className="mb-3 flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-[1_1_20rem] gap-3 sm:gap-4">
        <div className="w-14 shrink-0 sm:w-20">
          <StoryCover story={story} sizes="80px" eager named />
        </div>
        <div className="min-w-0 flex-1">
          <h1
            id="story"
            className="line-clamp-2 font-serif text-2xl leading-snug wrap-anywhere sm:text-3xl"
            dir="auto"
            lang={story.language}
          >
            {titleOf(story)}
          </h1>
          <p className="mt-1 flex flex-wrap gap-2">
            <PublishBadge isPublished={story.isPublished} />
            <Badge>{statusName(story.status)}</Badge>
            {story.isOnHiatus && <Badge>On hiatus</Badge>}
          </p>
          <StoryNumbers story={story} />
        </div>
      </div>
      <div className="flex gap-2 sm:gap-3">
        {story.isPublished ? (
          <Link to={paths.story(story._id)} className={buttonClass('quiet')}>
            <Eye aria-hidden="true" className="size-5" />
            <span className="max-[22.5rem]:sr-only">View as a reader</span>
          </Link>
        ) : (
          <Button variant="primary" onClick={() => setDialog('publish')}>
            Publish
          </Button>
        )}
        <Button onClick={() => setDialog('edit')}>Edit Story</Button>
        <Menu trigger={<IconButton icon={Ellipsis} label="More actions for the story" />}>
          {story.isPublished && (
            <MenuItem icon={CircleDashed} onSelect={() => setDialog('unpublish')}>
              Unpublish
            </MenuItem>
          )}
          <MenuItem icon={CirclePause} onSelect={() => setDialog('hiatus')}>
            {story.isOnHiatus ? 'Edit hiatus…' : 'Put on hiatus…'}
          </MenuItem>
          {story.isPublished && (
            <MenuItem icon={Megaphone} onSelect={() => setDialog('note')}>
              Write to followers…
            </MenuItem>
          )}
          <MenuItem icon={ChartLine} onSelect={() => void navigate(paths.storyAnalytics(story._id))}>
            Analytics
          </MenuItem>
          <MenuItem icon={BookOpenCheck} onSelect={() => void navigate(paths.storyBeta(story._id))}>
            Beta readers
          </MenuItem>
          <MenuItem icon={SpellCheck} onSelect={() => void navigate(paths.storyFixes(story._id))}>
            Suggested fixes
          </MenuItem>
          <MenuItem icon={Contact} onSelect={() => void navigate(paths.storyGlossary(story._id))}>
            People and places
          </MenuItem>
          <MenuItem icon={NotebookText} onSelect={() => void navigate(paths.storyBible(story._id))}>
            Story bible
          </MenuItem>
          <MenuItem icon={Replace} onSelect={() => void navigate(paths.storyReplace(story._id))}>
            Find and replace
          </MenuItem>
          <MenuItem icon={Download} onSelect={() => setDialog('export')}>
            Export…
          </MenuItem>
          <MenuItem icon={Trash2} onSelect={() => void navigate(paths.trash)}>
            Trash
          </MenuItem>
          <MenuLine />
          <MenuItem icon={Trash2} danger onSelect={() => setDialog('delete')}>
            Delete
          </MenuItem>
        </Menu>
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
      {dialog === 'hiatus' && <HiatusDialog story={story} close={close} />}
      {dialog === 'note' && <NoteDialog storyId={story._id} note={null} onClose={close} />}
      <ExportDialog story={story} open={dialog === 'export'} onOpenChange={close} />
      {dialog === 'publish' && (
        <PublishStory story={story} first={first} close={close} onEdit={() => setDialog('edit')} />
      )}
      <StoryConfirmations story={story} total={first.pagination.total} dialog={dialog} close={close} />
    </section>
  );
}
