import type { HiddenStory } from '@inkling/contract/hidden-stories';
import { useRef } from 'react';
import { Link } from 'react-router';
import { hiddenStoriesQuery } from '../../features/stories/labels/label-lists.api.ts';
import { useShowStory } from '../../features/stories/labels/labels.api.ts';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { authorOf, titleOf } from '../../features/stories/story-text.ts';
import { useList } from '../../features/stories/use-list.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useOpened } from '../../lib/use-opened.ts';
import { Button } from '../../ui/button.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

/** The stories that the reader hides, which can be shown again. */
export function HiddenStories() {
  const opened = useOpened();
  const { first, all, pages } = useList(hiddenStoriesQuery(1), (_, page) => hiddenStoriesQuery(page), opened);
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const stories = all.flatMap(({ data }) => data);
  const total = first.data?.pagination.total ?? 0;
  return (
    <section aria-labelledby="hidden-stories">
      <h3 id="hidden-stories" ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Hidden stories
      </h3>
      <QueryState query={first} fallback="Failed to fetch stories" pending={<TextSkeleton lines={1} />} />
      {first.data !== undefined && stories.length === 0 && (
        <p className="mt-1 text-muted">
          None. To hide a story, choose “Hide this story” in the menu of its card.
        </p>
      )}
      {stories.length > 0 && (
        <ul ref={list} className="mt-2 divide-y divide-line">
          {[...new Map(stories.map((one) => [one.storyId, one])).values()].map((one) => (
            <HiddenRow key={one.storyId} hidden={one} onShown={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
      <ShowMore list={list} items="stories" shown={stories.length} total={total} pages={pages} />
    </section>
  );
}

function HiddenRow({ hidden: { storyId, story }, onShown }: { hidden: HiddenStory; onShown: () => void }) {
  const show = useShowStory();
  const name = story === null ? 'this story' : titleOf(story);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      {story === null ? (
        <p className="text-muted">No longer available</p>
      ) : (
        <p className="min-w-0 flex-1 basis-40">
          <Link to={paths.story(storyId)} className="block truncate hover:underline" lang={story.language}>
            <bdi>{titleOf(story)}</bdi>
          </Link>
          <span className="block truncate text-sm text-muted">
            <bdi>{authorOf(story)}</bdi>
          </span>
        </p>
      )}
      <Button
        busy={show.isPending}
        onClick={() => show.mutate({ params: { id: storyId } }, { onSuccess: onShown })}
      >
        Show again
        <span className="sr-only">: {name}</span>
      </Button>
    </li>
  );
}
