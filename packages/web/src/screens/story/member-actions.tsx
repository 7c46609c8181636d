import { chapterName } from '@inkling/contract/chapter-title';
import type { Opening } from '@inkling/contract/library';
import type { Story } from '@inkling/contract/stories';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, type To } from 'react-router';
import { readIntent } from '../../features/chapters/read-ahead.ts';
import { BookmarkButton } from '../../features/stories/bookmark-button.tsx';
import { LikeButton } from '../../features/stories/like-button.tsx';
import { isComingSoon } from '../../features/stories/story-text.ts';
import { hasWorker } from '../../lib/has-worker.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { canKeep } from '../../lib/offline/can-keep.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { connectionText, useConnection } from '../../lib/use-connection.ts';
import { useLazyMenu } from '../../lib/use-lazy-menu.ts';
import { useIsHydrated } from '../../lib/use-query-string.ts';
import { buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ReadButton } from './read-button.tsx';
import { actionRows } from './story-skeleton.tsx';

/** Buttons that cannot be pressed without a connection. */
export const NeedsConnection = ({ children }: { children: ReactNode }) => (
  <fieldset disabled={useConnection() !== 'online'} className="contents">
    {children}
  </fieldset>
);

/** Says why these buttons cannot be pressed. */
export function ConnectionReason() {
  const connection = useConnection();
  return (
    <p role="status" className="basis-full text-sm text-muted empty:hidden">
      {connection !== 'online' &&
        `${connectionText[connection]} Some buttons need a connection and are switched off.`}
    </p>
  );
}

// Lazy, because only admins see it.
const PickControl = lazyComponent(
  async () => (await import('../../features/stories/pick-control.tsx')).PickControl,
);

// Lazy, because only stories in the reader's library have it.
const StoryEntry = lazyComponent(
  async () => (await import('../../features/library/story-entry.tsx')).StoryEntry,
);

// Lazy, because it knows what this device keeps.
const KeepButton = lazyComponent(
  async () => (await import('../../features/offline/keep-button.tsx')).KeepButton,
);

const StoryMenu = lazyComponent(async () => (await import('./story-menu.tsx')).StoryMenu);

type Own = Pick<
  Opening,
  'chapters' | 'isCompleted' | 'newChapters' | 'lastChapterRead' | 'continueWith' | 'readable' | 'total'
>;

/** Where the main button leads, and what it says. It never opens a chapter that the reader may not read. */
export function mainLink(storyId: string, own: Own | undefined): { to: To; children: string } {
  const read = (children: string) => ({ to: paths.reading(storyId), children });
  // Not known yet.
  if (own === undefined) return read('Read');
  if (own.readable.chapters === 0 && own.total > 0)
    return { to: { pathname: paths.store, hash: 'subscriptions' }, children: 'See plans' };
  if (own.isCompleted && own.newChapters === 0) return read('Read again');
  const id = own.continueWith ?? own.lastChapterRead;
  if (id === null) return read('Start Reading');
  const chapter = own.chapters.find(({ _id }) => _id === id);
  return read(chapter === undefined ? 'Continue Reading' : `Continue with ${chapterName(chapter)}`);
}

/** Reading, the bookmark, the like, the place in the library, and the rest in a menu. Its height is reserved. */
export function MemberActions({ story, own }: { story: Story; own: Opening | undefined }) {
  const me = useMe();
  const mine = me?._id === story.author._id;
  const [menuOpen, setMenuOpen] = useState(false);
  const [first, menu] = useLazyMenu(menuOpen, setMenuOpen);
  /** How often the reader has asked to keep the story on this device. */
  const [keeps, setKeeps] = useState(0);
  const hydrated = useIsHydrated();
  const isInLibrary = own !== undefined && (own.status !== 'none' || story.isBookmarked);
  const more = { icon: Ellipsis, label: 'More options' };
  return (
    <div className={`flex flex-wrap content-start items-center gap-2 sm:gap-3 ${actionRows}`}>
      {!isComingSoon(story) && <ReadButton {...mainLink(story._id, own)} {...readIntent(story._id)} />}
      {own === undefined ? (
        <p role="status" aria-busy="true" className="sr-only">
          Loading story...
        </p>
      ) : (
        <>
          <NeedsConnection>
            {story.isPublished && <BookmarkButton story={story} small={isInLibrary} />}
          </NeedsConnection>
          {story.isPublished && (
            <>
              <LikeButton story={story} small />
              {first && <IconButton {...more} {...first} />}
              {menu && (
                <StoryMenu
                  story={story}
                  mine={mine}
                  trigger={<IconButton {...more} />}
                  onKeep={() => setKeeps(keeps + 1)}
                  {...menu}
                />
              )}
            </>
          )}
          <NeedsConnection>
            {story.isPublished && isInLibrary && <StoryEntry story={story} entry={own} />}
          </NeedsConnection>
          {mine && (
            <Link to={paths.writeStory(story._id)} className={buttonClass('quiet')}>
              Manage
            </Link>
          )}
          {hydrated && canKeep() && (keeps > 0 || hasWorker()) && (
            <KeepButton key={keeps} story={story} startsAtOnce={keeps > 0} onLoadFailed={() => setKeeps(0)} />
          )}
          {me?.isAdmin && story.isPublished && (
            <NeedsConnection>
              <PickControl story={story} />
            </NeedsConnection>
          )}
          <ConnectionReason />
        </>
      )}
    </div>
  );
}
