import { type ChapterInput, isEmpty, isSameInput, plain } from './chapter-input.ts';
import type { StoredDraft } from './draft-store.ts';

/** The text on the page, beside the saved one that it began from. */
export class PageText {
  readonly #here: () => ChapterInput | null;
  readonly #now: () => number;
  #last: ChapterInput;
  #saved: ChapterInput;
  #baseVersion: number | null;
  #edits = 0;

  /** `here` tells what stands on the page, null once the page is gone; `now` the time in milliseconds. */
  constructor(
    here: () => ChapterInput | null,
    now: () => number,
    saved: ChapterInput,
    version: number | null,
  ) {
    this.#here = here;
    this.#now = now;
    this.#last = plain(saved);
    this.#saved = plain(saved);
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
    const here = this.#here();
    if (here !== null) this.#last = plain(here);
    return this.#last;
  }

  edited(): void {
    this.#edits += 1;
    this.read();
  }

  /** Another text is the saved one now. */
  adopt(text: ChapterInput, version: number): void {
    this.#saved = plain(text);
    this.#baseVersion = version;
  }

  /** The page is given a text that began from this saved version, if that is known. */
  beginFrom(version: number | null): void {
    this.#baseVersion = version ?? this.#baseVersion;
  }

  now(): string {
    return new Date(this.#now()).toISOString();
  }

  /** What a device keeps of the page: nothing once it is saved. */
  unsaved(): StoredDraft | null {
    const typed = this.read();
    return isSameInput(typed, this.#saved)
      ? null
      : { ...plain(typed), baseVersion: this.#baseVersion, keptAt: this.now() };
  }

  /** The text, if it would be lost otherwise: neither saved nor empty. */
  worthKeeping(): StoredDraft[] {
    const text = this.unsaved();
    return text === null || isEmpty(text) ? [] : [text];
  }
}
