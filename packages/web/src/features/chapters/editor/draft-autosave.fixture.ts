import { type ChapterInput, emptyChapter } from './chapter-input.ts';
import { DraftAutosave } from './draft-autosave.ts';
import type {
  DeviceDrafts,
  DeviceStore,
  DraftServer,
  PendingWrites,
  ServerDraft,
  Timers,
} from './draft-store.ts';

/** Time that passes only when told to. */
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
  /** Runs what falls due within `ms`, in its order, and lets promises settle in between. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const [first] = [...this.#due].sort(([, a], [, b]) => a.at - b.at);
      if (first === undefined || first[1].at > end) break;
      this.#due.delete(first[0]);
      this.#now = Math.max(this.#now, first[1].at);
      first[1].run();
    }
    this.#now = end;
    await settle();
  }
}

export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
};

/** A device, a server and an author; pages come and go, the two stores stay. */
export class AutosaveFixture {
  readonly stored = new Map<string, DeviceDrafts>();
  readonly saved: ChapterInput;
  timers = new FakeTimers();
  page: ChapterInput;
  onServer: ServerDraft | null = null;
  serverMood: 'well' | 'away' | 'signed-out' | 'answers-lost' = 'well';
  deviceWell = true;
  keeper: DraftAutosave;
  /** The text that the device or the server took last. */
  lastKept: ChapterInput | null = null;
  /** Waits before the server answers what is kept, in milliseconds. */
  serverTakes = 0;
  /** The page that is open just now; one that was left has no text any more. */
  #open = {};
  #revision = 0;

  constructor(saved: ChapterInput = emptyChapter) {
    this.saved = saved;
    this.page = saved;
    this.keeper = this.newKeeper();
  }

  get #time(): string {
    return new Date(this.timers.now()).toISOString();
  }

  readonly device: DeviceStore = {
    read: async (key) => structuredClone(this.stored.get(key) ?? null),
    write: async (key, drafts) => {
      if (!this.deviceWell) throw new Error('The disk is full');
      this.writeDown(key, drafts);
    },
    writeNow: (key, drafts) => {
      if (this.deviceWell) this.writeDown(key, drafts);
    },
  };

  private writeDown(key: string, drafts: DeviceDrafts): void {
    this.stored.set(key, structuredClone(drafts));
    if (drafts.current !== null) this.lastKept = drafts.current;
  }

  readonly server: DraftServer = {
    read: async () => {
      if (this.serverMood !== 'well') throw new Error('away');
      return this.onServer;
    },
    save: async (text, baseVersion, follows) => {
      if (this.serverTakes > 0) await new Promise<void>((done) => this.timers.set(done, this.serverTakes));
      if (this.serverMood === 'away') return { kind: 'away', retryAfterSeconds: null };
      if (this.serverMood === 'signed-out') return { kind: 'signed-out' };
      if ((this.onServer?.revision ?? null) !== follows) return { kind: 'clash', theirs: this.onServer };
      const draft = this.keepAsServer(text, baseVersion);
      this.lastKept = text;
      return this.serverMood === 'answers-lost'
        ? { kind: 'away', retryAfterSeconds: null }
        : { kind: 'kept', draft };
    },
    discard: async (revision) => {
      if (this.serverMood !== 'well') throw new Error('away');
      if (this.onServer?.revision === revision) this.onServer = null;
    },
  };

  /** What the server does with a draft, from whichever device. */
  keepAsServer(text: ChapterInput, baseVersion: number | null = null): ServerDraft {
    this.#revision += 1;
    this.onServer = { ...text, baseVersion, revision: this.#revision, updatedAt: this.#time };
    return this.onServer;
  }

  newKeeper(): DraftAutosave {
    const { device, server, timers } = this;
    const page = {};
    this.#open = page;
    const read = () => (this.#open === page ? this.page : null);
    return new DraftAutosave({ key: 'ann/story/new', device, server, timers, read }, this.saved, null);
  }

  type(content: string): void {
    this.page = { ...this.page, content };
    this.keeper.typed();
  }

  /** The author goes to another page of the site; timers and what was begun go on. */
  leave(): PendingWrites {
    const parting = this.keeper.close();
    this.#open = {};
    return parting;
  }

  /** Another page opens with the saved text. */
  async comeBack(parting: PendingWrites): Promise<void> {
    this.page = this.saved;
    this.keeper = this.newKeeper();
    const opened = this.keeper.open(parting);
    await this.timers.pass(this.serverTakes);
    await opened;
  }

  /** The page is gone at once, with its timers; another one opens with the saved text. */
  async reload(): Promise<void> {
    const now = this.timers.now();
    this.timers = new FakeTimers();
    await this.timers.pass(now - this.timers.now() + 1);
    this.page = this.saved;
    this.keeper = this.newKeeper();
    await this.keeper.open();
  }
}
