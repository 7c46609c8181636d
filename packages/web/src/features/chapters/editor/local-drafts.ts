import { type ChapterInput, emptyChapter, isEmpty, isSameText, pickInput } from './chapter-input.ts';
import {
  type DraftTurn,
  type LocalDraftStore,
  noDrafts,
  type ServerDraft,
  type StoredDraft,
  type StoredDrafts,
} from './draft-store.ts';

const maxOffers = 10;
/** The start of turns, in seconds: they are seconds, so that they increase even if the last ones were not stored. */
const turnsBegin = Date.UTC(2020, 0, 1) / 1000;

/** Converts a server draft to its stored form. */
export const toStoredDraft = (draft: ServerDraft): StoredDraft => ({
  ...pickInput(draft),
  chapter: draft.chapter,
  baseVersion: draft.baseVersion,
  keptAt: draft.updatedAt,
  drafts: [{ device: draft.device, turn: draft.turn }],
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

/** What a page stores: if another page has written a later turn than `known`, its texts are set aside. */
export function withOtherPage(
  drafts: StoredDrafts,
  stored: StoredDrafts | null,
  known: number,
): StoredDrafts {
  if (stored === null || stored.turn <= known) return drafts;
  const others = [...(stored.current === null ? [] : [stored.current]), ...stored.aside];
  return {
    ...drafts,
    turn: Math.max(drafts.turn, stored.turn + 1),
    aside: draftsToOffer([...drafts.aside, ...others], drafts.current ?? emptyChapter),
    handled: { ...stored.handled, ...drafts.handled },
  };
}

const nameOf = (chapter: string, { device }: DraftTurn): string => `${chapter}/${device}`;

/** The newest turn of a draft on the server that a device has handled. */
export const handledIn = (
  { handled = {} }: Partial<StoredDrafts>,
  chapter: string,
  draft: DraftTurn,
): number | undefined => handled[nameOf(chapter, draft)];

/** The drafts of one chapter on this device; writes run one at a time, and the newest wins. */
export class LocalDrafts {
  readonly #store: LocalDraftStore;
  readonly #now: () => number;
  #key: string;
  #drafts: StoredDrafts = noDrafts;
  #opened = false;
  #writeQueue: Promise<void> = Promise.resolve();
  #pendingCount = 0;
  /** The turn of the last write that was queued or read. */
  #lastWrite = 0;
  /** The turn in the database that this page has read or written last. */
  #known = 0;
  #openedTurn = 0;

  /** `now` is in milliseconds. */
  constructor(store: LocalDraftStore, key: string, now: () => number) {
    this.#store = store;
    this.#key = key;
    this.#now = now;
  }

  get aside(): StoredDraft[] {
    return this.#drafts.aside;
  }
  get current(): StoredDraft | null {
    return this.#drafts.current;
  }
  /** The turn of the stored drafts that `open` has read. */
  get openedTurn(): number {
    return this.#openedTurn;
  }
  get turn(): number {
    return this.#drafts.turn;
  }
  get opened(): boolean {
    return this.#opened;
  }
  /** Whether a write is in progress. */
  get busy(): boolean {
    return this.#pendingCount > 0;
  }

  /** Reads the stored drafts. `chapter` is that of texts stored before drafts had one. */
  async open(saved: ChapterInput, chapter: string): Promise<void> {
    const stored = { ...noDrafts, ...(await this.#store.read(this.#key).catch(() => null)) };
    const complete = (text: StoredDraft): StoredDraft => ({
      ...text,
      chapter: text.chapter ?? chapter,
      drafts: text.drafts ?? [],
    });
    this.#drafts = {
      ...stored,
      current: stored.current && complete(stored.current),
      aside: draftsToOffer(stored.aside.map(complete), saved),
    };
    this.#lastWrite = stored.turn;
    this.#known = stored.turn;
    this.#openedTurn = stored.turn;
    this.#opened = true;
  }

  change(changes: Partial<Omit<StoredDrafts, 'turn' | 'handled'>>): void {
    this.#drafts = { ...this.#drafts, ...changes };
  }

  /** Whether this device has offered or deleted this draft before. */
  isHandled(chapter: string, draft: DraftTurn): boolean {
    return draft.turn <= (handledIn(this.#drafts, chapter, draft) ?? 0);
  }

  setHandled(chapter: string, draft: DraftTurn): void {
    const handled = { ...this.#drafts.handled, [nameOf(chapter, draft)]: draft.turn };
    this.#drafts = { ...this.#drafts, handled };
  }

  /** The next turn, which is later than every earlier one and `after`. */
  nextTurn(after = 0): number {
    const { turn } = this.#drafts;
    const seconds = Math.floor(this.#now() / 1000) - turnsBegin;
    this.#drafts = { ...this.#drafts, turn: Math.max(turn + 1, after + 1, seconds) };
    return this.#drafts.turn;
  }

  /** Resolves to whether the drafts were stored. Writes nothing before `open` has read the stored ones. */
  async write(): Promise<boolean> {
    if (!this.#opened) return false;
    const turn = this.nextTurn();
    this.#lastWrite = turn;
    let written = true;
    this.#pendingCount += 1;
    this.#writeQueue = this.#writeQueue.then(async () => {
      // A later write is queued and includes this one.
      if (turn !== this.#lastWrite) return;
      const drafts = this.#drafts;
      this.#lastWrite = drafts.turn;
      try {
        const inDatabase = await this.#store.write(this.#key, drafts, this.#known);
        if (inDatabase === null) return;
        this.#known = inDatabase.turn;
        if (inDatabase !== drafts)
          this.#drafts = withOtherPage(this.#drafts, { ...inDatabase, current: null }, 0);
      } catch {
        written = false;
      }
    });
    await this.#writeQueue;
    this.#pendingCount -= 1;
    return written;
  }

  /** Writes; resolves to whether the texts that are set aside, which only this device has, are stored. */
  async writeAside(): Promise<boolean> {
    return (await this.write()) || this.aside.length === 0;
  }

  /** Writes for a closed page, unless another page of the same chapter has written since. */
  async writeIfNewest(): Promise<void> {
    await this.#writeQueue;
    const stored = await this.#store.read(this.#key).catch(() => null);
    if ((stored?.turn ?? 0) <= this.#lastWrite) await this.write();
  }

  /** Writes synchronously, because the page may close. */
  writeSync(): void {
    if (!this.#opened) return;
    const known = Math.max(this.#known, this.#lastWrite);
    this.#lastWrite = this.nextTurn();
    this.#store.writeSync(this.#key, this.#drafts, known);
  }

  /** Switches to another key. Offers stay under the old one; texts that the other has already are set aside. */
  async moveTo(key: string): Promise<void> {
    const { current, turn } = this.#drafts;
    const old = this.#key;
    await this.#writeQueue;
    const remaining = { ...this.#drafts, turn: this.nextTurn(), current: null };
    const known = this.#known;
    this.#key = key;
    this.#known = 0;
    this.#drafts = { ...noDrafts, turn, current };
    await this.write();
    await this.#store.write(old, remaining, known).catch(() => undefined);
  }
}
