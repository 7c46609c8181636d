import { isEmpty, isSameText, pickInput } from './chapter-input.ts';
import { offer, write } from './draft-device.ts';
import { nextRequest, send } from './draft-requests.ts';
import {
  type DraftEvent,
  type DraftState,
  isDirty,
  ownTurn,
  type Step,
  setHandled,
  takeTurn,
  unsaved,
} from './draft-state.ts';
import type { ServerDraft, StoredDraft } from './draft-store.ts';
import { draftsToOffer, isHandled, noDrafts, toStoredDraft } from './draft-store.ts';

/** A page that was closed before it was used leaves what is stored as it is. */
const isUnused = ({ ended, edits }: DraftState): boolean => Boolean(ended) && edits === 0;

/** A draft with the page's published switch: its chapter may have been published or unpublished since. */
export const withSwitch = ({ base, input }: DraftState, draft: StoredDraft): StoredDraft =>
  base.baseVersion === null ? draft : { ...draft, isPublished: input.isPublished };

/** The page gets this draft's text. An unknown base version leaves the page's. */
export function takeText({ state }: Step, draft: StoredDraft): void {
  const { chapter, baseVersion, drafts, keptAt } = draft;
  state.base = { chapter, baseVersion: baseVersion ?? state.base.baseVersion, drafts, keptAt };
  state.input = pickInput(draft);
}

/** The device's drafts were read: its own draft continues on the page. */
export function onRead(step: Step, { stored }: DraftEvent<'read'>): void {
  const { state } = step;
  const { current, turn, aside, handled } = stored ?? noDrafts;
  state.opened = true;
  state.known = turn;
  state.lastWrite = turn;
  state.kept = {
    turn: Math.max(state.kept.turn, turn),
    aside: draftsToOffer([...aside, ...state.kept.aside], state.saved),
    handled: { ...handled, ...state.kept.handled },
  };
  if (isUnused(state)) return;
  if (current !== null && takeUp(step, current)) state.takenUp = turn;
  if (state.writeNext) write(step, state.writeNext);
}

/** Puts a draft of this device on the page, or offers it if that would replace something. */
function takeUp(step: Step, stored: StoredDraft): boolean {
  const { state, effects } = step;
  const draft = withSwitch(state, stored);
  if (isEmpty(draft) || isSameText(draft, state.saved)) return false;
  if (state.edits > 0 || draft.baseVersion !== state.base.baseVersion) {
    offer(step, [{ ...draft, drafts: [...draft.drafts, ownTurn(state)] }]);
    return true;
  }
  const before = unsaved(state);
  if (before !== null && !isSameText(before, draft)) offer(step, [before]);
  takeText(step, draft);
  state.continued = draft.keptAt;
  effects.push({ do: 'put', text: state.input });
  return true;
}

/** The server's drafts were loaded: this device's own continues, and others that it has not handled are offered. */
export function onListed(step: Step, { drafts }: DraftEvent<'listed'>): void {
  const { state } = step;
  state.requests -= 1;
  if (!isUnused(state)) {
    // A new page without text takes up the newest draft of a new chapter that this device has.
    const isFree = state.base.baseVersion === null && !isDirty(state) && state.edits === 0;
    const isOwn = ({ device, chapter }: ServerDraft) =>
      device === state.device && (isFree || chapter === state.base.chapter);
    const own = drafts.find(isOwn);
    if (own !== undefined) takeUpOwn(step, own);
    const others = drafts.filter((draft) => draft !== own && !isHandled(state.kept, draft.chapter, draft));
    for (const draft of others) setHandled(state, draft.chapter, draft);
    if (others.length > 0) offer(step, others.map(toStoredDraft));
  }
  nextRequest(step);
}

/** The server's draft is newer than the stored one if the device could not store that. */
function takeUpOwn(step: Step, own: ServerDraft): void {
  const { state } = step;
  takeTurn(step, own.turn);
  if (own.turn > state.takenUp && !isHandled(state.kept, own.chapter, own))
    takeUp(step, { ...toStoredDraft(own), drafts: [] });
  if (own.chapter !== state.base.chapter) return;
  state.mayExist = true;
  state.onServer = pickInput(own);
  // A page without unsaved text deletes the draft.
  if (!isDirty(state) || !isSameText(own, state.input)) send(step);
  else state.serverEdits = state.edits;
}
