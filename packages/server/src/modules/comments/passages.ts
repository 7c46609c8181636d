import { AppError } from '../../platform/app-error.ts';
import type { RequestContext } from '../../platform/context.ts';
import { findPassageIn, type Passage, type PassageToFind } from './passage-text.ts';
import { findVersions } from './passages.queries.ts';

const worker = new URL('./passage-text.worker.ts', import.meta.url);
/** Shorter texts, in characters, are searched in place: passing them to a thread would cost more. */
const minThreadedText = 100_000;

/** A passage as the page sends it: offsets in the content of a version. */
export interface SentPassage {
  version: number;
  startOffset: number;
  endOffset: number;
}

export const textChanged = (): AppError =>
  new AppError(
    'TEXT_CHANGED',
    'The author has changed this passage since you opened the chapter. Reload the page and select it again.',
  );

/**
 * The paragraph and the quotation of a passage of a published chapter. Throws BAD_INPUT for a passage without text, and
 * TEXT_CHANGED for one that the current text no longer has (docs/product/comments.md#passages).
 */
export async function findPassage(
  { db, threads }: RequestContext,
  chapter: { id: string; story_id: string },
  { version, startOffset, endOffset }: SentPassage,
): Promise<Passage> {
  const { marked, current } = await findVersions(db, chapter, version);
  if (current === undefined || marked === undefined) throw textChanged();
  if (startOffset >= endOffset || endOffset > marked.content.length) {
    const message = 'Please select some text.';
    throw new AppError('BAD_INPUT', message, { fields: [{ path: 'passage', message }] });
  }
  const task: PassageToFind = {
    marked,
    current: marked === current ? null : current,
    startOffset,
    endOffset,
  };
  const isLong = marked.content.length + (task.current?.content.length ?? 0) >= minThreadedText;
  const found = isLong
    ? ((await threads.run(worker, 'findPassageIn', task)) as Passage | null)
    : findPassageIn(task);
  if (found === null) throw textChanged();
  return found;
}
