import { type AutosaveTimers, autosaveDelays } from './autosave-timers.ts';
import type { AutosaveStatus } from './autosave-view.ts';
import { type ChapterInput, isSameInput, pickInput } from './chapter-input.ts';
import type { DraftServer, SaveResult, ServerDraft } from './draft-store.ts';
import type { LocalDrafts } from './local-drafts.ts';
import type { PageText } from './page-text.ts';

interface Parts {
  server: DraftServer;
  localDrafts: LocalDrafts;
  page: PageText;
  status: AutosaveStatus;
  timers: AutosaveTimers;
}

/** What is said with the server about a page's draft, one thing after the other. */
export class DraftSync {
  readonly #local: LocalDrafts;
  readonly #page: PageText;
  readonly #status: AutosaveStatus;
  readonly #timers: AutosaveTimers;
  #server: DraftServer;
  /** The server's revision that our next draft follows. */
  #follows: number | null = null;
  /** Whether the server's draft is one that this page has sent, or has been told to follow. */
  #ours = false;
  #lastSent: ChapterInput | null = null;
  /** The text that the server's draft is known to have; null where that is not sure. */
  #onServer: ChapterInput | null = null;
  /** What is being sent since the page may be gone a moment later. */
  #leavingInput: ChapterInput | null = null;
  #failures = 0;
  #queue: Promise<void> = Promise.resolve();
  #sendQueued = false;
  /** The author has thrown the text away: nothing of it is sent any more. */
  #discarded = false;

  constructor({ server, localDrafts, page, status, timers }: Parts) {
    this.#server = server;
    this.#local = localDrafts;
    this.#page = page;
    this.#status = status;
    this.#timers = timers;
  }

  /** Asks for the draft that was kept earlier, once `after` is over; it is offered beside what the device has. */
  load(after: Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      await after;
      const draft = await this.#server.read().catch(() => null);
      if (draft === null) return;
      this.#follows = draft.revision;
      this.#ours = false;
      this.#local.addServerDraft(draft, this.#page.saved);
      this.#status.show({ offers: this.#local.aside });
    });
    return this.#queue;
  }

  /** Sends what stands on the page, unless that waits already or the author has to decide first. */
  send(): void {
    this.#timers.stop('pause', 'interval', 'retry');
    if (this.#discarded) return;
    if (this.#status.view().state === 'conflict' || this.#sendQueued) return;
    this.#sendQueued = true;
    this.#queue = this.#queue.then(() => {
      this.#sendQueued = false;
      return this.#sendOnce(false);
    });
  }

  /**
   * Sends what the server does not have yet, since the page may be gone a moment later: at once, or, where only the
   * page goes and not its tab, after whatever is being said just now. It never has the server forget anything.
   */
  sendLeaving(immediately: boolean): void {
    const input = this.#page.read();
    if (this.#discarded || this.#status.view().state === 'conflict' || !this.#page.dirty) return;
    if ([this.#onServer, this.#leavingInput].some((text) => text !== null && isSameInput(text, input)))
      return;
    this.#timers.stop('pause', 'interval');
    const before = this.#queue;
    const sending = immediately ? this.#sendOnce(true) : before.then(() => this.#sendOnce(true));
    // What is sent or deleted next waits for both.
    this.#queue = before.then(() => sending);
  }

  /** Resolves when nothing is being said any more. */
  async idle(): Promise<void> {
    let last: Promise<void>;
    do {
      last = this.#queue;
      await last;
    } while (last !== this.#queue);
  }

  /** Our next draft follows this one. */
  accept(draft: ServerDraft): void {
    this.#failures = 0;
    this.#follows = draft.revision;
    this.#ours = true;
    this.#onServer = pickInput(draft);
    this.#local.change({ seen: draft.updatedAt });
  }

  /** The server's draft that goes when the page's text is saved; null when it is not about this text. */
  get deletableRevision(): number | null {
    return this.#ours || this.#local.aside.length === 0 ? this.#follows : null;
  }

  /** Has the server forget the draft, after whatever is being said to it just now. */
  async deleteDraft(): Promise<void> {
    this.#queue = this.#queue.then(() => this.#deleteNow());
    await this.#queue;
  }

  /**
   * Sends nothing of the page's text any more, and deletes what the server has of it: also what is still on its way
   * there, and what it has taken without an answer.
   */
  async discard(): Promise<void> {
    this.#discarded = true;
    this.#queue = this.#queue.then(async () => {
      const sent = this.#lastSent;
      if (sent !== null && this.#onServer === null) {
        const draft = await this.#server.read().catch(() => null);
        if (draft !== null && isSameInput(draft, sent)) this.accept(draft);
      }
      await this.#deleteNow();
    });
    await this.#queue;
  }

  /** Goes on about another place; resolves to how the draft at the old one is dropped. */
  async moveTo(server: DraftServer): Promise<() => Promise<void>> {
    const old = this.#server;
    await this.#queue;
    const { deletableRevision } = this;
    this.#server = server;
    this.#follows = null;
    this.#onServer = null;
    return async () => {
      if (deletableRevision !== null) await old.discard(deletableRevision).catch(() => undefined);
    };
  }

  async #sendOnce(leaving: boolean): Promise<void> {
    if (this.#discarded) return;
    const page = this.#page;
    const input = pickInput(page.read());
    if (isSameInput(input, page.saved)) {
      this.#status.show({ state: 'clean' });
      if (!leaving && !this.#timers.ended) await this.#deleteNow();
      return;
    }
    const { edits } = page;
    // What the server is given, the device has too: so the server's draft is never the newer one.
    this.#local.change({ current: page.unsaved() });
    if (!leaving) this.#status.show({ state: 'sending' });
    const before = this.#lastSent;
    this.#lastSent = input;
    // Whatever becomes of this one, the server may have it from here on.
    this.#onServer = null;
    if (leaving) this.#leavingInput = input;
    const result = await this.#server.save(input, page.baseVersion, this.#follows, leaving);
    this.#leavingInput = null;
    this.#onResult(result, input, before);
    // After the end the device is for the next page to write on.
    if (result.kind === 'saved' && !this.#timers.ended) await this.#local.write();
    if (!page.dirty) this.#status.show({ state: 'clean' });
    else if (page.edits !== edits && this.#status.view().state !== 'conflict') {
      this.#status.show({ state: 'typing' });
    }
  }

  #onResult(result: SaveResult, input: ChapterInput, before: ChapterInput | null): void {
    if (result.kind === 'saved') {
      this.accept(result.draft);
      this.#status.show({ state: 'server', refusal: null });
    } else if (result.kind === 'conflict') {
      // The author has decided already: the other draft stays as it is.
      if (this.#discarded) return;
      this.#onConflict(result.theirs, input, before);
    } else if (result.kind === 'unavailable') {
      const { message = null } = result;
      this.#status.show({ state: message === null ? 'offline' : 'refused', refusal: message });
      this.#retryLater(result.retryAfterSeconds);
    } else if (result.kind === 'signed-out') {
      this.#status.show({ state: 'signed-out' });
    } else {
      this.#status.show({ state: 'refused', refusal: result.message });
    }
  }

  /** A draft that we sent ourselves and whose answer was lost, that is offered here, or that we have met, is no clash. */
  #onConflict(theirs: ServerDraft | null, input: ChapterInput, before: ChapterInput | null): void {
    const { seen, aside } = this.#local;
    const ourTexts = [input, before, this.#lastSent, ...aside];
    const isKnown =
      theirs === null ||
      ourTexts.some((text) => text !== null && isSameInput(theirs, text)) ||
      (seen !== null && theirs.updatedAt <= seen);
    if (!isKnown) {
      this.#status.show({ state: 'conflict', conflict: theirs });
      return;
    }
    this.#follows = null;
    if (theirs !== null) this.accept(theirs);
    this.send();
  }

  #retryLater(seconds: number | null): void {
    const wait = autosaveDelays.retry[Math.min(this.#failures, autosaveDelays.retry.length - 1)] ?? 30_000;
    this.#failures += 1;
    this.#timers.start('retry', Math.max(wait, (seconds ?? 0) * 1000), () => this.send());
  }

  async #deleteNow(): Promise<void> {
    const { deletableRevision } = this;
    if (deletableRevision === null) return;
    this.#follows = null;
    this.#onServer = null;
    try {
      await this.#server.discard(deletableRevision);
      this.#failures = 0;
    } catch {
      // It may be there still, and other devices would offer what was taken back.
      if (this.#timers.ended || this.#follows !== null) return;
      this.#follows = deletableRevision;
      this.#retryLater(null);
    }
  }
}
