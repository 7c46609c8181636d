import { createRequire } from 'node:module';
import pino from 'pino';
import type { Config } from './config.ts';
import { withoutValues } from './db/db-errors.ts';
import { lineBuffer } from './line-buffer.ts';
import { nonBlockingWriter, type Output } from './non-blocking-writer.ts';

export type Log = pino.Logger;

/** What libraries log at trace: an upload's headers with their token, and the bytes of a request that is none. */
const ofLibraries = ['busboyOptions', 'err.rawPacket'];

/** The time of a line in ISO 8601, put into words once a millisecond: a busy server writes dozens of lines in one. */
function isoTime(): () => string {
  let at = 0;
  let words = '';
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      words = `,"time":"${new Date(now).toISOString()}"`;
    }
    return words;
  };
}

/** What every log has in common: times, errors without people's values, and no secrets by mistake. */
export const logSettings = ({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): pino.LoggerOptions => ({
  level: LOG_LEVEL,
  base: null,
  timestamp: isoTime(),
  serializers: { err: (error) => withoutValues(error) ?? pino.stdSerializers.err(error) },
  redact: {
    paths: ['password', 'token', 'email', '*.password', '*.token', '*.email', ...ofLibraries],
    censor: '[removed]',
  },
});

/** Where the lines of all of a process's logs go: standard output is one, and so is what waits for it. */
let standardOutput: Output | undefined;

/** Whether the package for readable lines is there; a production install leaves it out. */
function canBePretty(): boolean {
  try {
    createRequire(import.meta.url).resolve('pino-pretty');
    return true;
  } catch {
    return false;
  }
}

/**
 * One JSON line an event on stdout; readable lines on a terminal of a development install. Never a body, a header, a query or a person's
 * text. Lines go out several at a time, a tenth of a second late at most: a write for each costs a request an
 * eighth of its time. Those of a crash are written before the process ends.
 */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>, pretty = process.stdout.isTTY === true): Log {
  if (!pretty || !canBePretty()) {
    standardOutput ??= lineBuffer(nonBlockingWriter(process.stdout.fd));
    return pino(logSettings(config), standardOutput);
  }
  const transport = { target: 'pino-pretty', options: { colorize: true, ignore: 'pid,hostname' } };
  return pino({ ...logSettings(config), transport });
}
