import { chapterName, listedTitle } from '@inkling/contract/chapter-title';
import type { FollowedStory, FollowingSort } from '@inkling/contract/library';
import { Bell, BellMinus, BellOff, Ellipsis } from 'lucide-react';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { StoryCover } from '../../features/covers/story-cover.tsx';
import { useMuteStory } from '../../features/notifications/notifications.api.ts';
import { Byline } from '../../features/stories/byline.tsx';
import { HiatusLine } from '../../features/stories/hiatus-line.tsx';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { titleOf } from '../../features/stories/story-text.ts';
import { useList } from '../../features/stories/use-list.ts';
import { followingQuery, useUnfollow } from '../../features/story-follows/story-follows.api.ts';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { focusNeighbour } from '../../ui/focus-neighbour.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ToolbarChoice } from '../../ui/list-toolbar.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

const sorts: [FollowingSort, string][] = [
  ['updated', 'Last update'],
  ['unread', 'Most unread'],
  ['title', 'Title'],
];

/** The order that an address names; an unknown one is the default. */
export const followingSortIn = (search: URLSearchParams): FollowingSort =>
  sorts.find(([sort]) => sort === search.get('sort'))?.[0] ?? 'updated';

/** The stories that the reader follows, with what is unread of each. */
export function Following() {
  const [search, setSearch] = useSearchParams();
  const sort = followingSortIn(search);
  const { first, all, pages } = useList(followingQuery(sort, 1), (_, page) => followingQuery(sort, page));
  const items = new Map(all.flatMap(({ data }) => data.map((item) => [item.story._id, item] as const)));
  const list = useRef<HTMLUListElement>(null);
  const total = first.data?.pagination.total ?? 0;
  if (first.data !== undefined && total === 0)
    return (
      <EmptyState
        title="You don’t follow any stories yet"
        action={
          <Link to={paths.discover} className="link">
            Browse stories
          </Link>
        }
      >
        Press “Follow” on a story’s page or in the menu of its card. The story will be listed here, and you’ll
        be notified of its new chapters.
      </EmptyState>
    );
  return (
    <>
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="text-muted tabular-nums">
          {first.data && !first.isPlaceholderData && pluralize(total, 'story', 'stories')}
        </p>
        <ToolbarChoice
          label="Sort by"
          options={sorts}
          inline
          value={sort}
          onChange={(value) => setSearch({ tab: 'following', sort: value }, { preventScrollReset: true })}
        />
      </div>
      <QueryState
        query={first}
        fallback="Failed to fetch the stories you follow"
        pending={<TextSkeleton lines={8} />}
      />
      {first.data !== undefined && (
        <div aria-busy={first.isPlaceholderData || undefined} className="aria-busy:opacity-60">
          <h2 className="sr-only">Stories</h2>
          <ul ref={list} className="border-t border-line">
            {[...items.values()].map((item) => (
              <FollowedRow key={item.story._id} item={item} />
            ))}
          </ul>
          <ShowMore list={list} items="stories" shown={items.size} total={total} pages={pages} />
        </div>
      )}
    </>
  );
}

function FollowedRow({
  item: { story, unread, nextUnread, isBegun, lastChapter, isMuted },
}: {
  item: FollowedStory;
}) {
  const title = titleOf(story);
  return (
    <li className="flex gap-3 border-b border-line py-4 sm:gap-4">
      <div className="w-14 shrink-0 sm:w-16">
        <StoryCover story={story} sizes="64px" />
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <h3 className="font-serif text-lg leading-snug wrap-anywhere" dir="auto" lang={story.language}>
              <Link to={paths.story(story._id)} className="py-0.5 hover:underline">
                {title}
              </Link>
            </h3>
            <Byline story={story} />
          </div>
          <RowMenu storyId={story._id} title={title} isMuted={isMuted} />
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {unread > 0 && <Badge tone="accent">{unread.toLocaleString('en')} unread</Badge>}
          {isMuted && (
            <span className="inline-flex items-center gap-1">
              <BellOff aria-hidden="true" className="size-4" />
              Muted
            </span>
          )}
          {lastChapter === null ? (
            'No chapters yet'
          ) : (
            <span className="min-w-0 wrap-anywhere">
              Latest: <bdi lang={story.language}>{listedTitle(lastChapter)}</bdi>,{' '}
              <RelativeTime iso={lastChapter.publishedAt} />
            </span>
          )}
        </p>
        {story.isOnHiatus && (
          <div className="mt-1 text-sm">
            <HiatusLine story={story} />
          </div>
        )}
        {nextUnread !== null && (
          <Link
            to={paths.reading(story._id, nextUnread._id)}
            className={`${buttonClass('quiet')} mt-2 max-w-full`}
            aria-label={`${goOnLabel(isBegun)} ${chapterName(nextUnread)} of ${title}`}
          >
            <span className="truncate">
              {goOnLabel(isBegun)} {chapterName(nextUnread)}
            </span>
          </Link>
        )}
      </div>
    </li>
  );
}

const goOnLabel = (isBegun: boolean): string => (isBegun ? 'Continue with' : 'Start with');

function RowMenu({ storyId, title, isMuted }: { storyId: string; title: string; isMuted: boolean }) {
  const { mute, unmute } = useMuteStory();
  const unfollow = useUnfollow(title);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <Menu trigger={<IconButton icon={Ellipsis} label={`More about ${title}`} />}>
        <MenuItem
          icon={isMuted ? Bell : BellOff}
          onSelect={() => (isMuted ? unmute : mute).mutate({ params: { storyId } })}
        >
          {isMuted ? 'Unmute' : 'Mute'}
        </MenuItem>
        <MenuItem
          onSelect={() => {
            focusNeighbour(place.current);
            unfollow(storyId);
          }}
          icon={BellMinus}
        >
          Unfollow
        </MenuItem>
      </Menu>
    </div>
  );
}
