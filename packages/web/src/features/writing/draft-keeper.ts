import { DeviceKeeping, plain, worthOffering } from './device-keeping.ts';
import type { DeviceStore, DraftServer, KeepResult, KeptText, ServerDraft, Timers } from './draft-store.ts';
import { isEmpty, sameTyped, type Typed } from './typed-text.ts';

/** Where the text that is being typed is kept just now. */
type KeepState =
  | 'clean'
  | 'typing'
  | 'device'
  | 'sending'
  | 'server'
  | 'offline'
  | 'signed-out'
  | 'refused'
  | 'clash'
  | 'nowhere';

export interface KeeperView {
  state: KeepState;
  /** Unsaved texts of earlier, newest first, about which the author has not decided. */
  offers: KeptText[];
  /** What another device has kept meanwhile, while the author decides between the two. */
  clash: ServerDraft | null;
  /** Why the server does not keep the draft. */
  refusal: string | null;
}

interface Parts {
  key: string;
  device: DeviceStore;
  server: DraftServer;
  timers: Timers;
  /** What stands on the page now. */
  read: () => Typed;
}

/** Waits, in milliseconds. A pause in typing sends the draft; without a pause it goes every `latest`. */
export const waits = { device: 400, pause: 2500, latest: 15_000, retry: [5000, 15_000, 30_000] };
type Wait = 'device' | 'pause' | 'latest' | 'retry';

/**
 * Keeps what is typed, so that nothing is lost (docs/product.md §3.6): on the device within half a second, on
 * the server after a pause. On opening it offers what was kept and never saved. It knows nothing of the page:
 * storage, server and time are given to it.
 */
export class DraftKeeper {
  readonly #timers: Timers;
  readonly #read: () => Typed;
  readonly #device: DeviceKeeping;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<Wait, unknown>();
  #server: DraftServer;
  #view: KeeperView = { state: 'clean', offers: [], clash: null, refusal: null };
  #saved: Typed;
  #baseVersion: number | null;
  /** The server's revision that our next draft follows. */
  #follows: number | null = null;
  #onServer = false;
  #lastSent: Typed | null = null;
  #failures = 0;
  #talking: Promise<void> = Promise.resolve();
  #sendQueued = false;
  #edits = 0;
  #closed = false;

  constructor(parts: Parts, saved: Typed, version: number | null) {
    this.#timers = parts.timers;
    this.#read = parts.read;
    this.#device = new DeviceKeeping(parts.device, parts.key);
    this.#server = parts.server;
    this.#saved = plain(saved);
    this.#baseVersion = version;
  }

  readonly view = (): KeeperView => this.#view;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The saved version that the text on the page began from. */
  get baseVersion(): number | null {
    return this.#baseVersion;
  }
  /** Whether the page holds text that is not saved. */
  get dirty(): boolean {
    return !sameTyped(this.#read(), this.#saved);
  }

  /** Finds what was kept and never saved, first on the device, then on the server; `view().offers` has it. */
  async open(): Promise<void> {
    await this.#device.open(this.#saved);
    this.#show({ offers: this.#device.aside });
    this.#talking = this.#talking.then(() => this.#meetServerDraft());
    if (this.#edits > 0) this.typed();
    await this.#talking;
  }

  async #meetServerDraft(): Promise<void> {
    const draft = await this.#server.read().catch(() => null);
    if (draft === null) return;
    this.#follows = draft.revision;
    this.#onServer = true;
    this.#device.meet(draft, this.#saved);
    this.#show({ offers: this.#device.aside });
  }

  /** The author has typed something. */
  typed(): void {
    if (this.#closed) return;
    this.#edits += 1;
    if (this.#view.state !== 'clash') this.#show({ state: 'typing' });
    if (!this.#running.has('device')) this.#wait('device', waits.device, () => void this.#keepOnDevice());
    this.#stop('pause');
    this.#wait('pause', waits.pause, () => this.#send());
    if (!this.#running.has('latest')) this.#wait('latest', waits.latest, () => this.#send());
  }

  /** Keeps at once: the page loses the focus, is hidden, or goes (`leaving`). */
  flush(leaving = false): void {
    if (this.#running.has('device')) {
      this.#remember();
      if (leaving) this.#device.writeNow();
      void this.#keepOnDevice();
    }
    if (!leaving || !this.#running.has('pause') || this.#view.state === 'clash') return;
    this.#stop('pause');
    this.#stop('latest');
    this.#talking = this.#sendOnce(true);
  }

  /** The network or the session is back: try again now. */
  retry(): void {
    if (['offline', 'refused', 'signed-out'].includes(this.#view.state)) this.#send();
  }

  /** Takes an offered text: the caller puts it on the page. What was typed since is offered in its place. */
  restore(offer: KeptText): Typed {
    const typed = this.#read();
    const aside = [...this.#worthKeeping(typed), ...this.#device.aside.filter((text) => text !== offer)];
    // It stands on the page now: of all that is kept it is the newest.
    const keptAt = new Date(this.#timers.now()).toISOString();
    this.#device.change({ aside, current: { ...offer, keptAt } });
    this.#baseVersion = offer.baseVersion ?? this.#baseVersion;
    this.#show({ offers: aside });
    void this.#device.write();
    return plain(offer);
  }

  /** Throws an offered text away. */
  async discard(offer: KeptText): Promise<void> {
    const aside = this.#device.aside.filter((text) => text !== offer);
    this.#device.change({ aside });
    this.#show({ offers: aside });
    await this.#device.write();
    if (aside.length === 0 && !this.dirty) await this.#dropAfterTalk();
  }

  /** The author leaves and wants nothing kept of what was typed here. */
  async forget(): Promise<void> {
    this.#stopAll();
    this.#closed = true;
    this.#device.change({ current: null });
    await this.#device.write();
    if (this.#device.aside.length === 0) await this.#dropAfterTalk();
  }

  /** `text` has been saved as `version`. Resolves to whether the page still shows exactly that. */
  async saved(text: Typed, version: number): Promise<boolean> {
    this.adopt(text, version);
    this.#show({ clash: null, refusal: null, state: 'typing' });
    if (this.dirty) {
      this.typed();
      return false;
    }
    this.#stopAll();
    this.#show({ state: 'clean' });
    this.#device.change({ current: null });
    await this.#device.write();
    await this.#dropAfterTalk();
    return true;
  }

  /** Another text is the saved one now: what is typed from here on follows it. */
  adopt(text: Typed, version: number): void {
    this.#saved = plain(text);
    this.#baseVersion = version;
  }

  /** A new chapter has been saved and has a place of its own now; the keeping goes on there. */
  async moveTo(key: string, server: DraftServer): Promise<void> {
    const old = this.#server;
    await this.#talking;
    this.#server = server;
    this.#follows = null;
    this.#onServer = false;
    this.#remember();
    await this.#device.moveTo(key);
    this.#show({ offers: [] });
    await old.drop().catch(() => undefined);
  }

  /** The author goes on with another text than the page's, which is set aside and offered. */
  setAside(): void {
    this.#offer(this.#worthKeeping(this.#read()));
  }

  /**
   * Decides a clash of drafts; the one that gives way is set aside and offered. Returns the text to put on the
   * page; null leaves the page's own.
   */
  settle(choice: 'mine' | 'theirs'): Typed | null {
    const theirs = this.#view.clash;
    if (theirs !== null) this.#accept(theirs);
    this.#show({ clash: null, state: 'typing' });
    if (choice === 'mine' || theirs === null) {
      if (theirs !== null)
        this.#offer([{ ...plain(theirs), baseVersion: theirs.baseVersion, keptAt: theirs.updatedAt }]);
      this.#send();
      return null;
    }
    this.#offer(this.#worthKeeping(this.#read()));
    this.#baseVersion = theirs.baseVersion ?? this.#baseVersion;
    return plain(theirs);
  }

  /** Keeps a last time, and stops. */
  close(): void {
    if (this.#closed) return;
    this.flush(true);
    this.#stopAll();
    this.#closed = true;
  }

  /** The text, if it would be lost otherwise: neither saved nor empty. */
  #worthKeeping(typed: Typed): KeptText[] {
    return sameTyped(typed, this.#saved) || isEmpty(typed) ? [] : [this.#kept(typed)];
  }

  #offer(texts: KeptText[]): void {
    const aside = worthOffering([...texts, ...this.#device.aside], this.#saved);
    this.#device.change({ aside });
    this.#show({ offers: aside });
    void this.#device.write();
  }

  #kept(typed: Typed): KeptText {
    const keptAt = new Date(this.#timers.now()).toISOString();
    return { ...plain(typed), baseVersion: this.#baseVersion, keptAt };
  }

  #remember(): void {
    const typed = this.#read();
    this.#device.change({ current: sameTyped(typed, this.#saved) ? null : this.#kept(typed) });
  }

  async #keepOnDevice(): Promise<void> {
    this.#stop('device');
    const edits = this.#edits;
    this.#remember();
    const written = await this.#device.write();
    if (this.#edits !== edits || this.#view.state !== 'typing') return;
    if (!this.#device.holdsText) this.#show({ state: 'clean' });
    else this.#show({ state: written ? 'device' : 'nowhere' });
  }

  #send(): void {
    for (const wait of ['pause', 'latest', 'retry'] as const) this.#stop(wait);
    if (this.#view.state === 'clash' || this.#sendQueued) return;
    this.#sendQueued = true;
    this.#talking = this.#talking.then(() => {
      this.#sendQueued = false;
      return this.#sendOnce(false);
    });
  }

  async #sendOnce(leaving: boolean): Promise<void> {
    const typed = plain(this.#read());
    if (sameTyped(typed, this.#saved)) {
      this.#show({ state: 'clean' });
      if (this.#device.aside.length === 0) await this.#drop();
      return;
    }
    const edits = this.#edits;
    // What the server is given, the device has too: so the server's draft is never the newer one.
    this.#remember();
    if (!leaving) this.#show({ state: 'sending' });
    const before = this.#lastSent;
    this.#lastSent = typed;
    const result = await this.#server.keep(typed, this.#baseVersion, this.#follows, leaving);
    this.#hear(result, typed, before);
    if (result.kind === 'kept') await this.#device.write();
    if (!this.dirty) this.#show({ state: 'clean' });
    else if (this.#edits !== edits && this.#view.state !== 'clash') this.#show({ state: 'typing' });
  }

  #hear(result: KeepResult, typed: Typed, before: Typed | null): void {
    if (result.kind === 'kept') {
      this.#accept(result.draft);
      this.#show({ state: 'server', refusal: null });
    } else if (result.kind === 'clash') {
      this.#meetOther(result.theirs, typed, before);
    } else if (result.kind === 'away') {
      this.#show({ state: 'offline' });
      this.#tryLater(result.retryAfterSeconds);
    } else if (result.kind === 'signed-out') {
      this.#show({ state: 'signed-out' });
    } else {
      this.#show({ state: 'refused', refusal: result.message });
    }
  }

  #accept(draft: ServerDraft): void {
    this.#failures = 0;
    this.#follows = draft.revision;
    this.#onServer = true;
    this.#device.change({ seen: draft.updatedAt });
  }

  /** A draft that we sent ourselves and whose answer was lost, or that we have met before, is no clash. */
  #meetOther(theirs: ServerDraft | null, typed: Typed, before: Typed | null): void {
    const { seen } = this.#device;
    const known =
      theirs === null ||
      sameTyped(theirs, typed) ||
      (before !== null && sameTyped(theirs, before)) ||
      (seen !== null && theirs.updatedAt <= seen);
    if (!known) {
      this.#show({ state: 'clash', clash: theirs });
      return;
    }
    this.#follows = null;
    if (theirs !== null) this.#accept(theirs);
    this.#send();
  }

  #tryLater(seconds: number | null): void {
    const wait = waits.retry[Math.min(this.#failures, waits.retry.length - 1)] ?? 30_000;
    this.#failures += 1;
    if (!this.#closed) this.#wait('retry', Math.max(wait, (seconds ?? 0) * 1000), () => this.#send());
  }

  /** After whatever is being said to the server just now. */
  async #dropAfterTalk(): Promise<void> {
    this.#talking = this.#talking.then(() => this.#drop());
    await this.#talking;
  }

  async #drop(): Promise<void> {
    if (!this.#onServer) return;
    this.#onServer = false;
    this.#follows = null;
    await this.#server.drop().catch(() => undefined);
  }

  #wait(wait: Wait, ms: number, run: () => void): void {
    this.#stop(wait);
    this.#running.set(
      wait,
      this.#timers.set(() => {
        this.#running.delete(wait);
        run();
      }, ms),
    );
  }

  #stop(wait: Wait): void {
    const timer = this.#running.get(wait);
    this.#running.delete(wait);
    if (timer !== undefined) this.#timers.clear(timer);
  }

  #stopAll(): void {
    for (const wait of [...this.#running.keys()]) this.#stop(wait);
  }

  #show(changes: Partial<KeeperView>): void {
    this.#view = { ...this.#view, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
