import { type ChapterInput, isEmpty, isSameText, pickInput } from './chapter-input.ts';
import {
  type LocalDraftStore,
  noDrafts,
  type ServerDraft,
  type StoredDraft,
  type StoredDrafts,
} from './draft-store.ts';

const maxOffers = 10;

/** Converts a server draft to its stored form. */
export const toStoredDraft = (draft: ServerDraft): StoredDraft => ({
  ...pickInput(draft),
  baseVersion: draft.baseVersion,
  keptAt: draft.updatedAt,
});

/** The texts to offer, newest first, without duplicates, empty texts and the saved one. */
export function draftsToOffer(texts: StoredDraft[], saved: ChapterInput): StoredDraft[] {
  const offers: StoredDraft[] = [];
  for (const text of texts.toSorted((a, b) => b.keptAt.localeCompare(a.keptAt))) {
    const known = isSameText(text, saved) || offers.some((offer) => isSameText(offer, text));
    if (!known && !isEmpty(text)) offers.push(text);
  }
  return offers.slice(0, maxOffers);
}

/** The drafts of one chapter on this device; writes run one at a time, and the newest wins. */
export class LocalDrafts {
  readonly #store: LocalDraftStore;
  #key: string;
  #drafts: StoredDrafts = noDrafts;
  #opened = false;
  #writeQueue: Promise<void> = Promise.resolve();
  #pendingCount = 0;

  constructor(store: LocalDraftStore, key: string) {
    this.#store = store;
    this.#key = key;
  }

  get aside(): StoredDraft[] {
    return this.#drafts.aside;
  }
  get seen(): string | null {
    return this.#drafts.seen;
  }
  get opened(): boolean {
    return this.#opened;
  }
  get hasCurrent(): boolean {
    return this.#drafts.current !== null;
  }
  /** Whether a write is in progress. */
  get busy(): boolean {
    return this.#pendingCount > 0;
  }

  /** Reads the stored drafts; the last current text becomes an offer. */
  async open(saved: ChapterInput): Promise<void> {
    const stored = (await this.#store.read(this.#key).catch(() => null)) ?? noDrafts;
    const texts = stored.current === null ? stored.aside : [stored.current, ...stored.aside];
    this.#drafts = { ...stored, current: null, aside: draftsToOffer(texts, saved) };
    this.#opened = true;
  }

  change(changes: Partial<Omit<StoredDrafts, 'turn'>>): void {
    this.#drafts = { ...this.#drafts, ...changes };
  }

  /** Adds the server's draft to the offers, unless this device has handled it before. */
  addServerDraft(draft: ServerDraft, saved: ChapterInput): void {
    const { seen, aside } = this.#drafts;
    const isNew = seen === null || draft.updatedAt > seen;
    this.change({
      seen: draft.updatedAt,
      aside: isNew ? draftsToOffer([...aside, toStoredDraft(draft)], saved) : aside,
    });
  }

  /** Resolves to whether the drafts were stored. Writes nothing before `open` has read the stored ones. */
  async write(): Promise<boolean> {
    if (!this.#opened) return false;
    this.#drafts = { ...this.#drafts, turn: this.#drafts.turn + 1 };
    const { turn } = this.#drafts;
    let written = true;
    this.#pendingCount += 1;
    this.#writeQueue = this.#writeQueue.then(async () => {
      // A later write is queued and includes this one.
      if (turn !== this.#drafts.turn) return;
      await this.#store.write(this.#key, this.#drafts).catch(() => {
        written = false;
      });
    });
    await this.#writeQueue;
    this.#pendingCount -= 1;
    return written;
  }

  /** Writes for a closed page, unless another page of the same chapter has written since. */
  async writeIfNewest(): Promise<void> {
    await this.#writeQueue;
    if (!(await this.#isNewest(this.#key))) return;
    await this.write();
  }

  /** Writes synchronously, because the page may close. */
  writeSync(): void {
    if (!this.#opened) return;
    this.#drafts = { ...this.#drafts, turn: this.#drafts.turn + 1 };
    this.#store.writeSync(this.#key, this.#drafts);
  }

  /** Switches to another key. Offers stay under the old one. */
  async moveTo(key: string): Promise<void> {
    const { current } = this.#drafts;
    const old = this.#key;
    await this.#writeQueue;
    const remaining = { ...this.#drafts, turn: this.#drafts.turn + 1, current: null };
    const stored = (await this.#store.read(key).catch(() => null)) ?? noDrafts;
    this.#key = key;
    this.#drafts = { ...stored, current, aside: [] };
    await this.write();
    if (await this.#isNewest(old, remaining.turn))
      await this.#store.write(old, remaining).catch(() => undefined);
  }

  /** Whether no other page has written under this key since. */
  async #isNewest(key: string, turn = this.#drafts.turn): Promise<boolean> {
    const stored = await this.#store.read(key).catch(() => null);
    return (stored?.turn ?? 0) <= turn;
  }
}
