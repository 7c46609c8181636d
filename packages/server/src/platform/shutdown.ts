import type { Log } from './log.ts';

/** npm and the terminal may each pass the same Ctrl-C on: what follows this soon is the same one. */
const sameSignalWithinMs = 1000;
const maxGoodbyeMs = 10_000;

/** Waits for work so long and no longer; what is late is left to itself. */
export async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Resolves at the first signal to stop. A second one, or ten seconds, ends the process at once. */
export function shutdownSignal(log: Log): Promise<void> {
  return new Promise((resolve) => {
    let toldAt: number | null = null;
    const told = (signal: NodeJS.Signals): void => {
      const now = performance.now();
      if (toldAt === null) {
        toldAt = now;
        log.info({ signal }, 'stopping: requests under way are finished first');
        setTimeout(() => process.exit(1), maxGoodbyeMs).unref();
        resolve();
      } else if (now - toldAt > sameSignalWithinMs) process.exit(1);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, told);
  });
}
