import { numberedTitle } from '@inkling/contract/chapter-title';
import type { Passage } from '@inkling/contract/passage-link';
import { LRUCache } from 'lru-cache';
import { requireFound } from '../../platform/app-error.ts';
import { type Clock, day } from '../../platform/clock.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { findPassage, type Place, quoteOf } from './passages.ts';
import { findSharedChapter, type SharedChapter } from './sharing.queries.ts';

/** The place of a passage in a chapter's current text; null if it is not there. */
async function placeIn(
  ctx: Pick<AppContext, 'threads'>,
  chapter: SharedChapter,
  passage: Passage,
): Promise<Place | null> {
  const { version, content, at, then_content, then_at } = chapter;
  if (content === null) return null;
  const now = { content, at };
  if (passage.version === version) return findPassage(ctx, now, null, passage);
  // A version that is not stored, or that readers never saw.
  if (then_content === null) return null;
  return findPassage(ctx, now, { content: then_content, at: then_at }, passage);
}

/**
 * Where a shared passage is now (docs/product/sharing.md#links): nowhere in an exclusive chapter that is not for the viewer.
 * Throws NOT_FOUND for one that they may not see.
 */
export async function readPlace(ctx: RequestContext, viewer: Viewer, chapterId: string, passage: Passage) {
  const chapter = requireFound(await findSharedChapter(ctx, chapterId, passage, viewer.id), 'Chapter');
  return { version: chapter.version, place: await placeIn(ctx, chapter, passage) };
}

/** What visitors see of a shared passage. Of a mature story there is neither title nor quotation. */
export interface SharedPassage {
  /** Its number and title. */
  chapter: string | null;
  quote: string | null;
}

/** The chapter without a quotation. */
const nowhere = { version: 0, paragraph: 0, from: 0, to: 0 };

/**
 * What the page of a link shows to visitors and other sites (docs/product/sharing.md#preview). The quotation comes from
 * the current text; null without a `passage`, or if the text no longer has it. Nothing is quoted from an
 * exclusive chapter. Undefined unless everyone sees that the chapter is there.
 */
export async function readForVisitors(
  ctx: AppContext,
  chapterId: string,
  passage: Passage | null,
): Promise<SharedPassage | undefined> {
  const found = await findSharedChapter(ctx, chapterId, passage ?? nowhere, null);
  if (found === undefined) return undefined;
  if (found.isMature) return { chapter: null, quote: null };
  const { title, number, content, at } = found;
  const place = passage && (await placeIn(ctx, found, passage));
  const chapter = numberedTitle({ title, chapterNumber: number });
  return { chapter, quote: place && content && quoteOf({ content, at }, place) };
}

/** How many different quotations of a chapter one address gets in a day. */
const quotesPerDay = 20;
/** The most pairs of an address and a chapter that are counted; the least recently used go first. */
const maxCounted = 10_000;

interface Quotes {
  passages: Set<string>;
  endsAt: number;
}

/**
 * Counts the quotations that visitors get, in this process's memory, so that a chapter cannot be read in slices
 * (docs/product/sharing.md#preview). A quotation that an address had before is not counted again.
 */
export function quoteLimit(clock: Clock) {
  const counted = new LRUCache<string, Quotes>({ max: maxCounted });
  return (address: string, chapterId: string, { version, paragraph, from, to }: Passage): boolean => {
    const key = `${address} ${chapterId}`;
    const now = clock.now().getTime();
    const before = counted.get(key);
    const quotes =
      before !== undefined && before.endsAt > now
        ? before
        : { passages: new Set<string>(), endsAt: now + day };
    counted.set(key, quotes);
    const passage = [version, paragraph, from, to].join(' ');
    if (quotes.passages.has(passage)) return true;
    if (quotes.passages.size >= quotesPerDay) return false;
    quotes.passages.add(passage);
    return true;
  };
}
