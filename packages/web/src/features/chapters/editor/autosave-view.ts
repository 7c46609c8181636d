import type { ServerDraft, StoredDraft } from './draft-store.ts';

/** Where the text that is being typed is kept just now. */
type AutosaveState =
  | 'clean'
  | 'typing'
  | 'device'
  | 'sending'
  | 'server'
  | 'offline'
  | 'signed-out'
  | 'refused'
  | 'conflict'
  | 'not-stored';

export interface AutosaveView {
  state: AutosaveState;
  /** Unsaved texts of earlier, newest first, about which the author has not decided. */
  offers: StoredDraft[];
  /** What another device has kept meanwhile, while the author decides between the two. */
  conflict: ServerDraft | null;
  /** Why the server does not keep the draft. */
  refusal: string | null;
}

/** What the page shows of the keeping; tells whoever listens when it changes. */
export class AutosaveStatus {
  readonly #listeners = new Set<() => void>();
  #view: AutosaveView = { state: 'clean', offers: [], conflict: null, refusal: null };

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
