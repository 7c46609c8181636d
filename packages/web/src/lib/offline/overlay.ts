import type { Highlight, PassageBookmark } from '@inkling/contract/annotations';
import type { ChapterProgress, Opening } from '@inkling/contract/library';
import { distinctTags } from '@inkling/contract/story-labels';
import { begunAgain, continuedAt } from '../continued-at.ts';
import { isRestore } from './changes.ts';
import type { Change, OfflineStory } from './offline-store.ts';

type Annotation = Highlight | PassageBookmark;

/** A place, and whether its reader begins a completed story again with it. */
type Place = ChapterProgress & { readsAgain?: boolean };

/** The reader's place after a stored change, as the server would respond. */
export const placeOf = ({ subject, body, at }: Change): Place => ({
  chapter: subject.slice('place '.length),
  progress: Number(body?.progress ?? 0),
  position: (body?.position as ChapterProgress['position'] | undefined) ?? null,
  updatedAt: at,
  ...(body?.readsAgain === true && { readsAgain: true }),
});

export const isLiked = ({ method }: Change): boolean => method === 'POST';

export const isPlace = (subject: string): boolean => subject.startsWith('place ');
export const timeOf = ({ updatedAt }: ChapterProgress): string => updatedAt ?? '';
const byTime = (a: { at: string }, b: { at: string }): number => a.at.localeCompare(b.at);

/** A story after its reader has been at `place`, as the server merges it: the newest place in a chapter stays. */
export function withPlace(before: Opening, { readsAgain, ...place }: Place): Opening {
  const opening = readsAgain && before.isCompleted ? begunAgain(before) : before;
  const { places, chapters } = opening;
  const here = places.find(({ chapter }) => chapter === place.chapter);
  const isNewer = here === undefined || timeOf(here) <= timeOf(place);
  const merged = isNewer ? { ...place, position: place.position ?? here?.position ?? null } : here;
  const furthest = Math.max(here?.furthest ?? here?.progress ?? 0, place.progress);
  const continued = continuedAt(opening, place);
  const isLastChapter = chapters.find(({ _id }) => _id === place.chapter)?.chapterNumber === opening.total;
  // Without anything unread, it is read again, and ends with its last chapter.
  const ends = continued.unread === 0 && (opening.unread > 0 || isLastChapter);
  const reachesEnd = place.progress >= 100 && ends && opening.readsExclusive;
  const isCompleted = opening.isCompleted || reachesEnd;
  const isLast = places.every((one) => timeOf(one) <= timeOf(place));
  return {
    ...opening,
    places: [...places.filter((one) => one !== here), { ...merged, furthest }],
    opened: opening.opened + Number(here === undefined),
    status: isCompleted ? 'completed' : 'reading',
    isCompleted,
    newChapters: reachesEnd ? 0 : opening.newChapters,
    // A story that was read to its end is not continued.
    unread: continued.unread,
    ...(isCompleted ? { lastChapterRead: null, continueWith: null } : isLast && continued),
  };
}

/** A story after its reader has chosen to like it or not. */
export function withLike(opening: Opening, liked: boolean, likes: number): Opening {
  const { story } = opening;
  return { ...opening, story: { ...story, isLiked: liked, likes, stats: { ...story.stats, likes } } };
}

/** A story as it was kept, with what the reader has done since. */
export function withChanges(opening: Opening, changes: Change[]): Opening {
  const own = changes.filter(({ storyId }) => storyId === opening.story._id).toSorted(byTime);
  const places = own.filter(({ subject }) => isPlace(subject)).map(placeOf);
  const read = places.reduce(withPlace, opening);
  const choice = own.findLast(({ subject }) => subject.startsWith('like '));
  if (choice === undefined) return read;
  const liked = isLiked(choice);
  return withLike(read, liked, Math.max(0, read.story.likes + Number(liked) - Number(read.story.isLiked)));
}

/** An annotation after a change of some of its fields. */
function editedAnnotation(before: Annotation, { body, at }: Pick<Change, 'body' | 'at'>): Annotation {
  const { tags, ...fields } = (body ?? {}) as { tags?: string[] };
  return { ...before, ...fields, ...(tags && { tags: distinctTags(tags) }), updatedAt: at };
}

/** The annotation that a request creates, as the server would respond. */
export function annotationOf(
  { body, at, path }: Change,
  story: OfflineStory,
  chapter: Annotation['chapter'],
): Annotation {
  const given = body as unknown as Pick<
    Annotation,
    '_id' | 'storyId' | 'chapterId' | 'selectedText' | 'startOffset' | 'endOffset' | 'version'
  > &
    Partial<Highlight & PassageBookmark>;
  const common = {
    _id: given._id,
    storyId: given.storyId,
    chapterId: given.chapterId,
    story: { _id: story.storyId, title: story.title, language: story.language },
    chapter,
    selectedText: given.selectedText,
    originalText: null,
    startOffset: given.startOffset,
    endOffset: given.endOffset,
    version: given.version,
    isTextChanged: false,
    note: given.note ?? '',
    createdAt: at,
    updatedAt: at,
  };
  return path.endsWith('highlights')
    ? { ...common, color: given.color ?? 'yellow' }
    : { ...common, title: given.title ?? given.selectedText, tags: distinctTags(given.tags ?? []) };
}

/** The kept annotations of a story with what the reader has created, changed and deleted since. */
export function annotationsWith(
  kept: Annotation[],
  changes: Change[],
  create: (change: Change) => Annotation,
): Annotation[] {
  const byId = new Map(kept.map((one) => [one._id, one]));
  const deleted = new Map<string, Annotation>();
  for (const change of changes) {
    const id = change.subject.slice('annotation '.length);
    const before = byId.get(id);
    const restored = isRestore(change) ? deleted.get(id) : undefined;
    if (restored !== undefined) byId.set(id, restored);
    // One that the server already has stays as it is there.
    else if (change.method === 'POST' && !isRestore(change)) byId.set(id, before ?? create(change));
    else if (before === undefined) continue;
    else if (change.method === 'PUT') byId.set(id, editedAnnotation(before, change));
    else if (change.method === 'DELETE') {
      deleted.set(id, before);
      byId.delete(id);
    }
  }
  return [...byId.values()];
}
