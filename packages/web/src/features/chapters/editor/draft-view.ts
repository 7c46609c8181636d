import type { DraftState } from './draft-state.ts';
import { isDirty } from './draft-state.ts';
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

/** Long texts are compared only when something has been tried with the newest input. */
function storedWhere(state: DraftState): AutosaveState {
  const { edits, sending, problem, deviceFailed, deviceEdits } = state;
  if (sending && !sending.leaving && sending.edits === edits) return 'sending';
  if (edits > state.triedEdits) return 'typing';
  // A text that was set aside may be nowhere else.
  if (edits > 0 && deviceFailed && state.kept.aside.length > 0) return 'not-stored';
  if (!isDirty(state)) return 'clean';
  if (state.serverEdits === edits) return 'server';
  if (deviceEdits < edits) return deviceFailed ? 'not-stored' : 'typing';
  return problem?.edits === edits ? problem.kind : 'device';
}

/** What the page shows of the state. */
export const viewOf = (state: DraftState): AutosaveView => ({
  state: storedWhere(state),
  offers: state.kept.aside,
  continued: state.continued ?? null,
  rejection: state.problem?.message ?? null,
});
