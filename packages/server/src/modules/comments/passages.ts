import { commentLimits, passageLimits } from '@inkling/contract/limits';
import { isVisible } from '@inkling/contract/text';
import { AppError, badInput } from '../../platform/app-error.ts';
import type { AppContext, RequestContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  findAgain,
  findSelected,
  idsOf,
  paragraphNumber,
  quoteOf,
  shownParagraphs,
} from '../chapters/index.ts';
import { carryOver, findCommented, findVersions } from './passages.queries.ts';
import type { CommentInput } from './post-comment.queries.ts';

export const textChanged = (): AppError =>
  new AppError(
    'TEXT_CHANGED',
    'The author has changed this passage since you opened the chapter. Reload the page and select it again.',
  );

/** A passage of a chapter's current text, which is this version. */
export interface Passage {
  /** In which it begins. */
  paragraph: number;
  /** What readers see there, cut to the limit. */
  quote: string;
  version: number;
}

/** Shortens a quotation to the limit without splitting a character. */
export function cut(quote: string): string {
  if (quote.length <= commentLimits.quote) return quote;
  return `${quote.slice(0, commentLimits.quote - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * The paragraph and the quotation of a passage of a published chapter. Of an older version, all that is quoted is in the
 * current text, since readers may never have seen the older one. Throws BAD_INPUT for a passage without text, and
 * TEXT_CHANGED for one that the current text no longer has (docs/product/comments.md#passages).
 */
export async function findPassage(
  ctx: RequestContext,
  chapterId: string,
  storyId: string,
  { version, startOffset, endOffset }: NonNullable<CommentInput['passage']>,
): Promise<Passage> {
  const versions = await findVersions(ctx.db, chapterId, storyId, version);
  const marked = versions.find((one) => one.version === version);
  const current = versions.find(({ is_current }) => is_current);
  if (current === undefined || marked === undefined) throw textChanged();
  if (startOffset >= endOffset || endOffset > marked.content.length)
    throw badInput('passage', 'Please select some text.');
  const found = await findSelected(ctx, { content: marked.content, startOffset, endOffset });
  if (found === null || !isVisible(found.selectedText)) throw textChanged();
  const paragraph = idsOf(marked.paragraph_ids)[paragraphNumber(marked.content, found.start) - 1] ?? 0;
  const quote = quoteOf(found.selectedText);
  if (current === marked) return { paragraph, quote: cut(quote), version };
  if (quote.length >= passageLimits.older) {
    const passages = [{ start: found.start, end: found.end, original: null }];
    const [kept] = await findAgain(ctx, { old: marked, next: current, passages });
    if (kept?.isSame)
      return {
        paragraph: kept.startParagraph,
        quote: cut(quoteOf(kept.selectedText)),
        version: current.version,
      };
  }
  const [whole] = await shownParagraphs(ctx, { ...current, ids: [paragraph], following: 0 });
  if (whole === undefined) throw textChanged();
  return { paragraph, quote: cut(whole.own.trim()), version: current.version };
}

/** Carries the comments on a chapter's paragraphs over to its current text (docs/product/comments.md#passages). */
export async function carryComments(
  ctx: Pick<AppContext, 'threads'>,
  tx: Db,
  chapterId: string,
): Promise<void> {
  const found = await findCommented(tx, chapterId);
  if (found === undefined) return;
  const { text, paragraphs: ids } = found;
  const texts = await shownParagraphs(ctx, { ...text, ids, following: commentLimits.quote });
  await carryOver(tx, chapterId, found.version, texts);
}
