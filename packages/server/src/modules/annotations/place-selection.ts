import { annotationLimits } from '@inkling/contract/limits';
import { AppError, badInput } from '../../platform/app-error.ts';
import type { RequestContext } from '../../platform/context.ts';
import { findAgain, findSelected, findText, type Passage } from '../chapters/index.ts';
import type { ReadableText } from './annotations.queries.ts';

/** What a reader has selected, as their browser sees it. */
export interface Selection {
  /** The current one by default. */
  version?: number | undefined;
  selectedText: string;
  startOffset: number;
  endOffset: number;
}

const textChanged = (): AppError =>
  new AppError(
    'TEXT_CHANGED',
    'The author has changed this passage since you opened the chapter. Reload the page and select it again.',
  );

/**
 * Where a selection is in the current text of a chapter. One of the current version is at its offsets, or where the text
 * has its words exactly once. One of an older version is carried over word for word, as stored annotations are; equal
 * words elsewhere may be others. Without the text of its version, nothing shows which words were meant.
 *
 * @throws AppError TEXT_CHANGED if it is not there
 */
export async function placeSelection(
  ctx: RequestContext,
  text: ReadableText,
  selection: Selection,
): Promise<Passage> {
  const { version, content, older } = text;
  const { version: selectedVersion = version, ...selected } = selection;
  const passage = await place();
  if (passage === null) throw textChanged();
  if (passage.selectedText.length <= annotationLimits.selection) return passage;
  const max = annotationLimits.selection.toLocaleString('en');
  throw badInput('selectedText', `Please select at most ${max} characters.`);

  async function place(): Promise<Passage | null> {
    if (selectedVersion === version) {
      const found = await findSelected(ctx, { content, ...selected });
      return found ?? findText(ctx, { content, text: selection.selectedText });
    }
    const before = older && (await findSelected(ctx, { content: older.content, ...selected }));
    if (older === null || before === null) return null;
    const next = { content, paragraph_ids: text.paragraph_ids ?? '{}' };
    const passages = [{ start: before.start, end: before.end, original: null }];
    const [carried = null] = await findAgain(ctx, { old: older, next, passages });
    // A new annotation is made only on exactly the words that the reader saw.
    return carried?.isSame ? carried : null;
  }
}
