import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions } from 'fastify/types/logger.js';

/** Numbers requests: of this process by their beginning, in order by their end. Nothing rests on their being secret. */
export function requestIds(): () => string {
  const ofThisProcess = randomUUID().slice(0, 18);
  let last = 0;
  return () => {
    last += 1;
    return `${ofThisProcess}-${last.toString(36)}`;
  };
}

/**
 * A request's own log, which puts its number on every line. Hardly any request has something to say before its last
 * line, and a child of the log costs as much as a look-up, so that it is made when it is first used.
 */
export function requestLog(
  log: FastifyBaseLogger,
  bindings: Bindings,
  options: ChildLoggerOptions,
): FastifyBaseLogger {
  return new RequestLog(log, bindings, options);
}

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

class RequestLog implements FastifyBaseLogger {
  #log: FastifyBaseLogger;
  #bindings: Bindings;
  #options: ChildLoggerOptions;
  #made: FastifyBaseLogger | undefined;

  constructor(log: FastifyBaseLogger, bindings: Bindings, options: ChildLoggerOptions) {
    this.#log = log;
    this.#bindings = bindings;
    this.#options = options;
  }

  get #own(): FastifyBaseLogger {
    this.#made ??= this.#log.child(this.#bindings, this.#options);
    return this.#made;
  }

  #say(level: Level, line: unknown[]): void {
    Reflect.apply(this.#own[level], this.#own, line);
  }

  get level(): string {
    return this.#log.level;
  }
  fatal(...line: unknown[]): void {
    this.#say('fatal', line);
  }
  error(...line: unknown[]): void {
    this.#say('error', line);
  }
  warn(...line: unknown[]): void {
    this.#say('warn', line);
  }
  info(...line: unknown[]): void {
    this.#say('info', line);
  }
  debug(...line: unknown[]): void {
    this.#say('debug', line);
  }
  trace(...line: unknown[]): void {
    this.#say('trace', line);
  }
  silent(...line: unknown[]): void {
    this.#say('silent', line);
  }
  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.#own.child(bindings, options);
  }
}
