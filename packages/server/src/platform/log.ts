import pino from 'pino';
import type { Config } from './config.ts';

export type Log = pino.Logger;

/** One JSON line an event on stdout; readable lines on a terminal. Never a body, a header, a query or a person's text. */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>, pretty = process.stdout.isTTY === true): Log {
  return pino({
    level: config.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: pino.stdSerializers.err },
    redact: {
      paths: ['password', 'token', 'email', '*.password', '*.token', '*.email'],
      censor: '[removed]',
    },
    ...(pretty
      ? { transport: { target: 'pino-pretty', options: { colorize: true, ignore: 'pid,hostname' } } }
      : {}),
  });
}
