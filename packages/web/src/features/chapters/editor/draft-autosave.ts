import { AutosaveTimers, autosaveDelays } from './autosave-timers.ts';
import { AutosaveStatus, type AutosaveView } from './autosave-view.ts';
import { type ChapterInput, pickInput } from './chapter-input.ts';
import type { DraftServer, LocalDraftStore, PendingWrites, StoredDraft, Timers } from './draft-store.ts';
import { DraftSync } from './draft-sync.ts';
import { draftsToOffer, LocalDrafts, toStoredDraft } from './local-drafts.ts';
import { PageText } from './page-text.ts';

interface Parts {
  key: string;
  localStore: LocalDraftStore;
  server: DraftServer;
  timers: Timers;
  /** What stands on the page now; null once the page is gone. */
  read: () => ChapterInput | null;
}

const noPendingWrites: PendingWrites = { onDevice: Promise.resolve(), onServer: Promise.resolve() };

/**
 * Keeps what is typed, so that nothing is lost (docs/product.md §3.6): on the device within half a second, on
 * the server after a pause. On opening it offers what was kept and never saved. It knows nothing of the page:
 * storage, server and time are given to it.
 */
export class DraftAutosave {
  readonly #page: PageText;
  readonly #local: LocalDrafts;
  readonly #timers: AutosaveTimers;
  readonly #status = new AutosaveStatus();
  readonly #sync: DraftSync;
  #opening: Promise<void> = Promise.resolve();
  /** The author has thrown away what is not saved: whatever is answered later, nothing of it is kept again. */
  #discarded = false;
  #key: string;
  readonly view = this.#status.view;
  readonly subscribe = this.#status.subscribe;

  constructor({ key, localStore, server, timers, read }: Parts, saved: ChapterInput, version: number | null) {
    this.#page = new PageText(read, () => timers.now(), saved, version);
    this.#local = new LocalDrafts(localStore, key);
    this.#key = key;
    this.#timers = new AutosaveTimers(timers);
    this.#sync = new DraftSync({
      server,
      localDrafts: this.#local,
      page: this.#page,
      status: this.#status,
      timers: this.#timers,
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
    return this.#sync.deletableRevision;
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
  async open(earlier: PendingWrites = noPendingWrites): Promise<void> {
    this.#timers.reset();
    this.#opening = earlier.onDevice.then(() => this.#local.open(this.#page.saved));
    await this.#opening;
    this.#show({ offers: this.#local.aside });
    const loaded = this.#sync.load(earlier.onServer);
    if (this.#page.edits > 0) this.onInput();
    await loaded;
  }

  /** The author has typed something. */
  onInput(): void {
    const running = this.#timers;
    if (running.ended) return;
    this.#page.onEdit();
    if (this.view().state !== 'conflict') this.#show({ state: 'typing' });
    const send = () => this.#sync.send();
    if (!running.isRunning('device'))
      running.start('device', autosaveDelays.device, () => void this.#saveLocally());
    running.start('pause', autosaveDelays.pause, send);
    if (!running.isRunning('interval')) running.start('interval', autosaveDelays.interval, send);
  }

  /** Keeps at once: the page loses the focus, is hidden, or goes with its tab (`leaving`). */
  flush(leaving = false): void {
    this.#saveNow(leaving);
    if (leaving) this.#sync.sendLeaving(true);
  }

  /** The network or the session is back: try again now. */
  retry(): void {
    if (['offline', 'refused', 'signed-out'].includes(this.view().state)) this.#sync.send();
  }

  /** Another page has kept a draft: whether a text that rests with the server clashes with it shows at once. */
  onRemoteDraft(): void {
    if (this.view().state === 'server') this.#sync.send();
  }

  /** Takes an offered text: the caller puts it on the page. What was typed since is offered in its place. */
  restore(offer: StoredDraft): ChapterInput {
    const aside = [...this.#page.unsavedNonEmpty(), ...this.#local.aside.filter((text) => text !== offer)];
    // It stands on the page now: of all that is kept it is the newest.
    this.#local.change({ aside, current: { ...offer, keptAt: this.#page.now() } });
    this.#page.setBaseVersion(offer.baseVersion);
    this.#show({ offers: aside });
    void this.#local.write();
    return pickInput(offer);
  }

  /** Throws an offered text away. */
  async discard(offer: StoredDraft): Promise<void> {
    const aside = this.#local.aside.filter((text) => text !== offer);
    this.#local.change({ aside });
    this.#show({ offers: aside });
    await this.#local.write();
    if (aside.length === 0 && !this.dirty) await this.#sync.deleteDraft();
  }

  /** The author leaves and wants nothing kept of what was typed here. */
  async discardAll(): Promise<void> {
    this.#discarded = true;
    this.#timers.end();
    const deleted = this.#sync.discard();
    this.#local.change({ current: null });
    await this.#local.write();
    await deleted;
    // Which of the server's drafts this device knows: one that could not be deleted is not offered here again.
    await this.#local.writeIfNewest();
  }

  /** `text` has been saved as `version`. Resolves to whether the page still shows exactly that. */
  async markSaved(text: ChapterInput, version: number): Promise<boolean> {
    this.setSaved(text, version);
    this.#show({ conflict: null, refusal: null, state: 'typing' });
    if (this.dirty) {
      this.onInput();
      if (this.#timers.ended) await this.#saveAfterClose();
      return false;
    }
    this.#timers.stopAll();
    this.#show({ state: 'clean' });
    this.#updateCurrent();
    await (this.#timers.ended ? this.#local.writeIfNewest() : this.#local.write());
    await this.#sync.deleteDraft();
    return true;
  }

  /** Another text is the saved one now: what is typed from here on follows it. */
  setSaved(text: ChapterInput, version: number): void {
    this.#page.setSaved(text, version);
  }

  /** A new chapter has been saved and has a place of its own now; the keeping goes on there. */
  async moveTo(key: string, server: DraftServer): Promise<void> {
    const deleteOld = await this.#sync.moveTo(server);
    this.#updateCurrent();
    this.#key = key;
    await this.#local.moveTo(key);
    this.#show({ offers: [] });
    await deleteOld();
  }

  /** The author goes on with another text than the page's, which is set aside and offered. */
  offerCurrentText(): void {
    this.#offer(this.#page.unsavedNonEmpty());
  }

  /**
   * Decides a clash of drafts; the one that gives way is set aside and offered. Returns the text to put on the
   * page; null leaves the page's own.
   */
  resolveConflict(choice: 'mine' | 'theirs'): ChapterInput | null {
    const theirs = this.view().conflict;
    if (theirs !== null) this.#sync.accept(theirs);
    this.#show({ conflict: null, state: 'typing' });
    if (choice === 'mine' || theirs === null) {
      if (theirs !== null) this.#offer([toStoredDraft(theirs)]);
      this.#sync.send();
      return null;
    }
    this.#offer(this.#page.unsavedNonEmpty());
    this.#page.setBaseVersion(theirs.baseVersion);
    return pickInput(theirs);
  }

  /** Keeps a last time, and stops. It is told while the page's text is still there. */
  close(): PendingWrites {
    const onServer = this.#sync.idle();
    if (this.#timers.ended) return { ...noPendingWrites, onServer };
    this.#saveNow(true);
    this.#sync.sendLeaving(false);
    this.#timers.end();
    // Who leaves before the device was read has it told after that.
    const onDevice = this.#opening.then(() => this.#saveLocally());
    return { onDevice, onServer: this.#sync.idle() };
  }

  /** What was typed while it was saved, on a page that is gone by now. */
  async #saveAfterClose(): Promise<void> {
    if (this.#discarded) return;
    this.#updateCurrent();
    await this.#local.writeIfNewest();
    this.#sync.send();
  }

  #saveNow(leaving: boolean): void {
    if (!this.#timers.isRunning('device') && !(leaving && this.#local.busy)) return;
    this.#updateCurrent();
    if (leaving) this.#local.writeSync();
    void this.#saveLocally();
  }

  #offer(texts: StoredDraft[]): void {
    const aside = draftsToOffer([...texts, ...this.#local.aside], this.#page.saved);
    this.#local.change({ aside });
    this.#show({ offers: aside });
    void this.#local.write();
  }

  #updateCurrent(): void {
    this.#local.change({ current: this.#discarded ? null : this.#page.unsaved() });
  }

  async #saveLocally(): Promise<void> {
    if (!this.#local.opened) return;
    this.#timers.stop('device');
    const { edits } = this.#page;
    this.#updateCurrent();
    const written = await this.#local.write();
    if (this.#page.edits !== edits || this.view().state !== 'typing') return;
    if (!this.#local.hasCurrent) this.#show({ state: 'clean' });
    else this.#show({ state: written ? 'device' : 'not-stored' });
  }

  #show(changes: Partial<AutosaveView>): void {
    this.#status.show(changes);
  }
}
