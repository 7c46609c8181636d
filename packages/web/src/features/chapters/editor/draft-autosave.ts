import { AutosaveTimers, autosaveDelays } from './autosave-timers.ts';
import { AutosaveStatus, type AutosaveView } from './autosave-view.ts';
import { type ChapterInput, plain } from './chapter-input.ts';
import type { DeviceStore, DraftServer, PendingWrites, StoredDraft, Timers } from './draft-store.ts';
import { DraftSync } from './draft-sync.ts';
import { fromServer, LocalDrafts, worthOffering } from './local-drafts.ts';
import { PageText } from './page-text.ts';

interface Parts {
  key: string;
  device: DeviceStore;
  server: DraftServer;
  timers: Timers;
  /** What stands on the page now; null once the page is gone. */
  read: () => ChapterInput | null;
}

const nothingUnderWay: PendingWrites = { onDevice: Promise.resolve(), onServer: Promise.resolve() };

/**
 * Keeps what is typed, so that nothing is lost (docs/product.md §3.6): on the device within half a second, on
 * the server after a pause. On opening it offers what was kept and never saved. It knows nothing of the page:
 * storage, server and time are given to it.
 */
export class DraftAutosave {
  readonly #page: PageText;
  readonly #device: LocalDrafts;
  readonly #waits: AutosaveTimers;
  readonly #shown = new AutosaveStatus();
  readonly #talk: DraftSync;
  #opening: Promise<void> = Promise.resolve();
  /** The author has thrown away what is not saved: whatever is answered later, nothing of it is kept again. */
  #forgotten = false;
  #key: string;
  readonly view = this.#shown.view;
  readonly subscribe = this.#shown.subscribe;

  constructor({ key, device, server, timers, read }: Parts, saved: ChapterInput, version: number | null) {
    this.#page = new PageText(read, () => timers.now(), saved, version);
    this.#device = new LocalDrafts(device, key);
    this.#key = key;
    this.#waits = new AutosaveTimers(timers);
    this.#talk = new DraftSync({
      server,
      device: this.#device,
      page: this.#page,
      shown: this.#shown,
      waits: this.#waits,
    });
  }

  /** Whose text, of which chapter. */
  get key(): string {
    return this.#key;
  }
  /** The saved version that the text on the page began from. */
  get baseVersion(): number | null {
    return this.#page.baseVersion;
  }
  /** The server's draft that goes when the page's text is saved, by its revision. */
  get draftRevision(): number | null {
    return this.#talk.droppable;
  }
  /** What is saved of the text on the page, as far as it knows. */
  get saved(): ChapterInput {
    return this.#page.saved;
  }
  /** Whether the page holds text that is not saved. */
  get dirty(): boolean {
    return this.#page.dirty;
  }

  /**
   * Finds what was kept and never saved, first on the device, then on the server; `view().offers` has it. `before` is
   * what an earlier page of this chapter still does.
   */
  async open(before: PendingWrites = nothingUnderWay): Promise<void> {
    this.#waits.begin();
    this.#opening = before.onDevice.then(() => this.#device.open(this.#page.saved));
    await this.#opening;
    this.#show({ offers: this.#device.aside });
    const met = this.#talk.meet(before.onServer);
    if (this.#page.edits > 0) this.typed();
    await met;
  }

  /** The author has typed something. */
  typed(): void {
    const running = this.#waits;
    if (running.over) return;
    this.#page.edited();
    if (this.view().state !== 'clash') this.#show({ state: 'typing' });
    const send = () => this.#talk.send();
    if (!running.runs('device'))
      running.start('device', autosaveDelays.device, () => void this.#keepOnDevice());
    running.start('pause', autosaveDelays.pause, send);
    if (!running.runs('latest')) running.start('latest', autosaveDelays.latest, send);
  }

  /** Keeps at once: the page loses the focus, is hidden, or goes with its tab (`leaving`). */
  flush(leaving = false): void {
    this.#keepNow(leaving);
    if (leaving) this.#talk.sendLeaving(true);
  }

  /** The network or the session is back: try again now. */
  retry(): void {
    if (['offline', 'refused', 'signed-out'].includes(this.view().state)) this.#talk.send();
  }

  /** Another page has kept a draft: whether a text that rests with the server clashes with it shows at once. */
  keptElsewhere(): void {
    if (this.view().state === 'server') this.#talk.send();
  }

  /** Takes an offered text: the caller puts it on the page. What was typed since is offered in its place. */
  restore(offer: StoredDraft): ChapterInput {
    const aside = [...this.#page.worthKeeping(), ...this.#device.aside.filter((text) => text !== offer)];
    // It stands on the page now: of all that is kept it is the newest.
    this.#device.change({ aside, current: { ...offer, keptAt: this.#page.now() } });
    this.#page.beginFrom(offer.baseVersion);
    this.#show({ offers: aside });
    void this.#device.write();
    return plain(offer);
  }

  /** Throws an offered text away. */
  async discard(offer: StoredDraft): Promise<void> {
    const aside = this.#device.aside.filter((text) => text !== offer);
    this.#device.change({ aside });
    this.#show({ offers: aside });
    await this.#device.write();
    if (aside.length === 0 && !this.dirty) await this.#talk.drop();
  }

  /** The author leaves and wants nothing kept of what was typed here. */
  async forget(): Promise<void> {
    this.#forgotten = true;
    this.#waits.end();
    const deleted = this.#talk.discard();
    this.#device.change({ current: null });
    await this.#device.write();
    await deleted;
    // Which of the server's drafts this device knows: one that could not be deleted is not offered here again.
    await this.#device.writeLast();
  }

  /** `text` has been saved as `version`. Resolves to whether the page still shows exactly that. */
  async markSaved(text: ChapterInput, version: number): Promise<boolean> {
    this.adopt(text, version);
    this.#show({ clash: null, refusal: null, state: 'typing' });
    if (this.dirty) {
      this.typed();
      if (this.#waits.over) await this.#keepLeft();
      return false;
    }
    this.#waits.stopAll();
    this.#show({ state: 'clean' });
    this.#remember();
    await (this.#waits.over ? this.#device.writeLast() : this.#device.write());
    await this.#talk.drop();
    return true;
  }

  /** Another text is the saved one now: what is typed from here on follows it. */
  adopt(text: ChapterInput, version: number): void {
    this.#page.adopt(text, version);
  }

  /** A new chapter has been saved and has a place of its own now; the keeping goes on there. */
  async moveTo(key: string, server: DraftServer): Promise<void> {
    const dropOld = await this.#talk.moveTo(server);
    this.#remember();
    this.#key = key;
    await this.#device.moveTo(key);
    this.#show({ offers: [] });
    await dropOld();
  }

  /** The author goes on with another text than the page's, which is set aside and offered. */
  setAside(): void {
    this.#offer(this.#page.worthKeeping());
  }

  /**
   * Decides a clash of drafts; the one that gives way is set aside and offered. Returns the text to put on the
   * page; null leaves the page's own.
   */
  settle(choice: 'mine' | 'theirs'): ChapterInput | null {
    const theirs = this.view().clash;
    if (theirs !== null) this.#talk.accept(theirs);
    this.#show({ clash: null, state: 'typing' });
    if (choice === 'mine' || theirs === null) {
      if (theirs !== null) this.#offer([fromServer(theirs)]);
      this.#talk.send();
      return null;
    }
    this.#offer(this.#page.worthKeeping());
    this.#page.beginFrom(theirs.baseVersion);
    return plain(theirs);
  }

  /** Keeps a last time, and stops. It is told while the page's text is still there. */
  close(): PendingWrites {
    const onServer = this.#talk.quiet();
    if (this.#waits.over) return { ...nothingUnderWay, onServer };
    this.#keepNow(true);
    this.#talk.sendLeaving(false);
    this.#waits.end();
    // Who leaves before the device was read has it told after that.
    const onDevice = this.#opening.then(() => this.#keepOnDevice());
    return { onDevice, onServer: this.#talk.quiet() };
  }

  /** What was typed while it was saved, on a page that is gone by now. */
  async #keepLeft(): Promise<void> {
    if (this.#forgotten) return;
    this.#remember();
    await this.#device.writeLast();
    this.#talk.send();
  }

  #keepNow(leaving: boolean): void {
    if (!this.#waits.runs('device') && !(leaving && this.#device.busy)) return;
    this.#remember();
    if (leaving) this.#device.writeNow();
    void this.#keepOnDevice();
  }

  #offer(texts: StoredDraft[]): void {
    const aside = worthOffering([...texts, ...this.#device.aside], this.#page.saved);
    this.#device.change({ aside });
    this.#show({ offers: aside });
    void this.#device.write();
  }

  #remember(): void {
    this.#device.change({ current: this.#forgotten ? null : this.#page.unsaved() });
  }

  async #keepOnDevice(): Promise<void> {
    if (!this.#device.opened) return;
    this.#waits.stop('device');
    const { edits } = this.#page;
    this.#remember();
    const written = await this.#device.write();
    if (this.#page.edits !== edits || this.view().state !== 'typing') return;
    if (!this.#device.holdsText) this.#show({ state: 'clean' });
    else this.#show({ state: written ? 'device' : 'nowhere' });
  }

  #show(changes: Partial<AutosaveView>): void {
    this.#shown.show(changes);
  }
}
