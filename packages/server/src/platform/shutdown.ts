import type { Log } from './log.ts';

/** npm and the terminal may each forward the same Ctrl-C; a signal this soon after the first is a duplicate. */
const duplicateSignalMs = 1000;
const maxShutdownMs = 10_000;

/** Waits for work up to the timeout; unfinished work continues on its own. */
export async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** Resolves at the first stop signal. A second signal, or ten seconds after a delay, ends the process immediately. */
export function shutdownSignal(log: Log, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    let signalledAt: number | null = null;
    const onSignal = (signal: NodeJS.Signals): void => {
      const now = performance.now();
      if (signalledAt === null) {
        signalledAt = now;
        log.info({ signal }, 'stopping: requests under way are finished first');
        setTimeout(() => process.exit(1), delayMs + maxShutdownMs).unref();
        resolve();
      } else if (now - signalledAt > duplicateSignalMs) process.exit(1);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}
