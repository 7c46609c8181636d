import { type ChapterInput, emptyChapter, isSameText } from './chapter-input.ts';
import { DraftAutosave } from './draft-autosave.ts';
import type {
  DraftServer,
  DraftTurn,
  LocalDraftStore,
  PendingWrites,
  ServerDraft,
  StoredDrafts,
  Timers,
} from './draft-store.ts';
import { withOtherPage } from './draft-store.ts';

/** Timers that advance only through `pass`. */
class FakeTimers implements Timers {
  #now = Date.parse('2026-05-20T12:00:00Z');
  #due = new Map<number, { at: number; run: () => void }>();
  #next = 1;

  now(): number {
    return this.#now;
  }
  set(run: () => void, ms: number): unknown {
    this.#due.set(this.#next, { at: this.#now + ms, run });
    return this.#next++;
  }
  clear(timer: unknown): void {
    if (typeof timer === 'number') this.#due.delete(timer);
  }
  /** Advances the time by `ms`: runs due timers in order and lets promises settle in between. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await flushPromises();
      const [first] = [...this.#due].sort(([, a], [, b]) => a.at - b.at);
      if (first === undefined || first[1].at > end) break;
      this.#due.delete(first[0]);
      this.#now = Math.max(this.#now, first[1].at);
      first[1].run();
    }
    this.#now = end;
    await flushPromises();
  }
}

export const flushPromises = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
};

const device = 'laptop';

/** A device, a server and an author; the two stores outlive the pages. */
export class AutosaveFixture {
  readonly stored = new Map<string, StoredDrafts>();
  /** Without the copies that are written while a page is closing. */
  readonly #database = new Map<string, StoredDrafts>();
  readonly saved: ChapterInput;
  /** The version that a page opens with. */
  savedVersion: number | null = null;
  timers = new FakeTimers();
  page: ChapterInput;
  /** The server's drafts by chapter and device. */
  readonly drafts = new Map<string, ServerDraft>();
  serverState: 'available' | 'unavailable' | 'signed-out' | 'responses-lost' = 'available';
  deviceWorks = true;
  autosave: DraftAutosave;
  /** The text that the device or the server stored last. */
  lastStored: ChapterInput | null = null;
  /** The server's response time in milliseconds. */
  serverDelay = 0;
  /** The open page; a closed one cannot be read. */
  #open = {};
  #pages = 0;

  constructor(saved: ChapterInput = emptyChapter) {
    this.saved = saved;
    this.page = saved;
    this.autosave = this.newAutosave();
  }

  get #time(): string {
    return new Date(this.timers.now()).toISOString();
  }

  readonly localStore: LocalDraftStore = {
    read: async (key) => {
      const newest = structuredClone(this.stored.get(key) ?? null);
      return newest && withOtherPage(newest, this.#database.get(key) ?? null, newest.known ?? newest.turn);
    },
    write: async (key, drafts, known) => {
      if (!this.deviceWorks) throw new Error('The disk is full');
      const written = withOtherPage(drafts, this.#database.get(key) ?? null, known);
      this.#database.set(key, structuredClone(written));
      this.record(key, written);
      return written;
    },
    // A copy beside the database.
    writeSync: (key, drafts, known) => {
      if (this.deviceWorks) this.record(key, { ...drafts, known });
    },
  };

  private record(key: string, drafts: StoredDrafts): void {
    this.stored.set(key, structuredClone(drafts));
    if (drafts.current !== null) this.lastStored = drafts.current;
  }

  /** This device's newest draft on the server. */
  get onServer(): ServerDraft | null {
    return this.#ofDevice(device)[0] ?? null;
  }

  /** The unsaved texts that the author finds: the one on the page, if there is one, and those that are offered. */
  get texts(): string[] {
    const offers = this.autosave.view().offers.map(({ content }) => content);
    return isSameText(this.page, this.saved) ? offers : [this.page.content, ...offers];
  }

  /** What another device has on the server. */
  get ofPhone(): ServerDraft | null {
    return this.#ofDevice('phone')[0] ?? null;
  }

  #ofDevice(name: string): ServerDraft[] {
    return this.#newestFirst().filter((draft) => draft.device === name);
  }

  #newestFirst(): ServerDraft[] {
    return [...this.drafts.values()].toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  }

  readonly server: DraftServer = {
    list: async () => {
      if (this.serverState !== 'available') throw new Error('unavailable');
      return this.#newestFirst();
    },
    save: async ({ chapter, draft, input: text, baseVersion }) => {
      if (this.serverDelay > 0) await new Promise<void>((done) => this.timers.set(done, this.serverDelay));
      if (this.serverState === 'unavailable') return { kind: 'unavailable', retryAfterSeconds: null };
      if (this.serverState === 'signed-out') return { kind: 'signed-out' };
      const turn = this.#store(chapter, draft, text, baseVersion);
      if (turn === draft.turn) this.lastStored = text;
      return this.serverState === 'responses-lost'
        ? { kind: 'unavailable', retryAfterSeconds: null }
        : { kind: 'saved', turn };
    },
    discard: async (chapter, { device, turn }) => {
      if (this.serverState !== 'available') throw new Error('unavailable');
      const stored = this.drafts.get(`${chapter}/${device}`);
      if (stored !== undefined && stored.turn <= turn) this.drafts.delete(`${chapter}/${device}`);
    },
  };

  /** Stores a draft unless a later turn is stored; returns the stored turn. */
  #store(
    chapter: string,
    { device, turn }: DraftTurn,
    text: ChapterInput,
    baseVersion: number | null,
  ): number {
    const key = `${chapter}/${device}`;
    const before = this.drafts.get(key);
    if (before !== undefined && before.turn >= turn) return before.turn;
    this.drafts.set(key, { ...text, chapter, device, turn, baseVersion, updatedAt: this.#time });
    return turn;
  }

  /** Another device saves a draft of the page's chapter. */
  saveOnPhone(text: ChapterInput, baseVersion: number | null = null): void {
    const turn = (this.ofPhone?.turn ?? 0) + 1;
    this.#store(this.autosave.chapter, { device: 'phone', turn }, text, baseVersion);
  }

  newAutosave(): DraftAutosave {
    const { localStore, server, timers } = this;
    const page = {};
    this.#open = page;
    const read = () => (this.#open === page ? this.page : null);
    const put = (text: ChapterInput) => {
      this.page = text;
    };
    const options = { key: 'ann/story/new', device, localStore, server, timers, read, put };
    this.#pages += 1;
    return new DraftAutosave(options, {
      chapter: `chapter-${this.#pages}`,
      text: this.saved,
      version: this.savedVersion,
    });
  }

  type(content: string): void {
    this.page = { ...this.page, content };
    this.autosave.onInput();
  }

  /** The author goes to another page of the site; timers and pending requests continue. */
  leave(): PendingWrites {
    const pendingWrites = this.autosave.close();
    this.#open = {};
    return pendingWrites;
  }

  /** The editor opens again with the saved text. */
  async reopen(pendingWrites: PendingWrites): Promise<void> {
    this.page = this.saved;
    this.autosave = this.newAutosave();
    const opened = this.autosave.open(pendingWrites);
    await this.timers.pass(this.serverDelay);
    await opened;
  }

  /** The page disappears with its timers; the editor opens again with the saved text. */
  async reload(): Promise<void> {
    const now = this.timers.now();
    this.timers = new FakeTimers();
    await this.timers.pass(now - this.timers.now() + 1);
    this.page = this.saved;
    this.autosave = this.newAutosave();
    await this.autosave.open();
  }
}
