import { chapterName } from '@inkling/contract/chapter-title';
import { replaceLimits } from '@inkling/contract/limits';
import type { FoundChapter, ReplacedChapter } from '@inkling/contract/replacements';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import {
  useFindInStory,
  useReplaceInStory,
  useUndoReplace,
} from '../../features/replacements/replacements.api.ts';
import { ownStoryQuery } from '../../features/stories/stories.api.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import type { Input } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { inputKey, readInput, storeInput } from '../../lib/stored-input.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { FoundPlaces, keyOf, ShowMoreMatches } from './found-places.tsx';

type Find = Omit<Input<'POST /stories/{id}/find'>['body'], 'after'>;

const matches = (count: number): string => pluralize(count, 'match', 'matches');

/** Splits chapters into portions that one request may change. */
function* portions<T extends object>(all: T[]): Generator<T[]> {
  let some: T[] = [];
  let places = 0;
  for (const one of all) {
    const count = 'places' in one && Array.isArray(one.places) ? one.places.length : 0;
    if (some.length === replaceLimits.chaptersPerCall || places + count > replaceLimits.placesPerCall) {
      yield some;
      [some, places] = [[], 0];
    }
    some.push(one);
    places += count;
  }
  if (some.length > 0) yield some;
}

/** The places of some responses, each chapter once. */
const joined = (shown: FoundChapter[], more: FoundChapter[]): FoundChapter[] => {
  const last = shown.at(-1);
  const [next, ...others] = more;
  return last === undefined || next?.chapter._id !== last.chapter._id
    ? [...shown, ...more]
    : [...shown.slice(0, -1), { ...next, places: [...last.places, ...next.places] }, ...others];
};

const keysOf = (found: FoundChapter[]): string[] =>
  found.flatMap(({ chapter, places }) => places.map((place) => keyOf(chapter._id, place)));

/** Finds words in all chapters of one of the author's stories, and replaces them at the places that they leave chosen. */
export default function StoryReplace() {
  const { storyId = '' } = useParams();
  const params = { id: storyId };
  const story = useQuery(ownStoryQuery(storyId));
  const language = story.data?.data.language;
  const search = useFindInStory();
  const replacing = useReplaceInStory();
  const undoing = useUndoReplace();
  const [wanted, setWanted] = useState<Find | null>(null);
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  /** What was done last, to take it back. */
  const key = inputKey(useMe()?._id ?? '', `replaced/${storyId}`);
  const [done, setDone] = useState<ReplacedChapter[] | null>(null);
  const replaced = done ?? readInput<{ chapters: ReplacedChapter[] }>(key)?.chapters ?? [];
  /** Can be undone later too, after a reload. */
  const remember = (chapters: ReplacedChapter[]) => {
    setDone(chapters);
    storeInput(key, chapters.length === 0 ? null : { chapters });
  };
  const [said, setSaid] = useState('');
  const [result, setResult] = useState<{ found: FoundChapter[]; hasMore: boolean } | null>(null);
  const found = result?.found ?? [];
  /** Finds the places after those that are shown; without any, the first ones. */
  const findMore = async (find: Find, shown: FoundChapter[]) => {
    const last = shown.at(-1);
    const after = last && {
      after: { chapter: last.chapter._id, version: last.version, end: last.places.at(-1)?.end ?? 1 },
    };
    const { data, hasMore } = await search.mutateAsync({ params, body: { ...find, ...after } });
    const all = { found: joined(shown, data), hasMore };
    setResult(all);
    return all;
  };

  const form = useCallForm({
    defaultValues: { words: '', matchCase: false, wholeWords: false },
    fallback: 'Failed to search the story',
    send: async (body) => {
      setSaid('');
      setSkipped(new Set());
      setWanted(body);
      await findMore(body, []);
    },
  });
  const chosen = found
    .map(({ chapter, version, places }) => ({
      _id: chapter._id,
      version,
      places: places
        .filter((place) => place.isPlain && !skipped.has(keyOf(chapter._id, place)))
        .map(({ start, end }) => ({ start, end }))
        .slice(0, replaceLimits.placesPerCall),
    }))
    .filter(({ places }) => places.length > 0);
  const count = chosen.reduce((sum, { places }) => sum + places.length, 0);

  /** Finds as many places again as are shown; resolves to those in the chapters that were shown. */
  const again = async () => {
    if (wanted === null) return [];
    const [shown, count] = [new Set(found.map(({ chapter }) => chapter._id)), keysOf(found).length];
    let all = await findMore(wanted, []);
    while (all.hasMore && keysOf(all.found).length < count) all = await findMore(wanted, all.found);
    return all.found.filter(({ chapter }) => shown.has(chapter._id));
  };
  const change = useCallForm({
    defaultValues: { words: '' },
    fallback: 'Failed to replace the words',
    send: async ({ words }) => {
      let [places, left, stopped] = [0, 0, ''];
      const changed: ReplacedChapter[] = [];
      remember([]);
      try {
        for (const chapters of portions(chosen)) {
          const { data } = await replacing.mutateAsync({ params, body: { words, chapters } });
          places += data.replaced;
          left += data.left;
          changed.push(...data.chapters);
          remember([...changed]);
          if (data.stoppedBy !== null) {
            stopped = ` ${data.stoppedBy}`;
            break;
          }
        }
      } finally {
        setSaid(
          `Replaced ${matches(places)} in ${pluralize(changed.length, 'chapter')}.${left > 0 ? ` ${matches(left)} ${left === 1 ? 'was' : 'were'} left unchanged: the chapter has changed since, or other text would look different.` : ''}${stopped}`,
        );
        // What is left was left on purpose.
        setSkipped(new Set(keysOf(await again())));
      }
    },
  });
  const undo = useCallForm({
    fallback: 'Failed to undo',
    send: async () => {
      let left = 0;
      for (const chapters of portions(replaced)) {
        const { data } = await undoing.mutateAsync({ params, body: { chapters } });
        left += data.left;
      }
      remember([]);
      setSaid(
        left === 0
          ? 'The earlier text was restored in all chapters.'
          : `${pluralize(left, 'chapter')} ${left === 1 ? 'has changed since and was' : 'have changed since and were'} left unchanged. You’ll find the earlier text in the list of versions.`,
      );
      setSkipped(new Set());
      await again();
    },
  });
  const words = change.watch('words');
  const failure = form.failure ?? change.failure ?? undo.failure;
  return (
    <>
      <title>{pageTitle('Find and Replace')}</title>
      <BackLink to={paths.writeStory(storyId)}>
        {story.data ? `Back to “${titleOf(story.data.data)}”` : 'Back to the story'}
      </BackLink>
      <h1 className="mb-2 font-serif text-3xl sm:text-4xl">Find and Replace</h1>
      <p className="mb-6 max-w-3xl text-muted">
        Change words in the text of every chapter, including drafts. Each changed chapter gets a new version.
        Titles and notes aren’t changed.
      </p>
      <div className="max-w-3xl space-y-6">
        <form onSubmit={form.onSubmit} noValidate className="space-y-3">
          <TextField label="Find" maxLength={replaceLimits.words} lang={language} {...form.field('words')} />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
            {(['matchCase', 'wholeWords'] as const).map((name) => (
              <label key={name} className="flex min-h-11 items-center gap-3">
                <input type="checkbox" className="size-5 accent-(--accent)" {...form.register(name)} />
                {name === 'matchCase' ? 'Match case' : 'Whole words'}
              </label>
            ))}
            <Button type="submit" variant="primary" busy={form.busy} className="ms-auto">
              Find
            </Button>
          </div>
        </form>
        {failure !== undefined && <Alert>{failure}</Alert>}
        <div role="status" className="empty:hidden">
          {said !== '' && <p className="rounded-md bg-sunken px-4 py-3">{said}</p>}
        </div>
        {replaced.length > 0 && !change.busy && (
          <form onSubmit={undo.onSubmit}>
            <Button type="submit" busy={undo.busy}>
              Undo in {pluralize(replaced.length, 'chapter')}
            </Button>
          </form>
        )}
        {result && found.length === 0 && said === '' && (
          <EmptyState title="Nothing found">No chapter of this story contains “{wanted?.words}”.</EmptyState>
        )}
        {found.length > 0 && (
          <>
            <form
              onSubmit={change.onSubmit}
              noValidate
              className="sticky top-(--notice-height) z-10 -mx-2 flex flex-wrap items-end gap-3 rounded-xl border border-line bg-raised p-4"
            >
              <div className="min-w-52 flex-1">
                <TextField
                  label="Replace with"
                  maxLength={replaceLimits.words}
                  lang={language}
                  {...change.field('words')}
                />
              </div>
              <Button type="submit" variant="primary" busy={change.busy} disabled={count === 0}>
                {words === '' ? 'Remove' : 'Replace'} {matches(count)}
              </Button>
            </form>
            {found.map((one: FoundChapter) => (
              <FoundPlaces
                key={one.chapter._id}
                found={one}
                words={words}
                language={language}
                skipped={skipped}
                onSkip={setSkipped}
              >
                <Link to={paths.writeChapter(storyId, one.chapter._id)} className="hover:underline">
                  {one.chapter.chapterNumber === 0 ? one.chapter.title : chapterName(one.chapter)}
                </Link>
              </FoundPlaces>
            ))}
            {result?.hasMore && (
              <ShowMoreMatches
                shown={matches(keysOf(found).length)}
                find={async () => wanted && findMore(wanted, found)}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}
