import { type DraftEvent, type DraftState, keep, type Step, takeTurn, unsaved } from './draft-state.ts';
import {
  draftsToOffer,
  noDrafts,
  type StoredDraft,
  type StoredDrafts,
  withOtherPage,
} from './draft-store.ts';

/** The drafts to store. */
const allDrafts = (state: DraftState): StoredDrafts => ({
  ...state.kept,
  current: state.discarded ? null : unsaved(state),
});

/** Writes the drafts to the device, one write at a time; before the stored ones are read, it waits for that. */
export function write(
  step: Step,
  kind = step.state.ended ? ('if-newest' as const) : ('always' as const),
): void {
  const { state, effects } = step;
  if (state.writing !== null || !state.opened) {
    if (state.writeNext !== 'always') state.writeNext = kind;
    return;
  }
  const { key, known } = state;
  const unlessAfter = kind === 'always' ? null : Math.max(known, state.lastWrite);
  state.lastWrite = takeTurn(step);
  state.writing = state.edits;
  state.writeNext = null;
  effects.push({ do: 'write', key, drafts: allDrafts(state), known, unlessAfter });
}

/** Writes synchronously, because the page may close. */
export function writeSync(step: Step): void {
  const { state, effects } = step;
  if (!state.opened) return;
  const known = Math.max(state.known, state.lastWrite);
  state.lastWrite = takeTurn(step);
  effects.push({ do: 'write-sync', key: state.key, drafts: allDrafts(state), known });
}

/** Adds texts to those that the author can restore. */
export function offer(step: Step, texts: StoredDraft[]): void {
  const { state } = step;
  keep(state, { aside: draftsToOffer([...texts, ...state.kept.aside], state.saved) });
  write(step);
}

/** Switches to another key while nothing is being written. Offers stay under the old one. */
export function move(step: Step, { key }: DraftEvent<'move'>): void {
  const { state, effects } = step;
  const rest = { key: state.key, known: state.known, drafts: { ...noDrafts, ...state.kept } };
  state.key = key;
  if (!state.opened) return;
  rest.drafts.turn = takeTurn(step);
  state.kept = { ...noDrafts, turn: rest.drafts.turn };
  state.known = 0;
  write(step, 'always');
  effects.push({ do: 'write-rest', ...rest });
}

/** The write in progress has ended: begins the next one. */
export function onWritten(step: Step, { drafts, inDatabase, failed }: DraftEvent<'written'>): void {
  const { state } = step;
  const edits = state.writing ?? 0;
  if (inDatabase !== null) state.known = inDatabase.turn;
  // Another page may have written too, such as a tab that did not respond in time.
  if (inDatabase !== null && inDatabase !== drafts) {
    const { current: _, ...kept } = withOtherPage(allDrafts(state), { ...inDatabase, current: null }, 0);
    state.kept = kept;
  }
  if (!failed) state.deviceEdits = edits;
  state.deviceFailed = failed;
  state.triedEdits = Math.max(state.triedEdits, edits);
  state.writing = null;
  if (state.writeNext) write(step, state.writeNext);
}
