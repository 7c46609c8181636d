import type { StoredDraft } from './draft-store.ts';

/** Where the typed text is stored. */
type AutosaveState =
  | 'clean'
  | 'typing'
  | 'device'
  | 'sending'
  | 'server'
  | 'offline'
  | 'signed-out'
  | 'rejected'
  | 'not-stored';

export interface AutosaveView {
  state: AutosaveState;
  /** Earlier unsaved texts that the author can restore or discard, newest first. */
  offers: StoredDraft[];
  /** When the draft of this device was last edited that continues on the page; null if there was none. */
  continued: string | null;
  /** Why the server rejects the draft. */
  rejection: string | null;
}

/** The autosave state that the page shows; notifies its listeners of changes. */
export class AutosaveStatus {
  readonly #listeners = new Set<() => void>();
  #view: AutosaveView = { state: 'clean', offers: [], continued: null, rejection: null };

  readonly view = (): AutosaveView => this.#view;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  show(changes: Partial<AutosaveView>): void {
    this.#view = { ...this.#view, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
