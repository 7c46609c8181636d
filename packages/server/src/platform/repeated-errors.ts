import type { LogFn, LoggerOptions } from 'pino';

const windowMs = 1_000;
const maxPerWindow = 3;

/** The errors of one kind in the current second. */
interface Repeated {
  lines: number;
  suppressed: number;
  writeLast(): void;
}

/** The message of a line with an error, and what its error says; null for other lines. */
function keyOf([details, message]: unknown[]): string | null {
  if (typeof details !== 'object' || details === null || !('err' in details)) return null;
  const { err } = details;
  if (!(err instanceof Error)) return String(message);
  // Errors of one kind may end in different values.
  return `${message}: ${'code' in err ? err.code : ''} ${err.message.slice(0, 60)}`;
}

/**
 * A pino hook that writes the same error at most three times a second, and then the last one with the number of those
 * before it that were left out: during an outage, every request fails with the same error.
 */
export function limitRepeatedErrors(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  const current = new Map<string, Repeated>();
  const begin = (key: string): Repeated => {
    const repeated: Repeated = { lines: 0, suppressed: -1, writeLast: () => {} };
    current.set(key, repeated);
    const end = () => {
      current.delete(key);
      repeated.writeLast();
    };
    setTimeout(end, windowMs).unref();
    return repeated;
  };
  return function write(args, method) {
    const key = keyOf(args);
    if (key === null) {
      method.apply(this, args);
      return;
    }
    const repeated = current.get(key) ?? begin(key);
    repeated.lines += 1;
    if (repeated.lines <= maxPerWindow) {
      method.apply(this, args);
      return;
    }
    repeated.suppressed += 1;
    const [details, ...message] = args as unknown as [object, ...unknown[]];
    repeated.writeLast = () => {
      const { suppressed } = repeated;
      method.apply(this, [{ ...details, suppressed }, ...message] as unknown as Parameters<LogFn>);
    };
  };
}
