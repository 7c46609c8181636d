import { createRequire } from 'node:module';
import pino from 'pino';
import type { Config } from './config.ts';
import { withoutValues } from './db/db-errors.ts';
import { nonBlockingWriter, type Output } from './non-blocking-writer.ts';
import { limitRepeatedErrors } from './repeated-errors.ts';

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
