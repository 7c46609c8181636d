import type { ChapterProgress } from '@inkling/contract/library';

/** Where a written page opens a chapter (screens/reading/place.ts). */
export interface WrittenPlace extends ChapterProgress {
  /** Whether the page's address leads there, not the reader's place. */
  isLinked: boolean;
  /** The reader's id, and the theme of their account. */
  reader: string;
  theme: string;
}

declare global {
  /** The text that the page's own script has placed, which is bundled apart from the app. */
  var placedText: HTMLElement | undefined;
}

let isAnew = false;

/** Whether the page's own script shows the reader's place in this text, or has in the one that this replaces. */
export const isPlaced = (text: HTMLElement): boolean =>
  globalThis.placedText === text || (isAnew && globalThis.placedText !== undefined);

/** Call before the text is rendered again: it then keeps its scroll offset. */
export function keepPlaced(): void {
  isAnew = true;
  setTimeout(() => {
    isAnew = false;
  });
}
