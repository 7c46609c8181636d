import { newId } from '@inkling/contract/new-id';
import type { DBSchema, IDBPDatabase } from 'idb';
import { browserDatabase } from '../../../lib/indexed-db.ts';
import { clearStored, storedKeys as storageKeys } from '../../../lib/stored-input.ts';
import { type ChapterInput, emptyChapter, isEmpty, isSameText } from './chapter-input.ts';

/** A draft on the server: a device's text as it was typed at that time (an ISO date). */
export interface DraftRef {
  device: string;
  updatedAt: string;
}

/** Unsaved text of a chapter. */
export interface StoredDraft extends ChapterInput {
  /** The chapter's id, or the id that a new chapter will have. */
  chapter: string;
  /** The saved version it is based on. */
  baseVersion: number | null;
  /** When it was typed, as an ISO date. */
  keptAt: string;
  /** The drafts on the server that this text includes: they are deleted when it is saved or discarded. */
  drafts: DraftRef[];
}

/** What a page stores for its chapter. */
export interface PageDrafts {
  /** This device's drafts on the server that were typed up to this time are older than what is stored here. */
  keptAt: string;
  /** The text being typed. */
  current: StoredDraft | null;
  /** Texts that the author can restore or discard. */
  aside: StoredDraft[];
}

/** What is stored: with the page that has written it, the number of that write, and the writes that the page had read. */
interface StoredDrafts extends PageDrafts {
  page: string;
  write: number;
  follows: string[];
}

/** 'leaving': the browser may close the page before the database has the text. 'closed': the page is no longer shown. */
export type WriteTime = 'open' | 'leaving' | 'closed';

/** A table of the browser's database. */
export interface DraftTable {
  get(key: string): Promise<unknown>;
  /** Replaces the stored value, in one transaction. */
  update(key: string, change: (before: unknown) => unknown): Promise<void>;
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const maxOffers = 10;
const prefix = 'draft:';
/** Local storage is small; larger drafts are stored only in the database. */
const maxStorageCharacters = 1_000_000;
/** Browsers sometimes never answer. The text then goes into local storage, or the page says that it is not stored. */
const maxWaitMs = 10_000;

/** Identifies the user, the story and the chapter. */
export const draftKey = (userId: string, storyId: string, slot: string): string =>
  `${userId}/${storyId}/${slot}`;

/** The texts to offer, newest first, without duplicates, empty texts and the saved one. */
export function draftsToOffer(texts: readonly StoredDraft[], saved: ChapterInput): StoredDraft[] {
  const offers: StoredDraft[] = [];
  for (const text of texts.toSorted((a, b) => b.keptAt.localeCompare(a.keptAt))) {
    const known = isSameText(text, saved) || offers.some((offer) => isSameText(offer, text));
    if (!known && !isEmpty(text)) offers.push(text);
  }
  return offers.slice(0, maxOffers);
}

/** Whether one of these texts includes a draft of the server as it was typed at its time. */
export const isIncluded = (
  texts: readonly Pick<StoredDraft, 'chapter' | 'drafts'>[],
  draft: StoredDraft,
): boolean =>
  draft.drafts.every(({ device, updatedAt }) =>
    texts.some(
      ({ chapter, drafts }) =>
        chapter === draft.chapter &&
        drafts.some((included) => included.device === device && included.updatedAt >= updatedAt),
    ),
  );

interface Tables extends DBSchema {
  drafts: { key: string; value: unknown };
}

const open = browserDatabase<Tables>('inkling-writing', (database) => {
  database.createObjectStore('drafts');
});

function inDatabase<T>(work: (database: IDBPDatabase<Tables>) => Promise<T>): Promise<T> {
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, maxWaitMs));
  return Promise.race([timeout, open().then(work)]);
}

const browserTable: DraftTable = {
  get: (key) => inDatabase((database) => database.get('drafts', key)),
  update: (key, change) =>
    inDatabase(async (database) => {
      const { store, done } = database.transaction('drafts', 'readwrite');
      await Promise.all([store.get(key).then((before) => store.put(change(before), key)), done]);
    }),
};

const draftsOrNull = (value: unknown): StoredDrafts | null =>
  typeof value === 'object' && value !== null && 'page' in value ? (value as StoredDrafts) : null;

const nameOf = ({ page, write }: StoredDrafts): string => `${page}/${write}`;

const textsOf = ({ current, aside }: PageDrafts): StoredDraft[] => [
  ...(current === null ? [] : [current]),
  ...aside,
];

/** These drafts with more texts set aside. */
const withAside = (drafts: StoredDrafts, texts: readonly StoredDraft[]): StoredDrafts => ({
  ...drafts,
  aside: draftsToOffer([...drafts.aside, ...texts], drafts.current ?? emptyChapter),
});

/**
 * One page's access to the drafts of a chapter on this device. They are in IndexedDB; in local storage if there is no
 * database, and while a page is closing. A page never overwrites what another one has written and it has not read.
 */
export class LocalDrafts {
  readonly key: string;
  readonly #table: DraftTable;
  readonly #storage: () => DraftStorage;
  readonly #page = newId(Date.now());
  #writes = 0;
  #read: string[] = [];
  /** Texts of other pages that writes have found, and whether the page has them: its next write contains them. */
  #found: StoredDraft[] = [];
  #isHandedOver = true;

  constructor(key: string, table = browserTable, storage: () => DraftStorage = () => localStorage) {
    this.key = key;
    this.#table = table;
    this.#storage = storage;
  }

  async read(): Promise<PageDrafts | null> {
    // First, since a write of another page deletes it once the database has its text.
    const copy = this.#copy();
    const stored = await this.#table.get(this.key).then(draftsOrNull, () => null);
    this.#read = [stored, copy].flatMap((drafts) => (drafts === null ? [] : [nameOf(drafts)]));
    if (stored === null || copy === null || nameOf(stored) === nameOf(copy)) return stored ?? copy;
    const [newer, older] = copy.keptAt < stored.keptAt ? [stored, copy] : [copy, stored];
    const isLater = newer.page === older.page || newer.follows.includes(nameOf(older));
    return isLater ? newer : withAside(newer, textsOf(older));
  }

  /** Throws if nothing can be stored. Resolves to the texts of other pages that were set aside. */
  async write(drafts: PageDrafts, time: WriteTime = 'open'): Promise<StoredDraft[]> {
    this.#writes += 1;
    if (this.#isHandedOver) this.#found = [];
    const own = { ...drafts, page: this.#page, write: this.#writes, follows: this.#read };
    if (time === 'leaving') {
      try {
        this.#writeCopy(own, time);
      } catch {
        // Storage is full or too small. The database usually still gets the text.
      }
    }
    try {
      await this.#table.update(this.key, (before) => this.#over(own, draftsOrNull(before), time));
      this.#dropCopy(own);
    } catch {
      this.#writeCopy(own, time);
    }
    this.#isHandedOver = true;
    return this.#found;
  }

  /** What to store over `before`. A closed page does not write over a later one. */
  #over(own: StoredDrafts, before: StoredDrafts | null, time: WriteTime): StoredDrafts {
    const isOther = before !== null && before.page !== this.#page && !own.follows.includes(nameOf(before));
    if (isOther && time === 'closed') return before;
    if (isOther) {
      this.#found = draftsToOffer([...this.#found, ...textsOf(before)], own.current ?? emptyChapter);
      this.#isHandedOver = false;
    }
    return this.#found.length === 0 ? own : withAside(own, this.#found);
  }

  #copy(): StoredDrafts | null {
    try {
      return draftsOrNull(JSON.parse(this.#storage().getItem(prefix + this.key) ?? 'null'));
    } catch {
      return null;
    }
  }

  #writeCopy(own: StoredDrafts, time: WriteTime): void {
    const text = JSON.stringify(this.#over(own, this.#copy(), time));
    if (text.length > maxStorageCharacters) throw new Error('Too large for local storage');
    this.#storage().setItem(prefix + this.key, text);
  }

  /** Deletes the copy that this write includes, such as that of a page that was hidden and came back. */
  #dropCopy({ write, follows }: StoredDrafts): void {
    const copy = this.#copy();
    if (copy === null) return;
    if (copy.page === this.#page ? copy.write <= write : follows.includes(nameOf(copy)))
      this.#storage().removeItem(prefix + this.key);
  }
}

/** The beginning of the keys of a user's drafts. */
const userPrefix = (userId: string): string => draftKey(userId, '', '').slice(0, -1);

const keysWith = (start: string): IDBKeyRange => IDBKeyRange.bound(start, `${start}\uffff`);

/** Deletes every draft of a user on this device. */
export async function clearDrafts(userId: string): Promise<void> {
  const start = userPrefix(userId);
  clearStored(prefix + start);
  await inDatabase((database) => database.delete('drafts', keysWith(start))).catch(() => undefined);
}

/** The keys of a user's drafts on this device, in the database and in local storage, which may each have some. */
export async function storedKeys(userId: string): Promise<Set<string>> {
  const start = userPrefix(userId);
  const stored = await inDatabase((database) => database.getAllKeys('drafts', keysWith(start))).catch(
    () => [],
  );
  return new Set([...stored, ...storageKeys(prefix + start).map((key) => key.slice(prefix.length))]);
}
