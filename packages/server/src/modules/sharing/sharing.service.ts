import type { Passage } from '@inkling/contract/passage-link';
import { notFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { findPassage, type Place, quoteOf } from './passages.ts';
import { findSharedChapter, type SharedChapter } from './sharing.queries.ts';

/** The place of a passage in a chapter's current text; null if it is not there. */
function placeIn(chapter: SharedChapter, passage: Passage): Place | null {
  const { version, content, at, then_content, then_at } = chapter;
  const now = { content, at };
  if (passage.version === version) return findPassage(now, null, passage);
  // A version that is not stored, or that readers never saw.
  if (then_content === null) return null;
  return findPassage(now, { content: then_content, at: then_at }, passage);
}

/** Where a shared passage is now (docs/product/sharing.md#links). Throws NOT_FOUND for a chapter that the viewer may not read. */
export async function readPlace({ db }: RequestContext, viewer: Viewer, chapterId: string, passage: Passage) {
  const chapter = await findSharedChapter(db, chapterId, passage, viewer.id);
  if (chapter === undefined) throw notFound('Chapter');
  return { version: chapter.version, place: placeIn(chapter, passage) };
}

/** What visitors see of a shared passage. Of a mature story there is neither title nor quotation. */
export interface SharedPassage {
  chapter: { title: string; number: number } | null;
  quote: string | null;
}

/** The chapter without a quotation. */
const nowhere = { version: 0, paragraph: 0, from: 0, to: 0 };

/**
 * What the page of a link shows to visitors and other sites (docs/product/sharing.md#preview). The quotation comes from
 * the current text; null without a `passage`, or if the text no longer has it. Undefined unless everyone may read the
 * chapter.
 */
export async function readForVisitors(
  { db }: AppContext,
  chapterId: string,
  passage: Passage | null,
): Promise<SharedPassage | undefined> {
  const found = await findSharedChapter(db, chapterId, passage ?? nowhere, null);
  if (found === undefined) return undefined;
  if (found.isMature) return { chapter: null, quote: null };
  const { title, number, content, at } = found;
  const place = passage && placeIn(found, passage);
  return { chapter: { title, number }, quote: place && quoteOf({ content, at }, place) };
}
