import { type AutosaveTimers, autosaveDelays } from './autosave-timers.ts';
import type { AutosaveStatus } from './autosave-view.ts';
import { type ChapterInput, isSameInput, plain } from './chapter-input.ts';
import type { DraftServer, SaveResult, ServerDraft } from './draft-store.ts';
import type { LocalDrafts } from './local-drafts.ts';
import type { PageText } from './page-text.ts';

interface Parts {
  server: DraftServer;
  device: LocalDrafts;
  page: PageText;
  shown: AutosaveStatus;
  waits: AutosaveTimers;
}

/** What is said with the server about a page's draft, one thing after the other. */
export class DraftSync {
  readonly #device: LocalDrafts;
  readonly #page: PageText;
  readonly #shown: AutosaveStatus;
  readonly #waits: AutosaveTimers;
  #server: DraftServer;
  /** The server's revision that our next draft follows. */
  #follows: number | null = null;
  /** Whether the server's draft is one that this page has sent, or has been told to follow. */
  #ours = false;
  #lastSent: ChapterInput | null = null;
  /** The text that the server's draft is known to have; null where that is not sure. */
  #onServer: ChapterInput | null = null;
  /** What is being sent since the page may be gone a moment later. */
  #parting: ChapterInput | null = null;
  #failures = 0;
  #talking: Promise<void> = Promise.resolve();
  #sendQueued = false;
  /** The author has thrown the text away: nothing of it is sent any more. */
  #discarded = false;

  constructor({ server, device, page, shown, waits: running }: Parts) {
    this.#server = server;
    this.#device = device;
    this.#page = page;
    this.#shown = shown;
    this.#waits = running;
  }

  /** Asks for the draft that was kept earlier, once `after` is over; it is offered beside what the device has. */
  meet(after: Promise<void>): Promise<void> {
    this.#talking = this.#talking.then(async () => {
      await after;
      const draft = await this.#server.read().catch(() => null);
      if (draft === null) return;
      this.#follows = draft.revision;
      this.#ours = false;
      this.#device.meet(draft, this.#page.saved);
      this.#shown.show({ offers: this.#device.aside });
    });
    return this.#talking;
  }

  /** Sends what stands on the page, unless that waits already or the author has to decide first. */
  send(): void {
    this.#waits.stop('pause', 'latest', 'retry');
    if (this.#discarded) return;
    if (this.#shown.view().state === 'clash' || this.#sendQueued) return;
    this.#sendQueued = true;
    this.#talking = this.#talking.then(() => {
      this.#sendQueued = false;
      return this.#sendOnce(false);
    });
  }

  /**
   * Sends what the server does not have yet, since the page may be gone a moment later: at once, or, where only the
   * page goes and not its tab, after whatever is being said just now. It never has the server forget anything.
   */
  sendLeaving(atOnce: boolean): void {
    const typed = this.#page.read();
    if (this.#discarded || this.#shown.view().state === 'clash' || !this.#page.dirty) return;
    if ([this.#onServer, this.#parting].some((text) => text !== null && isSameInput(text, typed))) return;
    this.#waits.stop('pause', 'latest');
    const before = this.#talking;
    const sending = atOnce ? this.#sendOnce(true) : before.then(() => this.#sendOnce(true));
    // What is sent or deleted next waits for both.
    this.#talking = before.then(() => sending);
  }

  /** Resolves when nothing is being said any more. */
  async quiet(): Promise<void> {
    let last: Promise<void>;
    do {
      last = this.#talking;
      await last;
    } while (last !== this.#talking);
  }

  /** Our next draft follows this one. */
  accept(draft: ServerDraft): void {
    this.#failures = 0;
    this.#follows = draft.revision;
    this.#ours = true;
    this.#onServer = plain(draft);
    this.#device.change({ seen: draft.updatedAt });
  }

  /** The server's draft that goes when the page's text is saved; null when it is not about this text. */
  get droppable(): number | null {
    return this.#ours || this.#device.aside.length === 0 ? this.#follows : null;
  }

  /** Has the server forget the draft, after whatever is being said to it just now. */
  async drop(): Promise<void> {
    this.#talking = this.#talking.then(() => this.#dropNow());
    await this.#talking;
  }

  /**
   * Sends nothing of the page's text any more, and deletes what the server has of it: also what is still on its way
   * there, and what it has taken without an answer.
   */
  async discard(): Promise<void> {
    this.#discarded = true;
    this.#talking = this.#talking.then(async () => {
      const sent = this.#lastSent;
      if (sent !== null && this.#onServer === null) {
        const draft = await this.#server.read().catch(() => null);
        if (draft !== null && isSameInput(draft, sent)) this.accept(draft);
      }
      await this.#dropNow();
    });
    await this.#talking;
  }

  /** Goes on about another place; resolves to how the draft at the old one is dropped. */
  async moveTo(server: DraftServer): Promise<() => Promise<void>> {
    const old = this.#server;
    await this.#talking;
    const { droppable } = this;
    this.#server = server;
    this.#follows = null;
    this.#onServer = null;
    return async () => {
      if (droppable !== null) await old.discard(droppable).catch(() => undefined);
    };
  }

  async #sendOnce(leaving: boolean): Promise<void> {
    if (this.#discarded) return;
    const page = this.#page;
    const typed = plain(page.read());
    if (isSameInput(typed, page.saved)) {
      this.#shown.show({ state: 'clean' });
      if (!leaving && !this.#waits.over) await this.#dropNow();
      return;
    }
    const { edits } = page;
    // What the server is given, the device has too: so the server's draft is never the newer one.
    this.#device.change({ current: page.unsaved() });
    if (!leaving) this.#shown.show({ state: 'sending' });
    const before = this.#lastSent;
    this.#lastSent = typed;
    // Whatever becomes of this one, the server may have it from here on.
    this.#onServer = null;
    if (leaving) this.#parting = typed;
    const result = await this.#server.save(typed, page.baseVersion, this.#follows, leaving);
    this.#parting = null;
    this.#hear(result, typed, before);
    // After the end the device is for the next page to write on.
    if (result.kind === 'kept' && !this.#waits.over) await this.#device.write();
    if (!page.dirty) this.#shown.show({ state: 'clean' });
    else if (page.edits !== edits && this.#shown.view().state !== 'clash') {
      this.#shown.show({ state: 'typing' });
    }
  }

  #hear(result: SaveResult, typed: ChapterInput, before: ChapterInput | null): void {
    if (result.kind === 'kept') {
      this.accept(result.draft);
      this.#shown.show({ state: 'server', refusal: null });
    } else if (result.kind === 'clash') {
      // The author has decided already: the other draft stays as it is.
      if (this.#discarded) return;
      this.#meetOther(result.theirs, typed, before);
    } else if (result.kind === 'away') {
      const { message = null } = result;
      this.#shown.show({ state: message === null ? 'offline' : 'refused', refusal: message });
      this.#tryLater(result.retryAfterSeconds);
    } else if (result.kind === 'signed-out') {
      this.#shown.show({ state: 'signed-out' });
    } else {
      this.#shown.show({ state: 'refused', refusal: result.message });
    }
  }

  /** A draft that we sent ourselves and whose answer was lost, that is offered here, or that we have met, is no clash. */
  #meetOther(theirs: ServerDraft | null, typed: ChapterInput, before: ChapterInput | null): void {
    const { seen, aside } = this.#device;
    const ours = [typed, before, this.#lastSent, ...aside];
    const known =
      theirs === null ||
      ours.some((text) => text !== null && isSameInput(theirs, text)) ||
      (seen !== null && theirs.updatedAt <= seen);
    if (!known) {
      this.#shown.show({ state: 'clash', clash: theirs });
      return;
    }
    this.#follows = null;
    if (theirs !== null) this.accept(theirs);
    this.send();
  }

  #tryLater(seconds: number | null): void {
    const wait = autosaveDelays.retry[Math.min(this.#failures, autosaveDelays.retry.length - 1)] ?? 30_000;
    this.#failures += 1;
    this.#waits.start('retry', Math.max(wait, (seconds ?? 0) * 1000), () => this.send());
  }

  async #dropNow(): Promise<void> {
    const { droppable } = this;
    if (droppable === null) return;
    this.#follows = null;
    this.#onServer = null;
    try {
      await this.#server.discard(droppable);
      this.#failures = 0;
    } catch {
      // It may be there still, and other devices would offer what was taken back.
      if (this.#waits.over || this.#follows !== null) return;
      this.#follows = droppable;
      this.#tryLater(null);
    }
  }
}
