import { type AutosaveTimers, autosaveDelays } from './autosave-timers.ts';
import type { AutosaveStatus } from './autosave-view.ts';
import { type ChapterInput, isSameText, pickInput } from './chapter-input.ts';
import type { DraftServer, DraftTurn, SaveResult, ServerDraft } from './draft-store.ts';
import type { LocalDrafts } from './local-drafts.ts';
import type { PageText } from './page-text.ts';

interface Options {
  /** This device's id. */
  device: string;
  server: DraftServer;
  localDrafts: LocalDrafts;
  page: PageText;
  status: AutosaveStatus;
  timers: AutosaveTimers;
}

/** Keeps this device's draft on the server, one request at a time. No other device writes it. */
export class DraftSync {
  readonly #device: string;
  readonly #local: LocalDrafts;
  readonly #page: PageText;
  readonly #status: AutosaveStatus;
  readonly #timers: AutosaveTimers;
  readonly #server: DraftServer;
  /** The text of our draft on the server; null if unknown. */
  #onServer: ChapterInput | null = null;
  /** Whether the server may have a draft of ours. */
  #mayExist = false;
  /** The text that is being sent because the page may close. */
  #leavingInput: ChapterInput | null = null;
  #failures = 0;
  #queue: Promise<void> = Promise.resolve();
  #sendQueued = false;
  /** The author has discarded the text: it is not sent any more. */
  #discarded = false;

  constructor({ device, server, localDrafts, page, status, timers }: Options) {
    this.#device = device;
    this.#server = server;
    this.#local = localDrafts;
    this.#page = page;
    this.#status = status;
    this.#timers = timers;
  }

  /** Our draft at its last write. */
  get ownTurn(): DraftTurn {
    return { device: this.#device, turn: this.#local.turn };
  }

  /** The drafts on the server that saving the page's text deletes. */
  get savedDrafts(): DraftTurn[] {
    const own = this.#mayExist ? [this.ownTurn] : [];
    return [...own, ...this.#page.drafts.filter(({ device }) => device !== this.#device)];
  }

  /** Loads the drafts of all devices once `after` is done; none if the server cannot be reached. */
  load(after: Promise<void>, onLoaded: (drafts: ServerDraft[]) => void): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      await after;
      onLoaded(await this.#server.list().catch(() => []));
    });
    return this.#queue;
  }

  /** The server has this draft of ours; null if it has none of the chapter that the page shows now. */
  setOwn(draft: ServerDraft | null): void {
    this.#mayExist = draft !== null;
    this.#onServer = draft && pickInput(draft);
  }

  /** Queues the page's text, unless it is queued already. */
  send(): void {
    this.#timers.stop('pause', 'interval', 'retry');
    if (this.#discarded || this.#sendQueued) return;
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
    if (this.#discarded || !this.#page.dirty) return;
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

  /** Deletes our draft, after the requests in progress. */
  async deleteDraft(): Promise<void> {
    this.#queue = this.#queue.then(() => this.#deleteNow());
    await this.#queue;
  }

  /** Deletes another draft that was offered. */
  async deleteOffered(chapter: string, drafts: DraftTurn[]): Promise<void> {
    for (const draft of drafts) await this.#server.discard(chapter, draft).catch(() => undefined);
  }

  /** Stops sending the page's text and deletes it from the server, including requests in progress. */
  async discard(): Promise<void> {
    this.#discarded = true;
    await this.deleteDraft();
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
    // From here on, the server may have this text, whatever the response.
    this.#onServer = null;
    this.#mayExist = true;
    if (leaving) this.#leavingInput = input;
    const turn = this.#local.nextTurn();
    const result = await this.#server.save(
      page.chapter,
      { device: this.#device, turn },
      input,
      page.baseVersion,
      leaving,
    );
    this.#leavingInput = null;
    this.#onResult(result, input, turn);
    // After the end, only the next page writes to the device.
    const isWritten = result.kind !== 'saved' || this.#timers.ended || (await this.#local.writeAside());
    if (!isWritten) this.#status.show({ state: 'not-stored' });
    else if (!page.dirty) this.#status.show({ state: 'clean' });
    else if (page.edits !== edits) this.#status.show({ state: 'typing' });
  }

  #onResult(result: SaveResult, input: ChapterInput, turn: number): void {
    if (result.kind === 'saved') {
      this.#failures = 0;
      if (result.turn > turn && result.turn >= this.#local.turn) {
        // A later write was stored before, whose turn this device has lost.
        this.#local.nextTurn(result.turn);
        this.send();
        return;
      }
      // A later request may have overtaken this one.
      if (result.turn === turn) this.#onServer = input;
      this.#status.show({ state: 'server', rejection: null });
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

  #retryLater(seconds: number | null): void {
    const wait = autosaveDelays.retry[Math.min(this.#failures, autosaveDelays.retry.length - 1)] ?? 30_000;
    this.#failures += 1;
    this.#timers.start('retry', Math.max(wait, (seconds ?? 0) * 1000), () => this.send());
  }

  async #deleteNow(): Promise<void> {
    if (!this.#mayExist) return;
    this.#mayExist = false;
    this.#onServer = null;
    try {
      await this.#server.discard(this.#page.chapter, this.ownTurn);
      this.#failures = 0;
    } catch {
      // The draft may still exist, and other devices would offer it.
      this.#mayExist = true;
      if (!this.#timers.ended) this.#retryLater(null);
    }
  }
}
