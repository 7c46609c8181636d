import { type ChapterInput, isEmpty, isSameText, pickInput } from './chapter-input.ts';
import type { DraftTurn, StoredDraft } from './draft-store.ts';

/** What the text on the page is based on. */
interface Base {
  chapter: string;
  baseVersion: number | null;
  drafts: DraftTurn[];
  /** When it was last edited. */
  keptAt: string;
}

/** The text on the page and the saved text it is based on. */
export class PageText {
  readonly #readPage: () => ChapterInput | null;
  readonly #now: () => number;
  #last: ChapterInput;
  #saved: ChapterInput;
  #base: Base;
  #edits = 0;

  /** `readPage` returns null once the page is unmounted; `now` is in milliseconds. */
  constructor(
    readPage: () => ChapterInput | null,
    now: () => number,
    saved: ChapterInput,
    base: { chapter: string; baseVersion: number | null },
  ) {
    this.#readPage = readPage;
    this.#now = now;
    this.#last = pickInput(saved);
    this.#saved = pickInput(saved);
    this.#base = { ...base, drafts: [], keptAt: this.now() };
  }

  get saved(): ChapterInput {
    return this.#saved;
  }
  /** The chapter's id, or the id that the new chapter will have. */
  get chapter(): string {
    return this.#base.chapter;
  }
  /** The saved version that the text on the page is based on. */
  get baseVersion(): number | null {
    return this.#base.baseVersion;
  }
  /** The drafts of other devices that the text on the page includes. */
  get drafts(): DraftTurn[] {
    return this.#base.drafts;
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
    this.#base = { ...this.#base, keptAt: this.now() };
    this.read();
  }

  /** Sets the saved text. */
  setSaved(text: ChapterInput, version: number): void {
    this.#saved = pickInput(text);
    this.#base = { ...this.#base, baseVersion: version, drafts: [] };
  }

  /** The page gets this draft's text. An unknown base version leaves the page's. */
  setBase({ chapter, baseVersion, drafts, keptAt }: Base): void {
    this.#base = { chapter, baseVersion: baseVersion ?? this.#base.baseVersion, drafts, keptAt };
  }

  /** A draft with the page's published switch: its chapter may have been published or unpublished since. */
  withSwitch(draft: StoredDraft): StoredDraft {
    return this.baseVersion === null ? draft : { ...draft, isPublished: this.read().isPublished };
  }

  now(): string {
    return new Date(this.#now()).toISOString();
  }

  /** The draft to store on the device; null if the text is saved. */
  unsaved(): StoredDraft | null {
    const input = this.read();
    return isSameText(input, this.#saved) ? null : { ...pickInput(input), ...this.#base };
  }

  /** The page's text, if it is neither saved nor empty. */
  unsavedNonEmpty(): StoredDraft[] {
    const text = this.unsaved();
    return text === null || isEmpty(text) ? [] : [text];
  }
}
