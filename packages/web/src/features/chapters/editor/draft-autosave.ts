import { listenerSet } from '../../../lib/listeners.ts';
import { type ChapterInput, pickInput } from './chapter-input.ts';
import { reduce } from './draft-reducer.ts';
import type { DraftEffect, DraftEvent, DraftState, TimerKind } from './draft-state.ts';
import * as drafts from './draft-state.ts';
import type { AutosaveOptions, DraftTurn, PendingWrites, SavedText, StoredDraft } from './draft-store.ts';
import { type AutosaveView, viewOf } from './draft-view.ts';

const noPendingWrites: PendingWrites = { onDevice: Promise.resolve(), onServer: Promise.resolve() };
const isIdle = (state: DraftState): boolean => !drafts.isWriting(state) && !drafts.isRequesting(state);

/**
 * Saves drafts while the author types (docs/product/chapters.md#drafts). `reduce` decides; this runs its effects on the
 * page, the two stores and the timers, and returns their results to it as events.
 */
export class DraftAutosave {
  readonly #options: AutosaveOptions;
  readonly #timers = new Map<TimerKind, unknown>();
  readonly #changed = listenerSet();
  readonly subscribe = this.#changed.subscribe;
  #waiting: { until: (state: DraftState) => boolean; resolve: () => void }[] = [];
  /** Whether the page is being filled, which is no input of the author. */
  #filling = false;
  #state: DraftState;
  #view: AutosaveView;

  constructor(options: AutosaveOptions, saved: SavedText) {
    this.#options = options;
    this.#state = drafts.initialState(options.device, options.key, saved, options.timers.now());
    this.#view = viewOf(this.#state);
  }

  readonly view = (): AutosaveView => this.#view;

  /** Identifies the user and the chapter. */
  get key(): string {
    return this.#state.key;
  }
  /** The chapter's id, or the id that the new chapter will have. */
  get chapter(): string {
    return this.#state.base.chapter;
  }
  /** The saved version that the text on the page is based on. */
  get baseVersion(): number | null {
    return this.#state.base.baseVersion;
  }
  /** The drafts on the server that saving the page's text deletes. */
  get savedDrafts(): DraftTurn[] {
    return drafts.savedDrafts(this.#state);
  }
  /** The last known saved text. */
  get saved(): ChapterInput {
    return this.#state.saved;
  }
  /** Whether the page has unsaved text. */
  get dirty(): boolean {
    return drafts.isDirty({ ...this.#state, input: this.#input() });
  }

  /**
   * Looks for drafts that were never saved, first on the device, then on the server. This device's own continues on the
   * page; others are put into `view().offers`. `earlier` are the pending writes of an earlier page of this chapter.
   */
  async open(earlier: PendingWrites = noPendingWrites): Promise<void> {
    const { localStore, server } = this.#options;
    this.#dispatch({ type: 'open' });
    await earlier.onDevice;
    this.#dispatch({ type: 'read', stored: await localStore.read(this.key).catch(() => null) });
    await earlier.onServer;
    this.#dispatch({ type: 'listed', drafts: await server.list().catch(() => []) });
  }

  /** Whether the author has typed anything on this page. */
  readonly isEdited = (): boolean => this.#state.edits > 0;

  /** Call on every input event. */
  onInput(): void {
    if (!this.#filling) this.#dispatch({ type: 'input' });
  }

  /** Saves immediately: the page loses the focus or is hidden, or its tab closes (`leaving`). */
  readonly flush = (leaving = false): void => this.#dispatch({ type: 'flush', leaving });

  /** Tries again, because the network or the session is back. */
  readonly retry = (): void => this.#dispatch({ type: 'retry' });

  /** Accepts an offered text, which the caller puts on the page. The text it replaces is offered instead. */
  restore(offer: StoredDraft): ChapterInput {
    this.#dispatch({ type: 'restore', offer });
    return this.#state.input;
  }

  /** Deletes an offered text, and the drafts on the server that it includes. */
  discard(offer: StoredDraft): Promise<void> {
    this.#dispatch({ type: 'discardOffer', offer });
    return this.#until(isIdle);
  }

  /** The author does not want to continue their draft: the page gets the saved text. Undo brings the draft back. */
  readonly discardContinued = (): void => this.#dispatch({ type: 'discardContinued' });

  /** The author leaves and discards everything typed on this page. */
  discardAll(): Promise<void> {
    this.#dispatch({ type: 'discardAll' });
    return this.#until(isIdle);
  }

  /** `text` has been saved as `version`. Resolves to whether the page still shows exactly this text. */
  async markSaved(text: ChapterInput, version: number): Promise<boolean> {
    this.#dispatch({ type: 'saved', text, version });
    const same = !drafts.isDirty(this.#state);
    if (same) await this.#until(isIdle);
    return same;
  }

  /** Sets the saved text that further input is based on. */
  readonly setSaved = (text: ChapterInput, version: number): void =>
    this.#dispatch({ type: 'baseSaved', text, version });

  /** A new chapter has been saved: further drafts are stored on the device under the chapter's own key. */
  async moveTo(key: string): Promise<void> {
    const isWritten = (state: DraftState): boolean => !drafts.isWriting(state);
    while (drafts.isWriting(this.#state)) await this.#until(isWritten);
    this.#dispatch({ type: 'move', key });
    await this.#until(isWritten);
  }

  /** The new chapter needs another id, because a chapter that had this one was deleted. */
  readonly setChapter = (chapter: string): void => this.#dispatch({ type: 'newId', chapter });

  /** The author continues with a different text: the page's text is offered instead. */
  readonly offerCurrentText = (): void => this.#dispatch({ type: 'offerCurrent' });

  /** Saves a last time and stops. Call it while the page's fields are still mounted. */
  close(): PendingWrites {
    this.#dispatch({ type: 'close' });
    return {
      onDevice: this.#until((state) => !drafts.isWriting(state)),
      onServer: this.#until((state) => !drafts.isRequesting(state)),
    };
  }

  /** The text on the page, or the last one before it was unmounted. */
  #input(): ChapterInput {
    const text = this.#options.read();
    return text === null ? this.#state.input : pickInput(text);
  }

  #until(until: (state: DraftState) => boolean): Promise<void> {
    return new Promise((resolve) => {
      if (until(this.#state)) resolve();
      else this.#waiting.push({ until, resolve });
    });
  }

  #dispatch(event: DraftEvent): void {
    const page = { input: this.#input(), now: this.#options.timers.now() };
    const { state, effects } = reduce(this.#state, event, page);
    this.#state = state;
    for (const effect of effects) this.#run(effect);
    const view = viewOf(this.#state);
    const changed = (Object.keys(view) as (keyof AutosaveView)[]).some(
      (key) => view[key] !== this.#view[key],
    );
    if (changed) {
      this.#view = view;
      this.#changed.notify();
    }
    for (const { until, resolve } of this.#waiting) if (until(this.#state)) resolve();
    this.#waiting = this.#waiting.filter(({ until }) => !until(this.#state));
  }

  #run(effect: DraftEffect): void {
    const { localStore, timers, put } = this.#options;
    switch (effect.do) {
      case 'put':
        this.#filling = true;
        put(effect.text);
        this.#filling = false;
        break;
      case 'timer': {
        const { timer, ms } = effect;
        timers.clear(this.#timers.get(timer));
        const run = () => this.#dispatch({ type: 'timer', timer });
        if (ms !== null) this.#timers.set(timer, timers.set(run, ms));
        break;
      }
      case 'write-sync':
        localStore.writeSync(effect.key, effect.drafts, effect.known);
        break;
      case 'write-rest':
        localStore.write(effect.key, effect.drafts, effect.known).catch(() => undefined);
        break;
      default:
        void this.#perform(effect).then((event) => this.#dispatch(event));
    }
  }

  async #perform(effect: DraftEffect & { do: 'write' | 'send' | 'delete' }): Promise<DraftEvent> {
    const { localStore, server } = this.#options;
    if (effect.do === 'send') return { type: 'sent', sent: effect, result: await server.save(effect) };
    if (effect.do === 'delete') {
      const { chapter, drafts, own } = effect;
      const results = await Promise.allSettled(drafts.map((draft) => server.discard(chapter, draft)));
      return { type: 'deleted', own, done: results.every(({ status }) => status === 'fulfilled') };
    }
    const { key, drafts, known, unlessAfter } = effect;
    try {
      const skip = unlessAfter !== null && ((await localStore.read(key))?.turn ?? 0) > unlessAfter;
      const inDatabase = skip ? null : await localStore.write(key, drafts, known);
      return { type: 'written', drafts, inDatabase, failed: false };
    } catch {
      return { type: 'written', drafts, inDatabase: null, failed: true };
    }
  }
}
