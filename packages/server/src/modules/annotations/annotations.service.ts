import type {
  AnnotationKind,
  AnyAnnotation,
  changeAnnotations as changeCall,
  createPassageBookmark as createBookmarkCall,
  createHighlight as createHighlightCall,
  Highlight,
  PassageBookmark,
  updatePassageBookmark as updateBookmarkCall,
  updateHighlight as updateHighlightCall,
} from '@inkling/contract/annotations';
import { defaultBookmarkTitle } from '@inkling/contract/bookmark-title';
import { annotationLimits } from '@inkling/contract/limits';
import { distinctTags, tagKey } from '@inkling/contract/story-labels';
import type { z } from 'zod';
import { AppError, requireFound } from '../../platform/app-error.ts';
import { noLaterThan } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { fact, handleCommit } from '../../platform/events/emit.ts';
import { isSameText, paragraphNumber, readerOf } from '../chapters/index.ts';
import { lockPerson } from '../users/index.ts';
import { annotationCreated } from './annotations.events.ts';
import { requireBookmark, requireHighlight } from './annotations.policy.ts';
import type { AnnotationRow } from './annotations.queries.ts';
import * as queries from './annotations.queries.ts';
import type { CountedChange } from './counters.queries.ts';
import { placeSelection, type Selection } from './place-selection.ts';

/** What the reader selected, if the passage differs from it by more than line ends and spaces. */
export const originalOf = (row: Pick<AnnotationRow, 'original_text' | 'selected_text'>): string | null =>
  row.original_text === null || isSameText(row.original_text, row.selected_text) ? null : row.original_text;

const presentShared = (row: AnnotationRow) => ({
  _id: row.id,
  storyId: row.story_id,
  chapterId: row.chapter_id,
  story: row.story && { _id: row.story.id, title: row.story.title, language: row.story.language },
  chapter: row.chapter && {
    _id: row.chapter.id,
    title: row.chapter.title,
    chapterNumber: row.chapter.number,
  },
  selectedText: row.selected_text,
  originalText: originalOf(row),
  startOffset: row.start_offset,
  endOffset: row.end_offset,
  version: row.version,
  isTextChanged: row.is_text_changed,
  note: row.note,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const presentHighlight = (row: AnnotationRow): Highlight => ({
  ...presentShared(row),
  color: row.color ?? 'yellow',
});

export const presentBookmark = (row: AnnotationRow): PassageBookmark => ({
  ...presentShared(row),
  title: row.title ?? '',
  tags: row.tags,
});

export const presentAny = (row: AnnotationRow): AnyAnnotation =>
  row.kind === 'highlight'
    ? { kind: 'highlight', ...presentHighlight(row) }
    : { kind: 'bookmark', ...presentBookmark(row) };

const requireOwn = { highlight: requireHighlight, bookmark: requireBookmark };

/** The viewer's annotation; NOT_FOUND for a deleted one, and for those of others. */
const findOwn = async (ctx: RequestContext, viewer: Viewer, kind: AnnotationKind, id: string) =>
  requireOwn[kind](
    viewer,
    await queries.findAnnotation(ctx.db, readerOf(ctx, viewer), kind, id.toLowerCase()),
  );

/** The tags without duplicates, and their keys. */
export function storedTags(all: string[]): { tags: string[]; tagKeys: string[] } {
  const tags = distinctTags(all);
  return { tags, tagKeys: tags.map(tagKey) };
}

/** What the annotations of a person may take up, deleted ones included. */
const maxBytes = 64 * 1024 * 1024;

/** Throws QUOTA_REACHED for a change beyond a limit. Its transaction has locked the person, so that no other adds more. */
export function requireRoom({ added, present, addedBytes, bytes }: CountedChange): void {
  if (added > 0 && present > annotationLimits.perStory)
    throw new AppError(
      'QUOTA_REACHED',
      'You can have at most 10,000 highlights and bookmarks in one story. Delete some to add others.',
    );
  if (addedBytes > 0 && bytes > maxBytes)
    throw new AppError(
      'QUOTA_REACHED',
      'Your highlights and bookmarks have reached 64 MB, which is all that one account may store. Delete some to add others.',
    );
}

/** Changes annotations of the viewer, within the limits. Resolves to what was changed, by story. */
const changeWithinLimits = (
  ctx: RequestContext,
  viewer: Viewer,
  change: (tx: Db) => Promise<CountedChange[]>,
): Promise<CountedChange[]> =>
  transaction(ctx.db, async (tx) => {
    await lockPerson(tx, viewer.id);
    const changed = await change(tx);
    for (const one of changed) requireRoom(one);
    return changed;
  });

const maxAttempts = 3;

type NewBody = Selection & { _id?: string | undefined; storyId: string; chapterId: string };
type Details = Pick<queries.NewAnnotation, 'color' | 'note' | 'tags' | 'tagKeys'> & {
  /** The title, from the text that was selected; null for a highlight. */
  title: (selectedText: string) => string | null;
};

/** Annotates a passage of a chapter that the viewer may read, once per chosen id. Returns the annotation. */
async function create(
  ctx: RequestContext,
  viewer: Viewer,
  kind: AnnotationKind,
  { _id, storyId, chapterId, ...selection }: NewBody,
  details: Details,
): Promise<queries.AnnotationRow> {
  const place = { userId: viewer.id, kind, storyId, chapterId };
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    let isStale = false;
    const created = createOnce(ctx, _id, {
      isSame: (chosen) => queries.isAnnotationOf(ctx.db, chosen, place),
      create: async () => {
        const text = requireFound(await queries.findReadableText(ctx, place, selection.version), 'Chapter');
        const passage = await placeSelection(ctx, text, selection);
        const { version, content } = text;
        const [added] = await changeWithinLimits(ctx, viewer, async (tx) => {
          const added = await queries.insertAnnotation(tx, {
            ...place,
            _id,
            ...details,
            title: details.title(passage.selectedText),
            version,
            passage,
            paragraphs: {
              first: paragraphNumber(content, passage.start),
              last: paragraphNumber(content, passage.end - 1),
            },
            now: ctx.clock.now(),
          });
          if (added === undefined) isStale = !(await queries.isShown(tx, chapterId, version));
          else {
            const event = { annotationId: added.id, readerId: viewer.id, storyId, chapterId };
            handleCommit(ctx, tx, [fact(annotationCreated, event)]);
          }
          return added === undefined ? [] : [added];
        });
        return added?.id;
      },
    });
    const id = await created.catch((error: unknown) => {
      // The author saved in between, so the passage is looked up again in the new text.
      if (isStale) return null;
      throw error;
    });
    if (id !== null) return findOwn(ctx, viewer, kind, id);
  }
  throw new AppError('BUSY', 'The author is saving this chapter right now. Please try again.', {
    retryAfterSeconds: 2,
  });
}

export async function createHighlight(
  ctx: RequestContext,
  viewer: Viewer,
  { color, note, ...body }: z.output<(typeof createHighlightCall)['body']>,
): Promise<Highlight> {
  const details = { color, note, title: () => null, tags: [], tagKeys: [] };
  return presentHighlight(await create(ctx, viewer, 'highlight', body, details));
}

export async function createPassageBookmark(
  ctx: RequestContext,
  viewer: Viewer,
  { title, note, tags, ...body }: z.output<(typeof createBookmarkCall)['body']>,
): Promise<PassageBookmark> {
  const titleOf = (selectedText: string) => title ?? defaultBookmarkTitle(selectedText);
  const details = { color: null, note, title: titleOf, ...storedTags(tags) };
  return presentBookmark(await create(ctx, viewer, 'bookmark', body, details));
}

async function update(
  ctx: RequestContext,
  viewer: Viewer,
  kind: AnnotationKind,
  id: string,
  changes: queries.AnnotationEdit,
  changedAt: string | undefined,
): Promise<queries.AnnotationRow> {
  const before = await findOwn(ctx, viewer, kind, id);
  if (Object.values(changes).every((value) => value === undefined)) return before;
  const now = ctx.clock.now();
  const isOffline = changedAt !== undefined;
  const at = { now, isOffline, changedAt: isOffline ? noLaterThan(now, changedAt) : now };
  await changeWithinLimits(ctx, viewer, (tx) =>
    queries.editAnnotations(tx, viewer.id, [before.id], changes, at),
  );
  return findOwn(ctx, viewer, kind, id);
}

export const updateHighlight = async (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { note, color, changedAt }: z.output<(typeof updateHighlightCall)['body']>,
): Promise<Highlight> =>
  presentHighlight(await update(ctx, viewer, 'highlight', id, { note, color }, changedAt));

export async function updatePassageBookmark(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { title, note, tags, changedAt }: z.output<(typeof updateBookmarkCall)['body']>,
): Promise<PassageBookmark> {
  const distinct = tags && storedTags(tags);
  const changes = { title, note, tags: distinct?.tags, tag_keys: distinct?.tagKeys };
  return presentBookmark(await update(ctx, viewer, 'bookmark', id, changes, changedAt));
}

export async function deleteAnnotation(
  ctx: RequestContext,
  viewer: Viewer,
  kind: AnnotationKind,
  id: string,
): Promise<void> {
  const { id: found } = await findOwn(ctx, viewer, kind, id);
  await transaction(ctx.db, (tx) => queries.deleteAnnotations(tx, viewer.id, [found], ctx.clock.now()));
}

/** Undoes a deletion of the last 24 hours. Has no effect on an annotation that is not deleted. */
export async function restoreAnnotation(
  ctx: RequestContext,
  viewer: Viewer,
  kind: AnnotationKind,
  id: string,
): Promise<queries.AnnotationRow> {
  await changeWithinLimits(ctx, viewer, (tx) =>
    queries.restoreAnnotations(tx, viewer.id, kind, [id.toLowerCase()], ctx.clock.now()),
  );
  return findOwn(ctx, viewer, kind, id);
}

/** Deletes or restores several annotations of the viewer, or changes the color of the highlights among them; returns how many. */
export async function changeAnnotations(
  ctx: RequestContext,
  viewer: Viewer,
  { ids, action, color }: z.output<(typeof changeCall)['body']>,
): Promise<{ annotations: number }> {
  const now = ctx.clock.now();
  const changed = await changeWithinLimits(ctx, viewer, (tx) => {
    if (action === 'delete') return queries.deleteAnnotations(tx, viewer.id, ids, now);
    if (action === 'restore') return queries.restoreAnnotations(tx, viewer.id, null, ids, now);
    return queries.editAnnotations(tx, viewer.id, ids, { color }, { now, isOffline: false, changedAt: now });
  });
  return { annotations: changed.reduce((sum, one) => sum + one.changed, 0) };
}
