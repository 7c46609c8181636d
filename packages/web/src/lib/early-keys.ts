/** Keys that a reader presses before the app's scripts are there. */
interface EarlyKeys {
  pressed: KeyboardEvent[];
  taken: AbortController;
}

declare global {
  /** The page's inline script and the app's scripts are bundled apart and share this. */
  var earlyKeys: EarlyKeys | undefined;
}

/** Notes keys until they are replayed. */
export function noteEarlyKeys(): void {
  const early: EarlyKeys = { pressed: [], taken: new AbortController() };
  globalThis.earlyKeys = early;
  const options = { signal: early.taken.signal, capture: true };
  addEventListener('keydown', (event) => void (event.repeat || early.pressed.push(event)), options);
}

/** Presses a key again, now that what acts on it is there. */
export const replayKey = (key: KeyboardEvent): unknown =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', key));

/** Presses the noted keys again, in order, once. */
export function replayEarlyKeys(): void {
  const early = globalThis.earlyKeys;
  globalThis.earlyKeys = undefined;
  early?.taken.abort();
  for (const key of early?.pressed ?? []) replayKey(key);
}
