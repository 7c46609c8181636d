import type { ChapterInput } from './chapter-input.ts';
import { type DraftRef, draftsToOffer, isIncluded, type StoredDraft } from './local-drafts.ts';

interface Page {
  saved: ChapterInput;
  base: Pick<StoredDraft, 'chapter' | 'drafts'>;
}

/** Texts that the author can restore or discard. */
export class OfferedDrafts {
  readonly #page: () => Page;
  /** Texts that this device has set aside, and drafts of other devices. */
  aside: StoredDraft[] = [];
  #listed: StoredDraft[] = [];
  /** Both, newest first, without those that the page's text or another one includes. */
  all: StoredDraft[] = [];

  constructor(page: () => Page) {
    this.#page = page;
  }

  /** Replaces what this device has set aside, and what the server has listed. */
  set(aside: StoredDraft[], listed = this.#listed): void {
    const { saved, base } = this.#page();
    this.aside = draftsToOffer(aside, saved);
    this.#listed = listed;
    const others = listed.filter((draft) => !isIncluded([base, ...this.aside], draft));
    this.all = draftsToOffer([...this.aside, ...others], saved);
  }

  add(texts: readonly StoredDraft[]): void {
    this.set([...texts, ...this.aside]);
  }

  remove(offer: StoredDraft): void {
    const isOther = (text: StoredDraft): boolean => text !== offer;
    this.set(this.aside.filter(isOther), this.#listed.filter(isOther));
  }

  /** Whether the text of this device's draft on the server is one that was set aside, perhaps the only copy of it. */
  hasAside(chapter: string, own: DraftRef): boolean {
    return this.aside.some(
      (text) =>
        text.chapter === chapter &&
        text.drafts.some(({ device, updatedAt }) => device === own.device && updatedAt >= own.updatedAt),
    );
  }
}
