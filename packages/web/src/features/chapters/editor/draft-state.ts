import { type ChapterInput, isEmpty, isSameText, pickInput } from './chapter-input.ts';
import type {
  DraftTurn,
  SavedText,
  SaveResult,
  SentDraft,
  ServerDraft,
  StoredDraft,
  StoredDrafts,
} from './draft-store.ts';
import { handledName, turnAfter } from './draft-store.ts';

/** Delays in milliseconds. A pause in typing sends the draft; without a pause it is sent every `interval`. */
export const autosaveDelays = { device: 400, pause: 2500, interval: 15_000, retry: [5000, 15_000, 30_000] };
export const timerKinds = ['device', 'pause', 'interval', 'retry'] as const;
export type TimerKind = (typeof timerKinds)[number];

/** A write for a closed page is skipped if another page has written since. */
type WriteKind = 'always' | 'if-newest';

/** A page of the editor: its text, and what the device and the server have of it. What is optional is false or null. */
export interface DraftState {
  readonly device: string;
  /** The text on the page, and the number of input events that led to it. */
  input: ChapterInput;
  edits: number;
  saved: ChapterInput;
  /** What the text on the page is based on; `drafts` of other devices are included in it. */
  base: Pick<StoredDraft, 'chapter' | 'baseVersion' | 'drafts' | 'keptAt'>;
  continued?: string | null;
  timers: Partial<Record<TimerKind, boolean>>;
  /** The page is closed. */
  ended?: boolean;
  /** The author has discarded the text: it is neither stored nor sent. */
  discarded?: boolean;

  /** The key of the device's drafts, and what they are beside the page's text. */
  key: string;
  kept: Omit<StoredDrafts, 'current'>;
  opened?: boolean;
  /** The turn of the device's draft that was put on the page or offered on opening. */
  takenUp: number;
  /** The last turn in the database that this page has read or written; the last turn that it began to write. */
  known: number;
  lastWrite: number;
  /** The number of edits in the write in progress. */
  writing: number | null;
  writeNext?: WriteKind | null;
  /** The edits that the device has stored. */
  deviceEdits: number;
  deviceFailed?: boolean;

  /** The requests in progress. One waits for all others, except when the tab may close. */
  requests: number;
  sendNext?: boolean;
  deleteNext?: boolean;
  /** Delete the server's draft once the device has stored the texts that were set aside. */
  deleteAfterWrite?: boolean;
  /** The last text that was sent, while there is no response. */
  sending?: (SentDraft & { edits: number }) | null;
  lastSent: number;
  /** The text of our draft on the server; null if unknown. */
  onServer?: ChapterInput | null;
  /** Whether the server may have a draft of ours. */
  mayExist?: boolean;
  serverEdits: number;
  failures: number;
  problem?: {
    kind: 'offline' | 'rejected' | 'signed-out';
    message?: string | undefined;
    edits: number;
  } | null;
  /** The edits that a write or request has tried to store. */
  triedEdits: number;
}

interface EventData {
  open: object;
  read: { stored: StoredDrafts | null };
  listed: { drafts: ServerDraft[] };
  input: object;
  timer: { timer: TimerKind };
  /** The page loses the focus; `leaving`: it is hidden, or its tab closes. */
  flush: { leaving: boolean };
  retry: object;
  /** A write has ended; `inDatabase` is null if that has nothing new. */
  written: { drafts: StoredDrafts; inDatabase: StoredDrafts | null; failed: boolean };
  sent: { sent: SentDraft & { edits: number }; result: SaveResult };
  deleted: { own: boolean; done: boolean };
  restore: { offer: StoredDraft };
  offerCurrent: object;
  discardOffer: { offer: StoredDraft };
  discardContinued: object;
  discardAll: object;
  /** The text that further input is based on; `saved`: and that was on the page. */
  baseSaved: { text: ChapterInput; version: number };
  saved: { text: ChapterInput; version: number };
  newId: { chapter: string };
  move: { key: string };
  close: object;
}
export type EventType = keyof EventData;
export type DraftEvent<Type extends EventType = EventType> = {
  [T in Type]: { type: T } & EventData[T];
}[Type];

/** Texts to write under a key. */
interface DeviceWrite {
  key: string;
  drafts: StoredDrafts;
  /** Later turns in the database are another page's. */
  known: number;
}

export type DraftEffect =
  | { do: 'put'; text: ChapterInput }
  /** `unlessAfter`: nothing is written if a later turn is stored. */
  | ({ do: 'write'; unlessAfter: number | null } & DeviceWrite)
  /** A write under the key that the page had before. */
  | ({ do: 'write-rest' } & DeviceWrite)
  | ({ do: 'write-sync' } & DeviceWrite)
  | ({ do: 'send'; edits: number } & SentDraft)
  | { do: 'delete'; chapter: string; drafts: DraftTurn[]; own: boolean }
  /** Starts a timer, again if it is running; null stops it. */
  | { do: 'timer'; timer: TimerKind; ms: number | null };

/** A step of the reducer: a copy of the state that it changes, and the effects so far. `now` is in milliseconds. */
export interface Step {
  state: DraftState;
  effects: DraftEffect[];
  now: number;
}

export const isoTime = (now: number): string => new Date(now).toISOString();

export const initialState = (device: string, key: string, saved: SavedText, now: number): DraftState => ({
  device,
  input: pickInput(saved.text),
  edits: 0,
  saved: pickInput(saved.text),
  base: { chapter: saved.chapter, baseVersion: saved.version, drafts: [], keptAt: isoTime(now) },
  timers: {},
  key,
  kept: { turn: 0, aside: [], handled: {} },
  takenUp: 0,
  known: 0,
  lastWrite: 0,
  writing: null,
  deviceEdits: 0,
  requests: 0,
  lastSent: 0,
  serverEdits: -1,
  failures: 0,
  triedEdits: 0,
});

/** Whether the page has unsaved text. */
export const isDirty = ({ input, saved }: DraftState): boolean => !isSameText(input, saved);

/** The page's text as a draft; null if it is saved. */
export const unsaved = (state: DraftState): StoredDraft | null =>
  isDirty(state) ? { ...state.input, ...state.base } : null;

/** Our draft at its last write. */
export const ownTurn = ({ device, kept: { turn } }: DraftState): DraftTurn => ({ device, turn });

/** The drafts on the server that saving the page's text deletes. */
export const savedDrafts = (state: DraftState): DraftTurn[] => [
  ...(state.mayExist ? [ownTurn(state)] : []),
  ...state.base.drafts.filter(({ device }) => device !== state.device),
];

/** The page's text as an offer, with the drafts on the server that have it. */
export function pageToOffer(state: DraftState): StoredDraft[] {
  const text = unsaved(state);
  return text === null || isEmpty(text) ? [] : [{ ...text, drafts: savedDrafts(state) }];
}

export const isWriting = ({ writing, writeNext }: DraftState): boolean =>
  writing !== null || Boolean(writeNext);

export const isRequesting = ({ requests, sendNext, deleteNext, deleteAfterWrite }: DraftState): boolean =>
  requests > 0 || Boolean(sendNext || deleteNext || deleteAfterWrite);

/** Changes what the device keeps beside the page's text. */
export function keep(state: DraftState, changes: Partial<DraftState['kept']>): void {
  state.kept = { ...state.kept, ...changes };
}

/** This device offers or deletes this draft of the server, and does not take it up again. */
export const setHandled = (state: DraftState, chapter: string, draft: DraftTurn): void =>
  keep(state, { handled: { ...state.kept.handled, [handledName(chapter, draft)]: draft.turn } });
export const setOwnHandled = (state: DraftState): void =>
  setHandled(state, state.base.chapter, ownTurn(state));

/** Takes the next turn, which is later than every earlier one and `after`. */
export function takeTurn({ state, now }: Step, after = 0): number {
  keep(state, { turn: turnAfter(Math.max(state.kept.turn, after), now) });
  return state.kept.turn;
}

function setTimer({ state, effects }: Step, timer: TimerKind, ms: number | null): void {
  state.timers = { ...state.timers, [timer]: ms !== null };
  effects.push({ do: 'timer', timer, ms });
}

/** Restarts a timer that is running. */
export function startTimer(step: Step, timer: TimerKind, ms: number): void {
  if (!step.state.ended) setTimer(step, timer, ms);
}

export function stopTimers(step: Step, ...timers: readonly TimerKind[]): void {
  for (const timer of timers) if (step.state.timers[timer]) setTimer(step, timer, null);
}
