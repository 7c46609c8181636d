import { createRequire } from 'node:module';
import pino, { type LogFn, type LoggerOptions } from 'pino';
import type { Config } from './config.ts';
import { withoutValues } from './db/db-errors.ts';
import { nonBlockingWriter, type Output } from './non-blocking-writer.ts';

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
function limitRepeatedErrors(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
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

export type Log = pino.Logger;

/**
 * Fields that libraries log or add to errors: the headers of an upload with its token, the bytes of a malformed request,
 * and a database connection with its settings and queries.
 */
const libraryFields = ['busboyOptions', 'err.rawPacket', 'err.client'];

/** Common settings of every log: timestamps, errors without personal data and rarely repeated, redacted secrets. */
export const logSettings = ({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): pino.LoggerOptions => ({
  level: LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  hooks: { logMethod: limitRepeatedErrors() },
  serializers: {
    err: (error) => withoutValues(error) ?? pino.stdSerializers.err(error),
    // Fastify's own serialisers log URLs and addresses.
    req: () => undefined,
    res: () => undefined,
  },
  redact: {
    paths: ['password', 'token', 'email', '*.password', '*.token', '*.email', ...libraryFields],
    censor: '[removed]',
  },
});

/** Shared by all logs of the process, so that their lines go through one buffer. */
let standardOutput: Output | undefined;

/** Whether pino-pretty is installed; a production install omits it. */
function hasPrettyPrinter(): boolean {
  try {
    createRequire(import.meta.url).resolve('pino-pretty');
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes one JSON line per event to stdout, or readable lines on the terminal of a development install. Never log a
 * body, a header, a query or a user's text. Lines are written at most a tenth of a second late, and before the process
 * exits, also after a crash.
 */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>, pretty = process.stdout.isTTY === true): Log {
  if (!pretty || !hasPrettyPrinter()) {
    if (standardOutput === undefined) {
      standardOutput = nonBlockingWriter(process.stdout.fd);
      process.on('exit', standardOutput.flushSync);
    }
    return pino(logSettings(config), standardOutput);
  }
  const transport = { target: 'pino-pretty', options: { colorize: true, ignore: 'pid,hostname' } };
  return pino({ ...logSettings(config), transport });
}

/** How long (ms) further failures of an outage are not logged. */
const silenceMs = 30_000;

/** Logs the first of many failures: while the database or a connection is down, everything fails. */
export function outageLog(log: Log, message: string): (error: unknown) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - loggedAt < silenceMs) return;
    loggedAt = performance.now();
    log.error({ err: error }, message);
  };
}
