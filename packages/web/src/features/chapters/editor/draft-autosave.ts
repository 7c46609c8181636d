import { AutosaveTimers, autosaveDelays } from './autosave-timers.ts';
import { AutosaveStatus, type AutosaveView } from './autosave-view.ts';
import { type ChapterInput, pickInput } from './chapter-input.ts';
import { type Opener, takeUp, takeUpLoaded } from './draft-opening.ts';
import type { AutosaveOptions, DraftTurn, PendingWrites, SavedText, StoredDraft } from './draft-store.ts';
import { DraftSync } from './draft-sync.ts';
import { draftsToOffer, LocalDrafts } from './local-drafts.ts';
import { PageText } from './page-text.ts';

const noPendingWrites: PendingWrites = { onDevice: Promise.resolve(), onServer: Promise.resolve() };

/**
 * Saves drafts while the author types (docs/product/chapters.md#drafts): on the device within half a second, on the server after a
 * pause. On opening, it continues this device's draft and offers others. The page, storage, server and timers are injected.
 */
export class DraftAutosave {
  readonly #put: (text: ChapterInput) => void;
  readonly #page: PageText;
  readonly #local: LocalDrafts;
  readonly #timers: AutosaveTimers;
  readonly #status = new AutosaveStatus();
  readonly #sync: DraftSync;
  readonly #opener: Opener;
  #opening: Promise<void> = Promise.resolve();
  /** Whether the page is being filled by `#fill`, which is no input of the author. */
  #filling = false;
  /** The author has discarded the unsaved text: later responses must not store it again. */
  #discarded = false;
  #key: string;
  readonly view = this.#status.view;
  readonly subscribe = this.#status.subscribe;

  constructor({ key, device, localStore, server, timers, read, put }: AutosaveOptions, saved: SavedText) {
    const { chapter, text, version } = saved;
    const now = () => timers.now();
    this.#put = put;
    this.#page = new PageText(read, now, text, { chapter, baseVersion: version });
    this.#local = new LocalDrafts(localStore, key, now);
    this.#key = key;
    this.#timers = new AutosaveTimers(timers);
    this.#sync = new DraftSync({
      device,
      server,
      localDrafts: this.#local,
      page: this.#page,
      status: this.#status,
      timers: this.#timers,
    });
    this.#opener = {
      device,
      page: this.#page,
      local: this.#local,
      sync: this.#sync,
      status: this.#status,
      fill: (text) => this.#fill(text),
      offer: (texts) => this.#offer(texts),
    };
  }

  /** Identifies the user and the chapter. */
  get key(): string {
    return this.#key;
  }
  /** The chapter's id, or the id that the new chapter will have. */
  get chapter(): string {
    return this.#page.chapter;
  }
  /** The saved version that the text on the page is based on. */
  get baseVersion(): number | null {
    return this.#page.baseVersion;
  }
  /** The drafts on the server that saving the page's text deletes. */
  get savedDrafts(): DraftTurn[] {
    return this.#sync.savedDrafts;
  }
  /** The last known saved text. */
  get saved(): ChapterInput {
    return this.#page.saved;
  }
  /** Whether the page has unsaved text. */
  get dirty(): boolean {
    return this.#page.dirty;
  }

  /**
   * Looks for drafts that were never saved, first on the device, then on the server. This device's own continues on the
   * page; others are put into `view().offers`. `earlier` are the pending writes of an earlier page of this chapter.
   */
  async open(earlier: PendingWrites = noPendingWrites): Promise<void> {
    this.#timers.reset();
    this.#opening = earlier.onDevice.then(() => this.#local.open(this.#page.saved, this.#page.chapter));
    await this.#opening;
    const { current } = this.#local;
    const edited = this.#page.edits > 0;
    this.#local.change({ current: null });
    if (current !== null) takeUp(this.#opener, current);
    this.#show({ offers: this.#local.aside });
    const loaded = this.#sync.load(earlier.onServer, (drafts) => takeUpLoaded(this.#opener, drafts));
    if (edited) this.onInput();
    await loaded;
  }

  /** Call on every input event. */
  onInput(): void {
    const timers = this.#timers;
    if (timers.ended || this.#filling) return;
    this.#page.onEdit();
    this.#show({ state: 'typing' });
    const send = () => this.#sync.send();
    if (!timers.isRunning('device'))
      timers.start('device', autosaveDelays.device, () => void this.#saveLocally());
    timers.start('pause', autosaveDelays.pause, send);
    if (!timers.isRunning('interval')) timers.start('interval', autosaveDelays.interval, send);
  }

  /** Saves immediately: the page loses the focus or is hidden, or its tab closes (`leaving`). */
  flush(leaving = false): void {
    this.#saveNow(leaving);
    if (leaving) this.#sync.sendBeforeClose(true);
  }

  /** Tries again, because the network or the session is back. */
  retry(): void {
    if (['offline', 'rejected', 'signed-out'].includes(this.view().state)) this.#sync.send();
  }

  /** Accepts an offered text, which the caller puts on the page. The text it replaces is offered instead. */
  restore(offer: StoredDraft): ChapterInput {
    const aside = [...this.#pageToOffer(), ...this.#local.aside.filter((text) => text !== offer)];
    if (offer.chapter !== this.#page.chapter) this.#sync.setOwn(null);
    // It is on the page now, so it becomes the newest draft.
    const current = { ...this.#page.withSwitch(offer), keptAt: this.#page.now() };
    this.#page.setBase(current);
    this.#local.change({ aside, current });
    this.#show({ offers: aside, continued: null });
    void this.#local.write();
    return pickInput(current);
  }

  /** Deletes an offered text, and the drafts on the server that it includes. */
  async discard(offer: StoredDraft): Promise<void> {
    const aside = this.#local.aside.filter((text) => text !== offer);
    this.#local.change({ aside });
    this.#show({ offers: aside });
    await this.#local.write();
    await this.#sync.deleteOffered(offer.chapter, offer.drafts);
  }

  /** The author does not want to continue their draft: the page gets the saved text. Undo brings the draft back. */
  discardContinued(): void {
    this.#show({ continued: null });
    // The page may be reloaded before the draft is deleted.
    this.#local.setHandled(this.#page.chapter, this.#sync.ownTurn);
    this.#put(this.#page.saved);
    this.onInput();
  }

  /** The author leaves and discards everything typed on this page. */
  async discardAll(): Promise<void> {
    this.#discarded = true;
    this.#timers.end();
    const deleted = this.#sync.discard();
    this.#local.change({ current: null });
    this.#local.setHandled(this.#page.chapter, this.#sync.ownTurn);
    await this.#local.write();
    await deleted;
    // A request that was in progress may have got a later turn.
    this.#local.setHandled(this.#page.chapter, this.#sync.ownTurn);
    await this.#local.writeIfNewest();
  }

  /** `text` has been saved as `version`. Resolves to whether the page still shows exactly this text. */
  async markSaved(text: ChapterInput, version: number): Promise<boolean> {
    this.setSaved(text, version);
    this.#show({ rejection: null, state: 'typing', continued: null });
    if (this.dirty) {
      this.onInput();
      if (this.#timers.ended) await this.#saveAfterClose();
      return false;
    }
    this.#timers.stopAll();
    this.#show({ state: 'clean' });
    this.#updateCurrent();
    this.#local.setHandled(this.#page.chapter, this.#sync.ownTurn);
    if (this.#timers.ended) await this.#local.writeIfNewest();
    else if (!(await this.#local.writeAside())) {
      // The server's draft may be the only copy of a text that was set aside.
      this.#show({ state: 'not-stored' });
      return true;
    }
    await this.#sync.deleteDraft();
    return true;
  }

  /** Sets the saved text that further input is based on. */
  setSaved(text: ChapterInput, version: number): void {
    this.#page.setSaved(text, version);
  }

  /** A new chapter has been saved: further drafts are stored on the device under the chapter's own key. */
  async moveTo(key: string): Promise<void> {
    this.#updateCurrent();
    this.#key = key;
    await this.#local.moveTo(key);
    this.#show({ offers: this.#local.aside });
  }

  /** The new chapter needs another id, because a chapter that had this one was deleted. */
  setChapter(chapter: string): void {
    this.#sync.setOwn(null);
    const { drafts } = this.#page;
    this.#page.setBase({ chapter, baseVersion: null, drafts, keptAt: this.#page.now() });
  }

  /** The author continues with a different text: the page's text is offered instead. */
  offerCurrentText(): void {
    this.#offer(this.#pageToOffer());
  }

  /** Saves a last time and stops. Call it while the page's fields are still mounted. */
  close(): PendingWrites {
    const onServer = this.#sync.idle();
    if (this.#timers.ended) return { ...noPendingWrites, onServer };
    this.#saveNow(true);
    this.#sync.sendBeforeClose(false);
    this.#timers.end();
    // The local drafts may not have been read yet.
    const onDevice = this.#opening.then(() => this.#saveLocally());
    return { onDevice, onServer: this.#sync.idle() };
  }

  /** Stores what was typed during a save whose page has been closed since. */
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

  /** The page's text as an offer, with the drafts on the server that have it. */
  #pageToOffer(): StoredDraft[] {
    const { savedDrafts: drafts } = this.#sync;
    return this.#page.unsavedNonEmpty().map((text) => ({ ...text, drafts }));
  }

  #fill(text: ChapterInput): void {
    this.#filling = true;
    this.#put(text);
    this.#filling = false;
    this.#page.read();
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
    // Another page may have written too, such as a tab that did not respond in time.
    if (this.#local.aside !== this.view().offers) this.#show({ offers: this.#local.aside });
    if (this.#page.edits !== edits || this.view().state !== 'typing') return;
    if (this.#local.current === null) this.#show({ state: 'clean' });
    else this.#show({ state: written ? 'device' : 'not-stored' });
  }

  #show(changes: Partial<AutosaveView>): void {
    this.#status.show(changes);
  }
}
