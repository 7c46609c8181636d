import type { Story } from '@inkling/contract/stories';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing, Bookmark, Download, EyeOff, Flag, Library, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { showError, showNotice, showNotLoaded, showSuccess } from '../../../lib/notify.ts';
import { canKeep } from '../../../lib/offline/can-keep.ts';
import { paths } from '../../../lib/paths.ts';
import { meQuery, useMe } from '../../../lib/session.ts';
import { useConnection } from '../../../lib/use-connection.ts';
import { focusNeighbour } from '../../../ui/focus-neighbour.ts';
import { Menu, MenuItem, type MenuProps } from '../../../ui/menu.tsx';
import { LazyReportDialog } from '../../reports/report-button.tsx';
import { storyFollowQuery, useStoryFollow } from '../../story-follows/story-follows.api.ts';
import { useHideStory } from '../labels/labels.api.ts';
import { useBookmark } from '../stories.api.ts';
import { isComingSoon, titleOf } from '../story-text.ts';
import { storyThings } from '../story-things.ts';

const AddToCollectionDialog = lazyComponent(
  async () => (await import('../../collections/add-to-collection-dialog.tsx')).AddToCollectionDialog,
);

/** Keeps the story on this device; its page shows the progress. */
async function keep(client: QueryClient, story: Story): Promise<void> {
  const job = await import('../../../lib/offline/keep-job.ts').catch(showNotLoaded);
  if (!job) return;
  showNotice(`Downloading “${titleOf(story)}”…`);
  try {
    // Not every page has loaded the reader's account.
    await job.keepOnDevice(await client.fetchQuery(meQuery), story._id);
  } catch {
    showError('This couldn’t be loaded. Check your connection, then try again.');
  }
}

interface Props extends MenuProps {
  story: Story;
  /** Whether the menu, or a dialog that it has opened, is open. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What a reader can do with a story from its card. */
export function CardMenu({ story, open, onOpenChange, ...menu }: Props) {
  const me = useMe(false);
  const hide = useHideStory();
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<'collect' | 'report' | null>(null);
  const show = (shown: typeof dialog) => {
    setDialog(shown);
    onOpenChange(shown !== null);
  };
  const own = me?._id === story.author._id;
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const title = titleOf(story);
  const bookmark = useBookmark(story, (on) =>
    showSuccess(on ? `You bookmarked “${title}”.` : `“${title}” is no longer bookmarked.`),
  );
  const followed = useQuery({ ...storyFollowQuery(story._id), enabled: open && !own }).data;
  const follow = useStoryFollow(story._id, followed?.isFollowing ?? false, (on) =>
    showSuccess(
      on ? `You follow “${title}”. You’ll be notified of new chapters.` : `You no longer follow “${title}”.`,
    ),
  );
  const FollowIcon = follow.on ? BellRing : Bell;
  const keepable = canKeep() && story.isPublished && !isComingSoon(story);
  return (
    <div ref={place}>
      <Menu {...menu} open={open && dialog === null} onOpenChange={onOpenChange}>
        <MenuItem disabled={!isOnline} onSelect={() => bookmark.toggle({ detail: 1 })}>
          <Bookmark aria-hidden="true" className={`size-5 ${bookmark.on ? 'saved-mark' : ''}`} />
          {bookmark.on ? 'Remove bookmark' : 'Bookmark'}
        </MenuItem>
        {!own && story.isPublished && (
          <MenuItem
            disabled={!isOnline || followed === undefined}
            onSelect={() => follow.toggle({ detail: 1 })}
          >
            <FollowIcon aria-hidden="true" className="size-5" />
            {follow.on ? 'Unfollow' : 'Follow'}
          </MenuItem>
        )}
        <MenuItem onSelect={() => show('collect')}>
          <Library aria-hidden="true" className="size-5" />
          Add to collection
        </MenuItem>
        {keepable && (
          <MenuItem disabled={!isOnline} onSelect={() => void keep(client, story)}>
            <Download aria-hidden="true" className="size-5" />
            Keep offline
          </MenuItem>
        )}
        {own ? (
          <MenuItem onSelect={() => void navigate(paths.writeStory(story._id))}>
            <Pencil aria-hidden="true" className="size-5" />
            Edit story
          </MenuItem>
        ) : (
          <MenuItem
            onSelect={() => {
              hide(story);
              focusNeighbour(place.current);
            }}
          >
            <EyeOff aria-hidden="true" className="size-5" />
            Hide this story
          </MenuItem>
        )}
        {!own && (
          <MenuItem disabled={!isOnline} onSelect={() => show('report')}>
            <Flag aria-hidden="true" className="size-5" />
            {isOnline ? 'Report' : 'Report (needs a connection)'}
          </MenuItem>
        )}
      </Menu>
      {dialog === 'collect' && <AddToCollectionDialog story={story} onClose={() => show(null)} />}
      {dialog === 'report' && <LazyReportDialog things={storyThings(story)} onClose={() => show(null)} />}
    </div>
  );
}
