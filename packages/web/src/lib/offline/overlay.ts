import type { Highlight, PassageBookmark } from '@inkling/contract/annotations';
import type { ChapterProgress, Opening } from '@inkling/contract/library';
import type { Change, OfflineStory } from './offline-store.ts';

type Annotation = Highlight | PassageBookmark;

/** The reader's place after a stored change, as the server would respond. */
export const placeOf = ({ subject, body, at }: Change): ChapterProgress => ({
  chapter: subject.slice('place '.length),
  progress: Number(body?.progress ?? 0),
  position: (body?.position as ChapterProgress['position'] | undefined) ?? null,
  updatedAt: at,
});

export const isLiked = ({ method }: Change): boolean => method === 'POST';

/** A story as it was kept, with what the reader has done since. */
export function withChanges(opening: Opening, changes: Change[]): Opening {
  const own = changes.filter(({ storyId }) => storyId === opening.story._id);
  const places = own.filter(({ subject }) => subject.startsWith('place ')).map(placeOf);
  const latest = places.toSorted((a, b) => (a.updatedAt ?? '').localeCompare(b.updatedAt ?? ''));
  const byChapter = new Map([...opening.places, ...latest].map((place) => [place.chapter, place]));
  const liked = own.findLast(({ subject }) => subject.startsWith('like '));
  const { story } = opening;
  const isLikedNow = liked === undefined ? story.isLiked : isLiked(liked);
  const likes = Math.max(0, story.likes + Number(isLikedNow) - Number(story.isLiked));
  return {
    ...opening,
    story: { ...story, isLiked: isLikedNow, likes, stats: { ...story.stats, likes } },
    places: [...byChapter.values()],
    opened: opening.opened + byChapter.size - opening.places.length,
    lastChapterRead: latest.at(-1)?.chapter ?? opening.lastChapterRead,
  };
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
    : { ...common, title: given.title ?? given.selectedText, tags: given.tags ?? [] };
}
/** The kept annotations of a story with what the reader has created, changed and deleted since. */
export function annotationsWith(
  kept: Annotation[],
  changes: Change[],
  create: (change: Change) => Annotation,
): Annotation[] {
  const byId = new Map(kept.map((one) => [one._id, one]));
  for (const change of changes) {
    const id = change.subject.slice('annotation '.length);
    const before = byId.get(id);
    if (change.method === 'POST') byId.set(id, create(change));
    else if (change.method === 'DELETE') byId.delete(id);
    else if (before !== undefined) byId.set(id, { ...before, ...change.body, updatedAt: change.at });
  }
  return [...byId.values()];
}
