import { listenerSet } from '../../../lib/listeners.ts';
import { AutosaveTimers, autosaveDelays, repeating, type Timers } from './autosave-timers.ts';
import { type ChapterInput, isEmpty, isSameText, pickInput } from './chapter-input.ts';
import type { DraftRef, LocalDrafts, PageDrafts, StoredDraft, WriteTime } from './local-drafts.ts';
import { OfferedDrafts } from './offered-drafts.ts';
import { DraftError, type DraftServer, toStoredDraft } from './server-drafts.ts';

interface AutosaveOptions {
  key: string;
  /** This device's id. */
  device: string;
  localDrafts: (key: string) => LocalDrafts;
  server: DraftServer;
  timers: Timers;
  /** Reads the page; null once it is unmounted. */
  read: () => ChapterInput | null;
  /** Writes a text to the page. */
  put: (text: ChapterInput) => void;
}

/** The saved chapter, or a new one and the id that it will have. */
interface SavedText {
  chapter: string;
  text: ChapterInput;
  /** Null for a new chapter. */
  version: number | null;
}

export interface AutosaveView {
  /** Where the typed text is stored. */
  state: 'clean' | 'typing' | 'device' | 'sending' | 'server' | DraftError['kind'] | 'not-stored';
  /** Earlier unsaved texts that the author can restore or discard, newest first. */
  offers: StoredDraft[];
  /** When the draft of this device was last edited that continues on the page; null if there was none. */
  continued: string | null;
  /** Why the server rejects the draft. */
  rejection: string | null;
}

const never = new Date(0).toISOString();
const later = (one: string | null, other: string): string => (one !== null && one > other ? one : other);

/**
 * Saves drafts while the author types (docs/product/chapters.md#drafts): on the device, whose text is the last one, and
 * on the server, which gets what the page shows (`#sync`).
 */
export class DraftAutosave {
  readonly #options: AutosaveOptions;
  readonly #timers: AutosaveTimers;
  readonly #offers = new OfferedDrafts(() => ({ saved: this.#saved, base: this.#base }));
  readonly #changed = listenerSet();
  readonly subscribe = this.#changed.subscribe;
  #local: LocalDrafts;
  #stage: 'open' | 'closed' | 'discarded' = 'open';
  /** The text on the page when it was last read, and the number of inputs that led to the one it has now. */
  #text: ChapterInput;
  #edits = 0;
  /** Whether the page is being filled, which is no input of the author. */
  #filling = false;
  #saved: ChapterInput;
  /** What the text on the page is based on; `drafts` of other devices are included in it. */
  #base: Pick<StoredDraft, 'chapter' | 'baseVersion' | 'drafts' | 'keptAt'>;
  #continued: string | null = null;
  /** Reads what this device has; until when it was typed. */
  #reading: Promise<void> = Promise.resolve();
  #readUntil = never;
  /** The server may have a draft of this device that the device has lost: nothing is sent before they are listed. */
  #isListed = false;
  /** When the text was typed that the server may have as this device's draft; null if it has none. */
  #ownAt: string | null = null;
  /** The newest edits that a write, and a request, has tried to store. */
  #stored = { edits: 0, failed: false };
  #sent: { edits: number; problem: DraftError | null } = { edits: -1, problem: null };
  #sending: number | null = null;
  /** The request of a hidden page, and the edits that it has. */
  #leaving: { edits: number; request: Promise<void> } = { edits: -1, request: Promise.resolve() };
  #failures = 0;
  #view: AutosaveView;

  constructor(options: AutosaveOptions, { chapter, text, version }: SavedText) {
    this.#options = options;
    this.#timers = new AutosaveTimers(options.timers);
    this.#local = options.localDrafts(options.key);
    this.#text = pickInput(text);
    this.#saved = pickInput(text);
    this.#base = { chapter, baseVersion: version, drafts: [], keptAt: never };
    this.#view = this.#viewNow();
  }

  readonly view = (): AutosaveView => this.#view;

  /** The chapter's id, or the id that the new chapter will have. */
  get chapter(): string {
    return this.#base.chapter;
  }
  /** The saved version that the text on the page is based on. */
  get baseVersion(): number | null {
    return this.#base.baseVersion;
  }
  /** The last known saved text. */
  get saved(): ChapterInput {
    return this.#saved;
  }
  /** Whether the page has unsaved text. */
  get dirty(): boolean {
    return !isSameText(this.#input(), this.#saved);
  }
  /** The drafts on the server that the page's text includes: saving it deletes them. */
  get savedDrafts(): DraftRef[] {
    const { device } = this.#options;
    const others = this.#base.drafts.filter((draft) => draft.device !== device);
    const own = this.#ownAt === null ? [] : [{ device, updatedAt: this.#ownAt }];
    return [...own.filter((draft) => !this.#offers.hasAside(this.chapter, draft)), ...others];
  }

  /** Whether the author has typed anything on this page. */
  readonly isEdited = (): boolean => this.#edits > 0;

  /** Looks for drafts that were never saved. This device's own continues on the page; others are offered. */
  async open(): Promise<void> {
    this.#stage = 'open';
    this.#reading = this.#read();
    await this.#reading;
    await this.#sync();
  }

  /** Call on every input event. */
  onInput(): void {
    if (this.#filling || this.#stage !== 'open') return;
    this.#edits += 1;
    this.#base = { ...this.#base, keptAt: this.#time() };
    const { device, pause, interval } = autosaveDelays;
    if (!this.#timers.isRunning('device')) this.#timers.start('device', device, this.#store);
    this.#timers.start('pause', pause, this.#sync);
    if (!this.#timers.isRunning('interval')) this.#timers.start('interval', interval, this.#sync);
    this.#update();
  }

  /** Saves immediately: the page loses the focus or is hidden, or its tab closes (`leaving`). */
  readonly flush = (leaving = false): void => {
    if (this.#stage !== 'open') return;
    const { edits, failed } = this.#stored;
    if (leaving && (edits < this.#edits || failed)) void this.#write('leaving');
    else if (this.#timers.isRunning('device')) void this.#store();
    if (!leaving || !this.#isListed || this.#isSent() || this.#leaving.edits === this.#edits) return;
    const text = this.#unsaved();
    if (text !== null) this.#leaving = { edits: this.#edits, request: this.#sendBeside(text) };
  };

  /** Tries again, because the network or the session is back. */
  readonly retry = (): void => {
    if (this.#sent.problem !== null) void this.#sync();
  };

  /** Accepts an offered text, which the caller puts on the page. The text it replaces is offered instead. */
  restore(offer: StoredDraft): ChapterInput {
    const draft = this.#withSwitch(offer);
    this.#offers.remove(offer);
    this.#offers.add(this.#pageToOffer());
    this.#take({ ...draft, keptAt: this.#time() });
    this.#continued = null;
    this.#edits += 1;
    void this.#store();
    this.#update();
    return pickInput(draft);
  }

  /** Deletes an offered text, and the drafts on the server that it includes. */
  async discard(offer: StoredDraft): Promise<void> {
    this.#offers.remove(offer);
    this.#update();
    const { server } = this.#options;
    await Promise.allSettled([
      this.#store(),
      ...offer.drafts.map((draft) => server.discard(offer.chapter, draft)),
    ]);
  }

  /** The author does not want to continue their draft: the page gets the saved text. Undo brings the draft back. */
  readonly discardContinued = (): void => {
    this.#continued = null;
    this.#fill(this.#saved);
    this.onInput();
    // The page may be reloaded before the draft is deleted.
    void this.#store();
  };

  /** The author leaves and discards everything typed on this page. */
  async discardAll(): Promise<void> {
    this.#timers.stopAll();
    this.#stage = 'discarded';
    this.#base = { ...this.#base, keptAt: this.#time() };
    await Promise.all([this.#store(), this.#sync()]);
  }

  /** `text` has been saved as `version`. Resolves to whether the page still shows exactly this text. */
  async markSaved(text: ChapterInput, version: number): Promise<boolean> {
    this.setSaved(text, version);
    this.#sent = { ...this.#sent, problem: null };
    this.#continued = null;
    const isSame = !this.dirty;
    if (isSame) this.#timers.stopAll();
    else this.onInput();
    const done = isSame || this.#stage === 'closed' ? Promise.all([this.#store(), this.#sync()]) : null;
    this.#update();
    if (isSame) await done;
    return isSame;
  }

  /** Sets the saved text that further input is based on. */
  setSaved(text: ChapterInput, version: number): void {
    this.#saved = pickInput(text);
    this.#base = { ...this.#base, baseVersion: version, drafts: [] };
    this.#offers.add([]);
    this.#update();
  }

  /** A new chapter has been saved: further drafts are stored on the device under the chapter's own key. */
  async moveTo(key: string): Promise<void> {
    await this.#store();
    const before = this.#local;
    const left = { keptAt: this.#lastTime(), current: null, aside: this.#offers.aside };
    this.#local = this.#options.localDrafts(key);
    this.#offers.set([], []);
    await this.#store();
    await before.write(left).catch(() => undefined);
  }

  /** The new chapter needs another id, because a chapter that had this one was deleted. */
  setChapter(chapter: string): void {
    this.#ownAt = null;
    this.#base = { ...this.#base, chapter, baseVersion: null, keptAt: this.#time() };
  }

  /** The author continues with a different text: the page's text is offered instead. */
  offerCurrentText(): void {
    this.#offers.add(this.#pageToOffer());
    void this.#store();
    this.#update();
  }

  /** Saves a last time and stops. Call it while the page's fields are still mounted. */
  close(): Promise<void> {
    if (this.#stage !== 'open') return Promise.resolve();
    this.flush(true);
    const isAfterList = !this.#isListed && this.dirty;
    this.#timers.stopAll();
    this.#stage = 'closed';
    return isAfterList ? this.#sync() : this.#leaving.request;
  }

  /** The text on the page, or the last one before it was unmounted. */
  #input(): ChapterInput {
    const text = this.#options.read();
    if (text !== null) this.#text = pickInput(text);
    return this.#text;
  }

  #fill(text: ChapterInput): void {
    this.#filling = true;
    this.#options.put(text);
    this.#filling = false;
  }

  /** The page's text as a draft; null if it is saved. */
  #unsaved(): StoredDraft | null {
    return this.dirty ? { ...this.#text, ...this.#base } : null;
  }

  #lastTime(): string {
    return later(this.#ownAt, later(this.#base.keptAt, this.#readUntil));
  }

  /** The time as an ISO date, later than that of everything typed here before, also when the clock was set back. */
  #time(): string {
    return new Date(Math.max(this.#options.timers.now(), Date.parse(this.#lastTime()) + 1)).toISOString();
  }

  /** A page that was closed before it was used leaves what is stored as it is. */
  #isUnused(): boolean {
    return this.#stage === 'closed' && this.#edits === 0;
  }

  #isSent(): boolean {
    return this.#sent.edits === this.#edits && this.#sent.problem === null;
  }

  /** The page's text as an offer, with the drafts on the server that have it. */
  #pageToOffer(): StoredDraft[] {
    const text = this.#unsaved();
    return text === null || isEmpty(text) ? [] : [{ ...text, drafts: this.savedDrafts }];
  }

  /** A draft with the page's published switch: its chapter may have been published or unpublished since. */
  #withSwitch(draft: StoredDraft): StoredDraft {
    return this.#base.baseVersion === null ? draft : { ...draft, isPublished: this.#input().isPublished };
  }

  /** The page gets this draft's text. An unknown base version leaves the page's. */
  #take({ chapter, baseVersion, drafts, keptAt }: StoredDraft): void {
    if (chapter !== this.#base.chapter) this.#ownAt = null;
    this.#base = { chapter, baseVersion: baseVersion ?? this.#base.baseVersion, drafts, keptAt };
    this.#offers.add([]);
  }

  /** Puts a draft of this device on the page, or offers it if that would replace something. */
  #takeUp(stored: StoredDraft, typedAt: string): void {
    const draft = this.#withSwitch(stored);
    if (isEmpty(draft) || isSameText(draft, this.#saved)) return;
    if (this.#stage !== 'open' || this.#edits > 0 || draft.baseVersion !== this.#base.baseVersion) {
      const own = { device: this.#options.device, updatedAt: typedAt };
      this.#offers.add([{ ...draft, drafts: [...draft.drafts, own] }]);
      void this.#store();
      return;
    }
    const before = this.#unsaved();
    if (before !== null && !isSameText(before, draft)) this.#offers.add([before]);
    this.#take(draft);
    this.#continued = draft.keptAt;
    this.#fill(pickInput(draft));
  }

  async #read(): Promise<void> {
    const stored = await this.#local.read();
    if (stored === null || this.#isUnused()) return;
    this.#readUntil = stored.keptAt;
    this.#offers.add(stored.aside);
    if (stored.current !== null) this.#takeUp(stored.current, stored.keptAt);
    this.#update();
  }

  /** Stores the page's text and what was set aside on the device. */
  readonly #store = repeating(async () => {
    await this.#reading;
    await this.#write(this.#stage === 'closed' ? 'closed' : 'open');
  });

  async #write(time: WriteTime): Promise<void> {
    this.#timers.stop('device');
    const edits = this.#edits;
    const current = this.#stage === 'discarded' ? null : this.#unsaved();
    const drafts: PageDrafts = { keptAt: this.#lastTime(), current, aside: this.#offers.aside };
    try {
      const found = await this.#local.write(drafts, time);
      if (found.length > 0) this.#offers.add(found);
      this.#stored = { edits: Math.max(edits, this.#stored.edits), failed: false };
    } catch {
      this.#stored = { edits, failed: true };
    }
    this.#update();
  }

  /** Lets the server have what the page shows: the unsaved text, or no draft of this device. */
  readonly #sync = repeating(async () => {
    await this.#reading;
    this.#timers.stop('pause', 'interval', 'retry');
    let edits = this.#edits;
    try {
      if (!this.#isListed) await this.#list();
      edits = this.#edits;
      const text = this.#stage === 'discarded' ? null : this.#unsaved();
      if (text === null) await this.#deleteOwn();
      else if (!this.#isSent()) {
        this.#sending = edits;
        this.#update();
        await this.#send(text, this.#stage === 'closed' ? 'closed' : 'open');
      }
      this.#onSent(edits, null);
    } catch (error) {
      this.#onSent(edits, error);
    }
  });

  #onSent(edits: number, error: unknown): void {
    this.#sending = null;
    if (error !== null && !(error instanceof DraftError)) throw error;
    if (edits >= this.#sent.edits) this.#sent = { edits, problem: error };
    if (error?.isTemporary) {
      const { retry } = autosaveDelays;
      const wait = retry[Math.min(this.#failures, retry.length - 1)] ?? 0;
      this.#failures += 1;
      if (this.#stage === 'open')
        this.#timers.start('retry', Math.max(wait, error.retryAfterSeconds * 1000), this.#sync);
    } else this.#failures = 0;
    this.#update();
  }

  /** This device's own draft continues if the device has lost it; those of others are offered. */
  async #list(): Promise<void> {
    const rows = await this.#options.server.list();
    this.#isListed = true;
    if (this.#isUnused()) return;
    const { device } = this.#options;
    // A new page without text takes up the newest draft of a new chapter that this device has.
    const isFree = this.#base.baseVersion === null && this.#edits === 0 && !this.dirty;
    const own = rows.find((row) => row.device === device && (isFree || row.chapter === this.#base.chapter));
    if (own !== undefined) {
      if (own.updatedAt > this.#readUntil) {
        this.#takeUp({ ...toStoredDraft(own), drafts: [] }, own.updatedAt);
        void this.#store();
      }
      if (own.chapter === this.#base.chapter) this.#ownAt = later(this.#ownAt, own.updatedAt);
      if (own.chapter === this.#base.chapter && isSameText(own, this.#input()))
        this.#sent = { edits: this.#edits, problem: null };
    }
    this.#offers.set(this.#offers.aside, rows.filter((row) => row !== own).map(toStoredDraft));
  }

  async #send({ chapter, baseVersion, keptAt, ...text }: StoredDraft, time: WriteTime): Promise<void> {
    const { device, server } = this.#options;
    // From here on, the server may have this text, whatever the response.
    this.#ownAt = later(this.#ownAt, keptAt);
    const draft = { device, updatedAt: keptAt };
    await server.save({ chapter, draft, input: pickInput(text), baseVersion, time });
  }

  async #sendBeside(text: StoredDraft): Promise<void> {
    const edits = this.#edits;
    await this.#send(text, 'leaving').then(
      () => this.#onSent(edits, null),
      (error) => {
        if (this.#leaving.edits === edits) this.#leaving.edits = -1;
        this.#onSent(edits, error);
      },
    );
  }

  async #deleteOwn(): Promise<void> {
    const { device, server } = this.#options;
    const before = this.#ownAt;
    if (before === null || this.#offers.hasAside(this.chapter, { device, updatedAt: before })) return;
    this.#ownAt = null;
    try {
      await server.discard(this.#base.chapter, { device, updatedAt: later(before, this.#time()) });
    } catch (error) {
      // Without a response, the draft may still exist, and other devices would offer it.
      this.#ownAt = later(this.#ownAt, before);
      throw error;
    }
  }

  #update(): void {
    const view = this.#viewNow();
    const isSame = (Object.keys(view) as (keyof AutosaveView)[]).every(
      (key) => view[key] === this.#view[key],
    );
    if (isSame) return;
    this.#view = view;
    this.#changed.notify();
  }

  #viewNow(): AutosaveView {
    const rejection = this.#sent.problem?.kind === 'rejected' ? this.#sent.problem.message : null;
    return { state: this.#storedWhere(), offers: this.#offers.all, continued: this.#continued, rejection };
  }

  /** Long texts are compared only when something has been tried with the newest input. */
  #storedWhere(): AutosaveView['state'] {
    const [edits, stored, sent] = [this.#edits, this.#stored, this.#sent];
    if (this.#sending === edits) return 'sending';
    if (edits > Math.max(stored.edits, sent.edits)) return 'typing';
    // A text that was set aside may be nowhere else.
    if (edits > 0 && stored.failed && this.#offers.aside.length > 0) return 'not-stored';
    if (!this.dirty) return 'clean';
    if (this.#isSent()) return 'server';
    if (stored.failed) return 'not-stored';
    if (stored.edits < edits) return 'typing';
    return sent.edits === edits && sent.problem !== null ? sent.problem.kind : 'device';
  }
}
