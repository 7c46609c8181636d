import type { Chapter } from '@inkling/contract/chapters';
import { sharingLimits } from '@inkling/contract/limits';
import { type Passage, withPassage } from '@inkling/contract/passage-link';
import type { CallResponse } from '../../lib/api.ts';
import { showError, showSuccess } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { getQueryClient } from '../../lib/query.ts';
import { chapterQuery } from '../chapters/chapters.api.ts';

const wordsAtEnds = 6;
const maxWords = 2 * wordsAtEnds + 4;

/** Characters with a meaning in a text fragment; encodeURIComponent leaves the hyphen. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D');

/**
 * The directive that lets a browser find and mark a text by its words (https://wicg.github.io/scroll-to-text-fragment):
 * a long text by its first and last ones. Empty where the browser does not know it.
 */
function textFragment(text: string): string {
  if (!('fragmentDirective' in document)) return '';
  const words = text
    .toWellFormed()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return '';
  const isShort = words.length <= maxWords && !text.includes('\n');
  const [first, last] = [words.slice(0, wordsAtEnds), words.slice(-wordsAtEnds)];
  const directive =
    isShort || words.length <= 2 * wordsAtEnds
      ? encode(words.join(' '))
      : `${encode(first.join(' '))},${encode(last.join(' '))}`;
  return `#:~:text=${directive}`;
}

/** The passage between two offsets in a chapter's content, as a link names it; null if there is no paragraph. */
export function linkedPassage(
  { content, paragraphIds, version }: Pick<Chapter, 'content' | 'paragraphIds' | 'version'>,
  startOffset: number,
  endOffset: number,
): Passage | null {
  let beginning = 0;
  for (const [index, line] of content.split('\n').entries()) {
    const end = beginning + line.length;
    const paragraph = paragraphIds[index] ?? null;
    if (startOffset <= end && paragraph !== null) {
      const from = Math.max(0, startOffset - beginning);
      const to = endOffset - beginning;
      return to > from ? { version, paragraph, from, to } : null;
    }
    beginning = end + 1;
  }
  return null;
}

export interface SharedSelection {
  storyId: string;
  chapterId: string;
  /** The version of the text that the offsets count in. */
  version: number;
  /** In UTF-16 units of the chapter's content. */
  startOffset: number;
  endOffset: number;
  /** What readers see of it, without marks. */
  text: string;
  /** The story's title. */
  title: string;
}

const cachedChapter = (chapterId: string): Chapter | undefined =>
  getQueryClient().getQueryData<CallResponse<'GET /chapters/{id}'>>(chapterQuery(chapterId).queryKey)?.data;

/** The link of a passage; of its chapter if the page no longer has the text that was selected. */
export function passageLink({ storyId, chapterId, version, startOffset, endOffset, text }: SharedSelection) {
  const chapter = cachedChapter(chapterId);
  const passage = chapter?.version === version ? linkedPassage(chapter, startOffset, endOffset) : null;
  const path = paths.storyChapter(storyId, chapterId);
  return location.origin + (passage === null ? path : withPassage(path, passage) + textFragment(text));
}

/** The text for a message: a long one is cut at the end of a word. */
function quotation(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= sharingLimits.quote) return `“${flat}”`;
  const cut = flat.slice(0, sharingLimits.quote);
  const end = cut.lastIndexOf(' ');
  return `“${cut.slice(0, end > 0 ? end : cut.length).toWellFormed()}…”`;
}

/** Opens the device's share sheet; false if there is none or it does not open. A reader who closes it has decided. */
async function openShareSheet(data: ShareData): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Shares a passage with a link to it: through the device's share sheet, else through the clipboard, else in a dialog with
 * the link (docs/product/sharing.md#sharing). Call it in the handler of a click or a key, as browsers demand.
 */
export async function sharePassage(selection: SharedSelection): Promise<void> {
  const url = passageLink(selection);
  const text = quotation(selection.text);
  if (await openShareSheet({ title: selection.title, text, url })) return;
  if (await copy(`${text}\n${url}`)) return showSuccess('Copied the passage and its link.');
  try {
    const { openLinkDialog } = await import('./link-dialog.tsx');
    openLinkDialog(url);
  } catch {
    showError('The passage couldn’t be shared. Check your connection and try again.');
  }
}
