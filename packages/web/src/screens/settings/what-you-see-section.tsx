import type { Me } from '@inkling/contract/account';
import type { BlockEntry } from '@inkling/contract/blocks';
import type { ContentWarning } from '@inkling/contract/content-warnings';
import type { HiddenStory } from '@inkling/contract/hidden-stories';
import { tagLimits } from '@inkling/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { blocksQuery, useBlocks } from '../../features/blocks/blocks.api.ts';
import { hiddenStoriesQuery, useShowStory } from '../../features/stories/labels/labels.api.ts';
import { LanguagesField } from '../../features/stories/labels/languages-field.tsx';
import { TagsField } from '../../features/stories/labels/tags-field.tsx';
import { WarningsField } from '../../features/stories/labels/warnings-field.tsx';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { authorOf, titleOf } from '../../features/stories/story-text.ts';
import { useList } from '../../features/stories/use-list.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { PersonAvatar } from '../../features/users/person-avatar.tsx';
import { useUpdatePreferences } from '../../features/users/users.api.ts';
import type { Input } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useOpened } from '../../lib/use-opened.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import { Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { neighboringButton, useFocusAfter } from '../../ui/use-focus-after.ts';

/** Languages, mature stories, hidden tags and warnings, and hidden stories. Each change is saved at once. */
export function WhatYouSeeSection({ me }: { me: Me }) {
  return (
    <div className="space-y-8">
      <Languages saved={me.readingPreferences.languages} />
      <MatureSwitch shows={me.readingPreferences.showsMature} />
      <HiddenTags saved={me.readingPreferences.hiddenTags} />
      <HiddenWarnings saved={me.readingPreferences.hiddenWarnings} />
      <HiddenStories />
    </div>
  );
}

function MatureSwitch({ shows }: { shows: boolean }) {
  const update = useUpdatePreferences();
  const mature = useToggle(
    shows,
    async (showsMature) => (await update.mutateAsync({ body: { showsMature } })).data.showsMature,
  );
  return (
    <Switch
      framed
      label="Show mature stories"
      hint="They appear in lists and searches, and open without asking first. They may contain sex, graphic violence and other adult content."
      checked={mature.on}
      onChange={() => mature.toggle({ detail: 1 })}
    />
  );
}

const without = <Item,>(items: Item[], others: Item[]): Item[] =>
  items.filter((item) => !others.includes(item));

/** The changed list while it is being saved, then the saved one: a failed change is reverted. */
function useSavedList<Item>(
  saved: Item[],
  bodyOf: (change: {
    hide: Item[];
    show: Item[];
    items: Item[];
  }) => Input<'PATCH /users/preferences'>['body'],
) {
  const update = useUpdatePreferences();
  const [wanted, setWanted] = useState(saved);
  const shown = update.isPending ? wanted : saved;
  const change = (items: Item[]): void => {
    setWanted(items);
    update.mutate({ body: bodyOf({ hide: without(items, shown), show: without(shown, items), items }) });
  };
  return [shown, change] as const;
}

function Languages({ saved }: { saved: string[] }) {
  const [languages, setLanguages] = useSavedList(saved, ({ items }) => ({ languages: items }));
  return <LanguagesField legend="Languages you read" value={languages} onChange={setLanguages} />;
}

function HiddenTags({ saved }: { saved: string[] }) {
  const [tags, setTags] = useSavedList(saved, ({ hide, show }) => ({ hideTags: hide, showTags: show }));
  return (
    <TagsField
      label="Hidden tags"
      hint="Stories with any of these tags don’t appear in lists or searches. Press Enter or type a comma after each tag."
      value={tags}
      onChange={setTags}
      max={tagLimits.hidden}
    />
  );
}

function HiddenWarnings({ saved }: { saved: ContentWarning[] }) {
  const [warnings, setWarnings] = useSavedList(saved, ({ hide, show }) => ({
    hideWarnings: hide,
    showWarnings: show,
  }));
  return (
    <WarningsField
      legend="Hidden content warnings"
      hint="Stories with any of these warnings don’t appear in lists or searches."
      value={warnings}
      onChange={setWarnings}
    />
  );
}

/** The stories that the reader hides, which can be shown again. */
function HiddenStories() {
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

/** The people whom the reader has blocked or muted, who can be unblocked and unmuted. */
export function BlockedPeople() {
  const opened = useOpened();
  const [page, setPage] = useState(1);
  const query = useQuery({ ...blocksQuery(page), enabled: opened, placeholderData: keepPreviousData });
  const { data: entries = [], pagination } = query.data ?? {};
  const last = Math.max(1, pagination?.totalPages ?? page);
  // The last entry of the last page was removed.
  useEffect(() => setPage((now) => Math.min(now, last)), [last]);
  return (
    <div className="space-y-3">
      <p className="text-muted">
        To mute or block someone, use the menu on their profile or on something they wrote.
      </p>
      <QueryState query={query} fallback="Failed to fetch people" pending={<TextSkeleton lines={1} />} />
      {pagination?.total === 0 && <p className="text-muted">You haven’t blocked or muted anyone.</p>}
      {entries.length > 0 && (
        <ul className="divide-y divide-line" aria-busy={query.isPlaceholderData || undefined}>
          {entries.map((entry) => (
            <Row key={`${entry.kind} ${entry.person._id}`} entry={entry} />
          ))}
        </ul>
      )}
      {pagination && <Pager page={page} totalPages={pagination.totalPages} onChange={setPage} />}
    </div>
  );
}

function Row({ entry: { kind, person } }: { entry: BlockEntry }) {
  const { unblock, unmute } = useBlocks();
  const row = useFocusAfter<HTMLLIElement>(neighboringButton);
  const name = displayNameOf(person);
  const end = kind === 'block' ? unblock : unmute;
  return (
    <li ref={row} className="flex items-center gap-3 py-2">
      <PersonAvatar person={person} size={44} />
      <p className="min-w-0 flex-1">
        <Link to={paths.person(person.username)} className="block truncate font-semibold hover:underline">
          <bdi>{name}</bdi>
        </Link>
        <span className="text-sm text-muted">{kind === 'block' ? 'Blocked' : 'Muted'}</span>
      </p>
      <Button busy={end.isPending} onClick={() => end.mutate({ params: { id: person._id } })}>
        {kind === 'block' ? 'Unblock' : 'Unmute'}
        <span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}
