import { AutosaveTimers, autosaveDelays } from './autosave-timers.ts';
import { AutosaveStatus, type AutosaveView } from './autosave-view.ts';
import { type ChapterInput, pickInput } from './chapter-input.ts';
import type { DraftServer, LocalDraftStore, PendingWrites, StoredDraft, Timers } from './draft-store.ts';
import { DraftSync } from './draft-sync.ts';
import { draftsToOffer, LocalDrafts, toStoredDraft } from './local-drafts.ts';
import { PageText } from './page-text.ts';

interface Options {
  key: string;
  localStore: LocalDraftStore;
  server: DraftServer;
  timers: Timers;
  /** Reads the page; null once it is unmounted. */
  read: () => ChapterInput | null;
}

const noPendingWrites: PendingWrites = { onDevice: Promise.resolve(), onServer: Promise.resolve() };

/**
 * Saves drafts while the author types (docs/product/chapters.md#drafts): on the device within half a second, on the server after a
 * pause. On opening, it offers drafts that were never saved. The page, storage, server and timers are injected.
 */
export class DraftAutosave {
  readonly #page: PageText;
  readonly #local: LocalDrafts;
  readonly #timers: AutosaveTimers;
  readonly #status = new AutosaveStatus();
  readonly #sync: DraftSync;
  #opening: Promise<void> = Promise.resolve();
  /** The author has discarded the unsaved text: later responses must not store it again. */
  #discarded = false;
  #key: string;
  readonly view = this.#status.view;
  readonly subscribe = this.#status.subscribe;

  constructor(
    { key, localStore, server, timers, read }: Options,
    saved: ChapterInput,
    version: number | null,
  ) {
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

  /** Identifies the user and the chapter. */
  get key(): string {
    return this.#key;
  }
  /** The saved version that the text on the page is based on. */
  get baseVersion(): number | null {
    return this.#page.baseVersion;
  }
  /** The revision of the server draft that saving this text deletes. */
  get draftRevision(): number | null {
    return this.#sync.deletableRevision;
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
   * Looks for drafts that were never saved, first on the device, then on the server, and puts them into `view().offers`.
   * `earlier` are the pending writes of an earlier page of this chapter.
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

  /** Call on every input event. */
  onInput(): void {
    const timers = this.#timers;
    if (timers.ended) return;
    this.#page.onEdit();
    if (this.view().state !== 'conflict') this.#show({ state: 'typing' });
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

  /** Another page has saved a draft: sends this page's draft again, which shows a conflict immediately. */
  onRemoteDraft(): void {
    if (this.view().state === 'server') this.#sync.send();
  }

  /** Accepts an offered text, which the caller puts on the page. The text it replaces is offered instead. */
  restore(offer: StoredDraft): ChapterInput {
    const aside = [...this.#page.unsavedNonEmpty(), ...this.#local.aside.filter((text) => text !== offer)];
    // It is on the page now, so it becomes the newest draft.
    this.#local.change({ aside, current: { ...offer, keptAt: this.#page.now() } });
    this.#page.setBaseVersion(offer.baseVersion);
    this.#show({ offers: aside });
    void this.#local.write();
    return pickInput(offer);
  }

  /** Deletes an offered text. */
  async discard(offer: StoredDraft): Promise<void> {
    const aside = this.#local.aside.filter((text) => text !== offer);
    this.#local.change({ aside });
    this.#show({ offers: aside });
    await this.#local.write();
    if (aside.length === 0 && !this.dirty) await this.#sync.deleteDraft();
  }

  /** The author leaves and discards everything typed on this page. */
  async discardAll(): Promise<void> {
    this.#discarded = true;
    this.#timers.end();
    const deleted = this.#sync.discard();
    this.#local.change({ current: null });
    await this.#local.write();
    await deleted;
    // Stores `seen`, so that a server draft that could not be deleted is not offered here again.
    await this.#local.writeIfNewest();
  }

  /** `text` has been saved as `version`. Resolves to whether the page still shows exactly this text. */
  async markSaved(text: ChapterInput, version: number): Promise<boolean> {
    this.setSaved(text, version);
    this.#show({ conflict: null, rejection: null, state: 'typing' });
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

  /** Sets the saved text that further input is based on. */
  setSaved(text: ChapterInput, version: number): void {
    this.#page.setSaved(text, version);
  }

  /** A new chapter has been saved: further drafts go to the chapter's own slot. */
  async moveTo(key: string, server: DraftServer): Promise<void> {
    const deleteOld = await this.#sync.moveTo(server);
    this.#updateCurrent();
    this.#key = key;
    await this.#local.moveTo(key);
    this.#show({ offers: [] });
    await deleteOld();
  }

  /** The author continues with a different text: the page's text is offered instead. */
  offerCurrentText(): void {
    this.#offer(this.#page.unsavedNonEmpty());
  }

  /**
   * Resolves a conflict of drafts; the other text is offered. Returns the text to put on the page, or null to leave the
   * page as it is.
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
