import { pickInput } from './chapter-input.ts';
import { move, offer, onWritten, write, writeSync } from './draft-device.ts';
import { onListed, onRead, takeText, withSwitch } from './draft-opening.ts';
import * as requests from './draft-requests.ts';
import type { DraftEvent, DraftState, EventType, Step } from './draft-state.ts';
import * as drafts from './draft-state.ts';
import type { StoredDraft } from './draft-store.ts';

/**
 * What happens to drafts in the editor (docs/product/chapters.md#drafts): the next state, and the effects to run, whose
 * results return as events. `input` is the text on the page, `now` is in milliseconds.
 */
export function reduce<Type extends EventType>(
  before: DraftState,
  event: DraftEvent<Type>,
  { input, now }: Pick<DraftState, 'input'> & Pick<Step, 'now'>,
): Pick<Step, 'state' | 'effects'> {
  const step: Step = { state: { ...before, input }, effects: [], now };
  handlers[event.type](step, event);
  return step;
}

/** Each changes the step's copy of the state and adds effects. */
const handlers: { [T in EventType]: (step: Step, event: DraftEvent<T>) => void } = {
  // No request is sent before the server's drafts are listed.
  open: ({ state }) => Object.assign(state, { ended: false, requests: state.requests + 1 }),
  read: onRead,
  listed: onListed,
  input: onInput,
  timer: onTimer,
  flush: (step, { leaving }) => {
    storeNow(step, leaving);
    // Beside the requests in progress: the tab may close.
    if (leaving) requests.sendNow(step, true);
  },
  retry: (step) => step.state.problem && requests.send(step),
  written: (step, event) => {
    onWritten(step, event);
    requests.afterWrite(step);
  },
  sent: requests.onSent,
  deleted: requests.onDeleted,
  restore: onRestore,
  offerCurrent: (step) => offer(step, drafts.pageToOffer(step.state)),
  discardOffer: onDiscardOffer,
  discardContinued: (step) => {
    const { state, effects } = step;
    state.continued = null;
    // The page may be reloaded before the draft is deleted.
    drafts.setOwnHandled(state);
    state.input = state.saved;
    effects.push({ do: 'put', text: state.saved });
    onInput(step);
  },
  discardAll: (step) => {
    const { state } = step;
    state.discarded = true;
    end(step);
    drafts.setOwnHandled(state);
    write(step, 'always');
    requests.deleteOwn(step);
  },
  baseSaved: setSaved,
  saved: onSaved,
  newId: (step, { chapter }) => {
    const { state, now } = step;
    requests.forgetOwn(state);
    state.base = { ...state.base, chapter, baseVersion: null, keptAt: drafts.isoTime(now) };
  },
  move,
  close: onClose,
};

function onInput(step: Step): void {
  const { state } = step;
  if (state.ended) return;
  state.edits += 1;
  state.base = { ...state.base, keptAt: drafts.isoTime(step.now) };
  const { device, pause, interval } = drafts.autosaveDelays;
  if (!state.timers.device) drafts.startTimer(step, 'device', device);
  drafts.startTimer(step, 'pause', pause);
  if (!state.timers.interval) drafts.startTimer(step, 'interval', interval);
}

function onTimer(step: Step, { timer }: DraftEvent<'timer'>): void {
  step.state.timers = { ...step.state.timers, [timer]: false };
  if (timer === 'device') write(step);
  else requests.send(step);
}

/** Stores on the device what waits for a timer; synchronously too if the page may close. */
function storeNow(step: Step, leaving: boolean): void {
  const { state } = step;
  if (!state.timers.device && !(leaving && state.writing !== null)) return;
  drafts.stopTimers(step, 'device');
  if (leaving) writeSync(step);
  write(step, 'always');
}

/** Stores the page's text a last time. */
function onClose(step: Step): void {
  const { state } = step;
  if (state.ended) return;
  storeNow(step, true);
  if (state.edits > 0 || drafts.isDirty(state)) write(step, 'always');
  end(step);
  requests.send(step);
}

function end(step: Step): void {
  drafts.stopTimers(step, ...drafts.timerKinds);
  step.state.ended = true;
}

const withoutOffer = ({ kept }: DraftState, offer: StoredDraft): StoredDraft[] =>
  kept.aside.filter((text) => text !== offer);

/** An offered text goes on the page, and becomes the newest draft. The text that it replaces is offered. */
function onRestore(step: Step, { offer }: DraftEvent<'restore'>): void {
  const { state } = step;
  drafts.keep(state, { aside: [...drafts.pageToOffer(state), ...withoutOffer(state, offer)] });
  if (offer.chapter !== state.base.chapter) requests.forgetOwn(state);
  takeText(step, { ...withSwitch(state, offer), keptAt: drafts.isoTime(step.now) });
  state.continued = null;
  write(step);
}

function onDiscardOffer(step: Step, { offer }: DraftEvent<'discardOffer'>): void {
  const { state, effects } = step;
  drafts.keep(state, { aside: withoutOffer(state, offer) });
  write(step);
  if (offer.drafts.length === 0) return;
  state.requests += 1;
  effects.push({ do: 'delete', chapter: offer.chapter, drafts: offer.drafts, own: false });
}

function setSaved({ state }: Step, { text, version }: Pick<DraftEvent<'saved'>, 'text' | 'version'>): void {
  state.saved = pickInput(text);
  state.base = { ...state.base, baseVersion: version, drafts: [] };
}

/** The page's text, or an earlier one, has been saved. */
function onSaved(step: Step, event: DraftEvent<'saved'>): void {
  const { state } = step;
  setSaved(step, event);
  state.problem = null;
  state.continued = null;
  if (drafts.isDirty(state)) {
    onInput(step);
    // What was typed during the save of a page that is closed by now.
    if (state.ended && !state.discarded) {
      write(step);
      requests.send(step);
    }
    return;
  }
  drafts.stopTimers(step, ...drafts.timerKinds);
  state.triedEdits = state.edits;
  drafts.setOwnHandled(state);
  requests.deleteOnceStored(step);
}
