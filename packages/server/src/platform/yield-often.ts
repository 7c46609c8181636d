import { setImmediate } from 'node:timers/promises';

/** Milliseconds that work computes before other requests have their turn. */
const maxTurn = 10;

/** For loops over many texts: awaiting the result in each round lets other requests have their turn often enough. */
export function yieldOften(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxTurn) return;
    await setImmediate();
    since = performance.now();
  };
}
