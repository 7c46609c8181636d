import { AppError, badInput } from '../../platform/app-error.ts';
import type { AppContext, RequestContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  type CommentedText,
  commentedTexts,
  type FoundPassage,
  findPassageIn,
  type PassageToFind,
} from './passage-text.ts';
import { carryOver, findCommented, findVersions } from './passages.queries.ts';
import type { CommentInput } from './post-comment.queries.ts';

const searching = new URL('./passage-text.ts', import.meta.url);
/** Shorter texts, in characters, are searched in place: passing them to a thread would cost more. */
const minThreadedText = 100_000;

export const textChanged = (): AppError =>
  new AppError(
    'TEXT_CHANGED',
    'The author has changed this passage since you opened the chapter. Reload the page and select it again.',
  );

/** A passage of a chapter's current text, which is this version. */
export interface Passage extends FoundPassage {
  version: number;
}

/**
 * The paragraph and the quotation of a passage of a published chapter. Throws BAD_INPUT for a passage without text, and
 * TEXT_CHANGED for one that the current text no longer has (docs/product/comments.md#passages).
 */
export async function findPassage(
  { db, threads }: RequestContext,
  chapterId: string,
  storyId: string,
  { version, startOffset, endOffset }: NonNullable<CommentInput['passage']>,
): Promise<Passage> {
  const versions = await findVersions(db, chapterId, storyId, version);
  const marked = versions.find((one) => one.version === version);
  const current = versions.find(({ is_current }) => is_current);
  if (current === undefined || marked === undefined) throw textChanged();
  if (startOffset >= endOffset || endOffset > marked.content.length)
    throw badInput('passage', 'Please select some text.');
  const task: PassageToFind = { marked, current, startOffset, endOffset };
  const isLong = Math.max(marked.content.length, current.content.length) >= minThreadedText;
  const found = isLong
    ? ((await threads.run(searching, 'findPassageIn', task)) as FoundPassage | null)
    : findPassageIn(task);
  if (found === null) throw textChanged();
  return { ...found, version: current.version };
}

/** Carries the comments on a chapter's paragraphs over to its current text (docs/product/comments.md#passages). */
export async function carryComments(
  { threads }: Pick<AppContext, 'threads'>,
  tx: Db,
  chapterId: string,
): Promise<void> {
  const found = await findCommented(tx, chapterId);
  if (found === undefined) return;
  const task = { text: found.text, ids: found.paragraphs };
  const isLong = found.text.content.length >= minThreadedText;
  const texts = isLong
    ? ((await threads.run(searching, 'commentedTexts', task)) as CommentedText[])
    : commentedTexts(task);
  await carryOver(tx, chapterId, found.version, texts);
}
