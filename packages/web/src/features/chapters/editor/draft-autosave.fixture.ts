import type { Draft } from '@inkling/contract/chapters';
import type { Timers } from './autosave-timers.ts';
import { type ChapterInput, emptyChapter, isSameText } from './chapter-input.ts';
import { DraftAutosave } from './draft-autosave.ts';
import { type DraftTable, LocalDrafts, type PageDrafts } from './local-drafts.ts';
import { DraftError, type DraftServer, inOrder, type SentDraft } from './server-drafts.ts';

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
  /** The device's clock is set back; timers are not affected. */
  setBack(ms: number): void {
    this.#now -= ms;
    for (const due of this.#due.values()) due.at -= ms;
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

const key = 'ann/story/new';
let queues = 0;

/** A device, a server and an author; what they store outlives the pages. */
export class AutosaveFixture {
  readonly #database = new Map<string, PageDrafts>();
  readonly #storage = new Map<string, string>();
  #queue = `queue ${++queues}`;
  readonly saved: ChapterInput;
  /** The version that a page opens with. */
  savedVersion: number | null = null;
  timers = new FakeTimers();
  page: ChapterInput;
  /** The server's drafts by chapter and device. */
  readonly drafts = new Map<string, Draft>();
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

  /** The device's database. */
  readonly table: DraftTable = {
    get: async (at) => structuredClone(this.#database.get(at) ?? null),
    update: async (at, change) => {
      const written = structuredClone(change(this.#database.get(at) ?? null)) as PageDrafts;
      this.#requireDevice();
      this.#database.set(at, written);
      this.lastStored = written.current ?? this.lastStored;
    },
  };

  /** The device's local storage, which the next page has as well. */
  readonly #localStorage = {
    getItem: (at: string) => this.#storage.get(at) ?? null,
    setItem: (at: string, text: string) => {
      this.#requireDevice();
      this.#storage.set(at, text);
      this.lastStored = (JSON.parse(text) as PageDrafts).current ?? this.lastStored;
    },
    removeItem: (at: string) => void this.#storage.delete(at),
  };

  #requireDevice(): void {
    if (!this.deviceWorks) throw new Error('The disk is full');
  }

  readonly localDrafts = (at: string): LocalDrafts =>
    new LocalDrafts(at, this.table, () => this.#localStorage);

  /** What the device has, as the next page would read it. */
  onDevice(at = key): PageDrafts | null {
    const copy = JSON.parse(this.#storage.get(`draft:${at}`) ?? 'null') as PageDrafts | null;
    const stored = this.#database.get(at) ?? null;
    return copy !== null && copy.keptAt >= (stored?.keptAt ?? '') ? copy : stored;
  }

  /** This device's newest draft on the server. */
  get onServer(): Draft | null {
    return this.#ofDevice(device)[0] ?? null;
  }

  /** The unsaved texts that the author finds: the one on the page, if there is one, and those that are offered. */
  get texts(): string[] {
    const offers = this.autosave.view().offers.map(({ content }) => content);
    return isSameText(this.page, this.saved) ? offers : [this.page.content, ...offers];
  }

  /** What another device has on the server. */
  get ofPhone(): Draft | null {
    return this.#ofDevice('phone')[0] ?? null;
  }

  #ofDevice(name: string): Draft[] {
    return this.#newestFirst().filter((draft) => draft.device === name);
  }

  #newestFirst(): Draft[] {
    return [...this.drafts.values()].toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  }

  readonly server: DraftServer = {
    list: () =>
      this.#request(() => {
        if (this.serverState !== 'available') throw new DraftError('offline');
        return this.#newestFirst();
      }),
    save: (sent) => inOrder(this.#queue, () => this.#save(sent), sent.time === 'leaving'),
    discard: (chapter, { device: name, updatedAt }) =>
      this.#request(() => {
        if (this.serverState !== 'available') throw new DraftError('offline');
        const stored = this.drafts.get(`${chapter}/${name}`);
        if (stored !== undefined && stored.updatedAt <= updatedAt) this.drafts.delete(`${chapter}/${name}`);
      }),
  };

  #request<T>(run: () => T | Promise<T>): Promise<T> {
    return inOrder(this.#queue, async () => run());
  }

  async #save({ chapter, draft, input, baseVersion }: SentDraft): Promise<void> {
    if (this.serverDelay > 0) await new Promise<void>((done) => this.timers.set(done, this.serverDelay));
    if (this.serverState === 'unavailable') throw new DraftError('offline');
    if (this.serverState === 'signed-out') throw new DraftError('signed-out');
    const before = this.drafts.get(`${chapter}/${draft.device}`);
    if (before === undefined || before.updatedAt <= draft.updatedAt) {
      this.drafts.set(`${chapter}/${draft.device}`, { ...input, ...draft, chapter, baseVersion });
      this.lastStored = input;
    }
    if (this.serverState === 'responses-lost') throw new DraftError('offline');
  }

  /** Another device saves a draft of the page's chapter. */
  saveOnPhone(text: ChapterInput, baseVersion: number | null = null): void {
    const { chapter } = this.autosave;
    const updatedAt = new Date(this.timers.now()).toISOString();
    this.drafts.set(`${chapter}/phone`, { ...text, chapter, device: 'phone', updatedAt, baseVersion });
  }

  newAutosave(): DraftAutosave {
    const { localDrafts, server, timers } = this;
    const page = {};
    this.#open = page;
    const read = () => (this.#open === page ? this.page : null);
    const put = (text: ChapterInput) => {
      this.page = text;
    };
    const options = { key, device, localDrafts, server, timers, read, put };
    this.#pages += 1;
    return new DraftAutosave(options, {
      chapter: `chapter-${this.savedVersion === null ? this.#pages : 0}`,
      text: this.saved,
      version: this.savedVersion,
    });
  }

  type(content: string): void {
    this.page = { ...this.page, content };
    this.autosave.onInput();
  }

  /** The author goes to another page of the site; timers and pending requests continue. */
  leave(): void {
    void this.autosave.close();
    this.#open = {};
  }

  /** The editor opens again with the saved text. */
  async reopen(): Promise<void> {
    this.page = this.saved;
    this.autosave = this.newAutosave();
    void this.autosave.open();
    // Requests of the page before may be in progress.
    await this.timers.pass(2 * this.serverDelay);
  }

  /** The page disappears with its timers; the editor opens again with the saved text. */
  async reload(): Promise<void> {
    const now = this.timers.now();
    this.#queue = `queue ${++queues}`;
    this.timers = new FakeTimers();
    await this.timers.pass(now - this.timers.now() + 1);
    this.page = this.saved;
    this.autosave = this.newAutosave();
    void this.autosave.open();
    await flushPromises();
  }
}
