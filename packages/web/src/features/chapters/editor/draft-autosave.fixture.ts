import { type ChapterInput, emptyChapter } from './chapter-input.ts';
import { DraftAutosave } from './draft-autosave.ts';
import type {
  DraftServer,
  LocalDraftStore,
  PendingWrites,
  ServerDraft,
  StoredDrafts,
  Timers,
} from './draft-store.ts';

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

/** A device, a server and an author; the two stores outlive the pages. */
export class AutosaveFixture {
  readonly stored = new Map<string, StoredDrafts>();
  readonly saved: ChapterInput;
  timers = new FakeTimers();
  page: ChapterInput;
  onServer: ServerDraft | null = null;
  serverState: 'available' | 'unavailable' | 'signed-out' | 'responses-lost' = 'available';
  deviceWorks = true;
  autosave: DraftAutosave;
  /** The text that the device or the server stored last. */
  lastStored: ChapterInput | null = null;
  /** The server's response time in milliseconds. */
  serverDelay = 0;
  /** The open page; a closed one cannot be read. */
  #open = {};
  #revision = 0;

  constructor(saved: ChapterInput = emptyChapter) {
    this.saved = saved;
    this.page = saved;
    this.autosave = this.newAutosave();
  }

  get #time(): string {
    return new Date(this.timers.now()).toISOString();
  }

  readonly localStore: LocalDraftStore = {
    read: async (key) => structuredClone(this.stored.get(key) ?? null),
    write: async (key, drafts) => {
      if (!this.deviceWorks) throw new Error('The disk is full');
      this.record(key, drafts);
    },
    writeSync: (key, drafts) => {
      if (this.deviceWorks) this.record(key, drafts);
    },
  };

  private record(key: string, drafts: StoredDrafts): void {
    this.stored.set(key, structuredClone(drafts));
    if (drafts.current !== null) this.lastStored = drafts.current;
  }

  readonly server: DraftServer = {
    read: async () => {
      if (this.serverState !== 'available') throw new Error('unavailable');
      return this.onServer;
    },
    save: async (text, baseVersion, follows) => {
      if (this.serverDelay > 0) await new Promise<void>((done) => this.timers.set(done, this.serverDelay));
      if (this.serverState === 'unavailable') return { kind: 'unavailable', retryAfterSeconds: null };
      if (this.serverState === 'signed-out') return { kind: 'signed-out' };
      if ((this.onServer?.revision ?? null) !== follows) return { kind: 'conflict', theirs: this.onServer };
      const draft = this.saveOnServer(text, baseVersion);
      this.lastStored = text;
      return this.serverState === 'responses-lost'
        ? { kind: 'unavailable', retryAfterSeconds: null }
        : { kind: 'saved', draft };
    },
    discard: async (revision) => {
      if (this.serverState !== 'available') throw new Error('unavailable');
      if (this.onServer?.revision === revision) this.onServer = null;
    },
  };

  /** Saves a draft on the server, from any device. */
  saveOnServer(text: ChapterInput, baseVersion: number | null = null): ServerDraft {
    this.#revision += 1;
    this.onServer = { ...text, baseVersion, revision: this.#revision, updatedAt: this.#time };
    return this.onServer;
  }

  newAutosave(): DraftAutosave {
    const { localStore, server, timers } = this;
    const page = {};
    this.#open = page;
    const read = () => (this.#open === page ? this.page : null);
    return new DraftAutosave({ key: 'ann/story/new', localStore, server, timers, read }, this.saved, null);
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
