import { type AutosaveTimers, autosaveDelays } from './autosave-timers.ts';
import type { AutosaveStatus } from './autosave-view.ts';
import { type ChapterInput, isSameText, pickInput } from './chapter-input.ts';
import type { DraftServer, SaveResult, ServerDraft } from './draft-store.ts';
import type { LocalDrafts } from './local-drafts.ts';
import type { PageText } from './page-text.ts';

interface Options {
  server: DraftServer;
  localDrafts: LocalDrafts;
  page: PageText;
  status: AutosaveStatus;
  timers: AutosaveTimers;
}

/** Synchronises a page's draft with the server, one request at a time. */
export class DraftSync {
  readonly #local: LocalDrafts;
  readonly #page: PageText;
  readonly #status: AutosaveStatus;
  readonly #timers: AutosaveTimers;
  #server: DraftServer;
  /** The server revision that our next draft follows. */
  #follows: number | null = null;
  /** Whether this page has sent or accepted the server's draft. */
  #ours = false;
  #lastSent: ChapterInput | null = null;
  /** The text of the server's draft; null if unknown. */
  #onServer: ChapterInput | null = null;
  /** The text that is being sent because the page may close. */
  #leavingInput: ChapterInput | null = null;
  #failures = 0;
  #queue: Promise<void> = Promise.resolve();
  #sendQueued = false;
  /** The author has discarded the text: it is not sent any more. */
  #discarded = false;

  constructor({ server, localDrafts, page, status, timers }: Options) {
    this.#server = server;
    this.#local = localDrafts;
    this.#page = page;
    this.#status = status;
    this.#timers = timers;
  }

  /** Loads the server's draft once `after` is done and offers it along with the local ones. */
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

  /** Queues the page's text, unless it is queued already or the author has to resolve a conflict first. */
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
   * Sends a text that the server does not have yet, because the page is closing. If the tab may close, it does not wait
   * for requests in progress. It never deletes a draft.
   */
  sendBeforeClose(immediately: boolean): void {
    const input = this.#page.read();
    if (this.#discarded || this.#status.view().state === 'conflict' || !this.#page.dirty) return;
    if ([this.#onServer, this.#leavingInput].some((text) => text !== null && isSameText(text, input))) return;
    this.#timers.stop('pause', 'interval');
    const before = this.#queue;
    const sending = immediately ? this.#sendOnce(true) : before.then(() => this.#sendOnce(true));
    // The next request waits for both.
    this.#queue = before.then(() => sending);
  }

  /** Resolves when no request is pending. */
  async idle(): Promise<void> {
    let last: Promise<void>;
    do {
      last = this.#queue;
      await last;
    } while (last !== this.#queue);
  }

  /** Makes our next draft follow this one. */
  accept(draft: ServerDraft): void {
    this.#failures = 0;
    this.#follows = draft.revision;
    this.#ours = true;
    this.#onServer = pickInput(draft);
    this.#local.change({ seen: draft.updatedAt });
  }

  /** The revision of the server draft that saving the page's text deletes; null if that draft is a different text. */
  get deletableRevision(): number | null {
    return this.#ours || this.#local.aside.length === 0 ? this.#follows : null;
  }

  /** Deletes the server's draft, after the requests in progress. */
  async deleteDraft(): Promise<void> {
    this.#queue = this.#queue.then(() => this.#deleteNow());
    await this.#queue;
  }

  /**
   * Stops sending the page's text and deletes it from the server, including requests in progress and those whose response
   * was lost.
   */
  async discard(): Promise<void> {
    this.#discarded = true;
    this.#queue = this.#queue.then(async () => {
      const sent = this.#lastSent;
      if (sent !== null && this.#onServer === null) {
        const draft = await this.#server.read().catch(() => null);
        if (draft !== null && isSameText(draft, sent)) this.accept(draft);
      }
      await this.#deleteNow();
    });
    await this.#queue;
  }

  /** Switches to another slot; resolves to a function that deletes the draft in the old one. */
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
    if (isSameText(input, page.saved)) {
      this.#status.show({ state: 'clean' });
      if (!leaving && !this.#timers.ended) await this.#deleteNow();
      return;
    }
    const { edits } = page;
    // The device stores everything that is sent, so the server's draft is never newer.
    this.#local.change({ current: page.unsaved() });
    if (!leaving) this.#status.show({ state: 'sending' });
    const before = this.#lastSent;
    this.#lastSent = input;
    // From here on, the server may have this text, whatever the response.
    this.#onServer = null;
    if (leaving) this.#leavingInput = input;
    const result = await this.#server.save(input, page.baseVersion, this.#follows, leaving);
    this.#leavingInput = null;
    this.#onResult(result, input, before);
    // After the end, only the next page writes to the device.
    if (result.kind === 'saved' && !this.#timers.ended) await this.#local.write();
    if (!page.dirty) this.#status.show({ state: 'clean' });
    else if (page.edits !== edits && this.#status.view().state !== 'conflict') {
      this.#status.show({ state: 'typing' });
    }
  }

  #onResult(result: SaveResult, input: ChapterInput, before: ChapterInput | null): void {
    if (result.kind === 'saved') {
      this.accept(result.draft);
      this.#status.show({ state: 'server', rejection: null });
    } else if (result.kind === 'conflict') {
      // The author has discarded this text: the other draft stays as it is.
      if (this.#discarded) return;
      this.#onConflict(result.theirs, input, before);
    } else if (result.kind === 'unavailable') {
      const { message = null } = result;
      this.#status.show({ state: message === null ? 'offline' : 'rejected', rejection: message });
      this.#retryLater(result.retryAfterSeconds);
    } else if (result.kind === 'signed-out') {
      this.#status.show({ state: 'signed-out' });
    } else {
      this.#status.show({ state: 'rejected', rejection: result.message });
    }
  }

  /** A draft is no conflict if we sent it (and lost the response), offer it here, or have seen it before. */
  #onConflict(theirs: ServerDraft | null, input: ChapterInput, before: ChapterInput | null): void {
    const { seen, aside } = this.#local;
    const ourTexts = [input, before, this.#lastSent, ...aside];
    const isKnown =
      theirs === null ||
      ourTexts.some((text) => text !== null && isSameText(theirs, text)) ||
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
      // The draft may still exist, and other devices would offer it.
      if (this.#timers.ended || this.#follows !== null) return;
      this.#follows = deletableRevision;
      this.#retryLater(null);
    }
  }
}
