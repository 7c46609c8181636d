import { type ChapterInput, isEmpty, isSameText, pickInput } from './chapter-input.ts';
import type { StoredDraft } from './draft-store.ts';

/** The text on the page and the saved text it is based on. */
export class PageText {
  readonly #readPage: () => ChapterInput | null;
  readonly #now: () => number;
  #last: ChapterInput;
  #saved: ChapterInput;
  #baseVersion: number | null;
  #edits = 0;

  /** `readPage` returns null once the page is unmounted; `now` is in milliseconds. */
  constructor(
    readPage: () => ChapterInput | null,
    now: () => number,
    saved: ChapterInput,
    version: number | null,
  ) {
    this.#readPage = readPage;
    this.#now = now;
    this.#last = pickInput(saved);
    this.#saved = pickInput(saved);
    this.#baseVersion = version;
  }

  get saved(): ChapterInput {
    return this.#saved;
  }
  /** The saved version that the text on the page is based on. */
  get baseVersion(): number | null {
    return this.#baseVersion;
  }
  /** Whether the page has unsaved text. */
  get dirty(): boolean {
    return !isSameText(this.read(), this.#saved);
  }
  /** The number of input events. */
  get edits(): number {
    return this.#edits;
  }

  /** The text on the page, or the last one before it was unmounted. */
  read(): ChapterInput {
    const readPage = this.#readPage();
    if (readPage !== null) this.#last = pickInput(readPage);
    return this.#last;
  }

  onEdit(): void {
    this.#edits += 1;
    this.read();
  }

  /** Sets the saved text. */
  setSaved(text: ChapterInput, version: number): void {
    this.#saved = pickInput(text);
    this.#baseVersion = version;
  }

  /** Sets the saved version that the page's new text is based on, if it is known. */
  setBaseVersion(version: number | null): void {
    this.#baseVersion = version ?? this.#baseVersion;
  }

  now(): string {
    return new Date(this.#now()).toISOString();
  }

  /** The draft to store on the device; null if the text is saved. */
  unsaved(): StoredDraft | null {
    const input = this.read();
    return isSameText(input, this.#saved)
      ? null
      : { ...pickInput(input), baseVersion: this.#baseVersion, keptAt: this.now() };
  }

  /** The page's text, if it is neither saved nor empty. */
  unsavedNonEmpty(): StoredDraft[] {
    const text = this.unsaved();
    return text === null || isEmpty(text) ? [] : [text];
  }
}
