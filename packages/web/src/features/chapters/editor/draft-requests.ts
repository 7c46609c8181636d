import { isSameText } from './chapter-input.ts';
import { write } from './draft-device.ts';
import {
  autosaveDelays,
  type DraftEvent,
  isDirty,
  ownTurn,
  type Step,
  setOwnHandled,
  startTimer,
  stopTimers,
  takeTurn,
} from './draft-state.ts';

/** Sends the page's text after the requests in progress. */
export function send(step: Step): void {
  step.state.sendNext = true;
  nextRequest(step);
}

/** Deletes our draft after the requests in progress. */
export function deleteOwn(step: Step): void {
  step.state.deleteNext = true;
  nextRequest(step);
}

/** Deletes our draft once the device has the texts that were set aside, of which the server may have the only copy. */
export function deleteOnceStored(step: Step): void {
  step.state.deleteAfterWrite = step.state.mayExist || step.state.requests > 0;
  write(step);
}

/** Deletes our draft if that had to wait for a write, and nothing that was set aside would be lost. */
export function afterWrite(step: Step): void {
  const { state } = step;
  if (state.writing !== null || !state.deleteAfterWrite) return;
  state.deleteAfterWrite = false;
  if (state.ended || !state.deviceFailed || state.kept.aside.length === 0) deleteOwn(step);
}

/** Begins the next request, if none is in progress. */
export function nextRequest(step: Step): void {
  const { state } = step;
  if (state.requests > 0) return;
  if (state.deleteNext) deleteNow(step);
  if (state.requests > 0 || !state.sendNext) return;
  state.sendNext = false;
  sendNow(step, Boolean(state.ended));
}

/** The server has no draft of ours of the chapter that the page shows. */
export function forgetOwn(state: Step['state']): void {
  state.mayExist = false;
  state.onServer = null;
}

function deleteNow({ state, effects }: Step): void {
  state.deleteNext = false;
  // What was typed since replaces the draft.
  if (!state.mayExist || (isDirty(state) && !state.discarded)) return;
  forgetOwn(state);
  state.requests += 1;
  effects.push({ do: 'delete', chapter: state.base.chapter, drafts: [ownTurn(state)], own: true });
}

/** Whether the server has the page's text, or is about to have it even if the page closes. */
function isOnServer({ input, onServer, sending }: Step['state']): boolean {
  const text = onServer ?? (sending?.leaving && sending.input);
  return text ? isSameText(text, input) : false;
}

/** Sends the page's text. A page that is closing (`leaving`) sends what is missing and deletes nothing. */
export function sendNow(step: Step, leaving: boolean): void {
  const { state, effects } = step;
  const dirty = isDirty(state);
  if (state.discarded || (leaving && (!dirty || isOnServer(state)))) return;
  stopTimers(step, 'pause', 'interval', 'retry');
  const { input, edits, base } = state;
  if (!dirty) {
    state.triedEdits = edits;
    if (state.mayExist) deleteOnceStored(step);
    return;
  }
  const draft = { device: state.device, turn: takeTurn(step) };
  const { chapter, baseVersion } = base;
  // From here on, the server may have this text, whatever the response.
  state.onServer = null;
  state.mayExist = true;
  state.sending = { chapter, draft, input, edits, baseVersion, leaving };
  state.lastSent = draft.turn;
  state.requests += 1;
  effects.push({ do: 'send', ...state.sending });
}

/** The response to a text that was sent. */
export function onSent(step: Step, { sent, result }: DraftEvent<'sent'>): void {
  const { state } = step;
  const { input, edits, draft } = sent;
  state.requests -= 1;
  state.triedEdits = Math.max(state.triedEdits, edits);
  if (state.sending?.draft.turn === draft.turn) state.sending = null;
  if (result.kind === 'saved') {
    state.failures = 0;
    if (result.turn > state.lastSent) {
      // A later write was stored before, whose turn this device has lost.
      takeTurn(step, result.turn);
      send(step);
    } else {
      // A later request may have overtaken this one.
      if (draft.turn === state.lastSent) {
        state.onServer = input;
        state.serverEdits = edits;
      }
      state.problem = null;
      // After the end, only the next page writes to the device.
      if (!state.ended) write(step);
    }
  } else if (result.kind === 'unavailable') {
    const { message, retryAfterSeconds } = result;
    state.problem = { kind: message === undefined ? 'offline' : 'rejected', message, edits };
    retryLater(step, retryAfterSeconds);
  } else {
    state.problem = { ...result, edits };
  }
  nextRequest(step);
}

/** The response to a deletion. Without one, the draft may still exist, and other devices would offer it. */
export function onDeleted(step: Step, { own, done }: DraftEvent<'deleted'>): void {
  const { state } = step;
  state.requests -= 1;
  if (own && !done) {
    state.mayExist = true;
    retryLater(step, null);
  }
  if (own && state.discarded) {
    // A request that was in progress may have got a later turn.
    setOwnHandled(state);
    write(step, 'if-newest');
  }
  nextRequest(step);
}

function retryLater(step: Step, seconds: number | null): void {
  const { retry } = autosaveDelays;
  const wait = retry[Math.min(step.state.failures, retry.length - 1)] ?? 30_000;
  step.state.failures += 1;
  startTimer(step, 'retry', Math.max(wait, (seconds ?? 0) * 1000));
}
