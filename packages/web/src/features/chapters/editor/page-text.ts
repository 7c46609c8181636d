import { type ChapterInput, isEmpty, isSameInput, pickInput } from './chapter-input.ts';
import type { StoredDraft } from './draft-store.ts';

/** The text on the page, beside the saved one that it began from. */
export class PageText {
  readonly #readPage: () => ChapterInput | null;
  readonly #now: () => number;
  #last: ChapterInput;
  #saved: ChapterInput;
  #baseVersion: number | null;
  #edits = 0;

  /** `here` tells what stands on the page, null once the page is gone; `now` the time in milliseconds. */
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
  /** The saved version that the text on the page began from. */
  get baseVersion(): number | null {
    return this.#baseVersion;
  }
  /** Whether the page holds text that is not saved. */
  get dirty(): boolean {
    return !isSameInput(this.read(), this.#saved);
  }
  /** How often something was typed. */
  get edits(): number {
    return this.#edits;
  }

  /** What stands on the page, or stood there last. */
  read(): ChapterInput {
    const readPage = this.#readPage();
    if (readPage !== null) this.#last = pickInput(readPage);
    return this.#last;
  }

  onEdit(): void {
    this.#edits += 1;
    this.read();
  }

  /** Another text is the saved one now. */
  setSaved(text: ChapterInput, version: number): void {
    this.#saved = pickInput(text);
    this.#baseVersion = version;
  }

  /** The page is given a text that began from this saved version, if that is known. */
  setBaseVersion(version: number | null): void {
    this.#baseVersion = version ?? this.#baseVersion;
  }

  now(): string {
    return new Date(this.#now()).toISOString();
  }

  /** What a device keeps of the page: nothing once it is saved. */
  unsaved(): StoredDraft | null {
    const input = this.read();
    return isSameInput(input, this.#saved)
      ? null
      : { ...pickInput(input), baseVersion: this.#baseVersion, keptAt: this.now() };
  }

  /** The text, if it would be lost otherwise: neither saved nor empty. */
  unsavedNonEmpty(): StoredDraft[] {
    const text = this.unsaved();
    return text === null || isEmpty(text) ? [] : [text];
  }
}
