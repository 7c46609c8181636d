import type { ChapterProgress, LibraryEntry, Opening } from '@inkling/contract/library';
import { last } from './changes.ts';
import type { Change } from './offline-store.ts';
import { isPlace, placeOf, timeOf, withChanges } from './overlay.ts';

// The library's lists as they were kept, with what has since been read of kept stories on this device.

/** A story's entry after further reading; if the story was not in the list, its entry is made from `opening`. */
export function entryWith(
  entry: LibraryEntry | undefined,
  opening: Opening,
  changes: Change[],
): LibraryEntry | undefined {
  const { story, total, chapters } = opening;
  const waiting = changes.filter(({ storyId, subject }) => storyId === story._id && isPlace(subject));
  const read = withChanges(opening, waiting);
  const newest = last(read.places, timeOf);
  const chapter = chapters.find(({ _id }) => _id === newest?.chapter);
  // The list was fetched after that.
  if (newest === undefined || chapter === undefined || timeOf(newest) <= (entry?.lastRead ?? ''))
    return entry;
  // It was removed from the library.
  if (entry === undefined && read.status === 'none') return undefined;
  const shareOf = ({ chapter: id, progress }: ChapterProgress): number => {
    const number = chapters.find(({ _id }) => _id === id)?.chapterNumber ?? 1;
    return (100 * (number - 1 + progress / 100)) / total;
  };
  // The furthest place need not be the latest.
  const places = [...read.places.filter(({ updatedAt }) => updatedAt !== null), ...waiting.map(placeOf)];
  return {
    _id: story._id,
    storyId: story._id,
    story,
    isBookmarked: story.isBookmarked,
    note: opening.note,
    secondsRead: opening.secondsRead,
    rating: null,
    finishedAt: null,
    unreadBefore: 0,
    ...entry,
    progress: read.isCompleted
      ? 100
      : Math.max(
          entry?.isCompleted ? 0 : (entry?.progress ?? 0),
          Math.min(99.99, Math.max(...places.map(shareOf))),
        ),
    status: read.status,
    isCompleted: read.isCompleted,
    ...(!read.isCompleted && { finishedAt: null }),
    newChapters: read.newChapters,
    unread: read.unread,
    nextUnread: read.nextUnread,
    continueWith: read.continueWith,
    lastRead: newest.updatedAt,
    lastChapterRead: { _id: chapter._id, title: chapter.title, chapterNumber: chapter.chapterNumber },
  };
}

const statuses: (string | null)[] = ['reading', 'completed', 'on_hold', 'dropped'];
const byLastRead = (a: LibraryEntry, b: LibraryEntry): number =>
  (b.lastRead ?? '').localeCompare(a.lastRead ?? '');

/**
 * A page of the library. Stories that were begun or finished on this device are in the list to which they belong now, on its
 * first page, unless they are `listed` on another kept page.
 */
export function entriesWith(
  entries: LibraryEntry[],
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  listed: ReadonlySet<string>,
  openings: Opening[],
  changes: Change[],
): LibraryEntry[] {
  const openingOf = (id: string) => openings.find(({ story }) => story._id === id);
  const shown = entries.map((entry) => {
    const opening = openingOf(entry.storyId);
    return (opening && entryWith(entry, opening, changes)) ?? entry;
  });
  const filter = searchParams.get('filter');
  const isFirst = (searchParams.get('page') ?? '1') === '1';
  const isOfStatus = /library\/me$/.test(pathname) && statuses.includes(filter);
  if (!isOfStatus || !isFirst || searchParams.has('q')) return shown;
  const isHere = (id: string) => entries.some(({ storyId }) => storyId === id);
  const others = openings.filter(({ story: { _id } }) => !listed.has(_id) && !isHere(_id));
  const added = others.flatMap((opening) => entryWith(undefined, opening, changes) ?? []);
  const all = [...shown, ...added].filter(({ status }) => status === filter);
  return (searchParams.get('sort') ?? '-lastRead') === '-lastRead' ? all.sort(byLastRead) : all;
}
