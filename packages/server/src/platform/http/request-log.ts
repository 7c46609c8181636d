import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions } from 'fastify/types/logger.js';
import pino from 'pino';
import type { Log } from '../log.ts';

/** Generates request ids: a prefix per process and a counter. They need not be secret. */
export function requestIds(): () => string {
  const prefix = randomUUID().slice(0, 18);
  let last = 0;
  return () => {
    last += 1;
    return `${prefix}-${last.toString(36)}`;
  };
}

/** Returns one log per route, so that the shared fields are serialised only once. */
export function logRoutes(log: Log): (method: string, route: string) => Log {
  const logs = new Map<string, Map<string, Log>>();
  return (method, route) => {
    const byRoute = logs.get(method) ?? new Map<string, Log>();
    logs.set(method, byRoute);
    // These lines contain nothing that must be redacted.
    const routeLog = byRoute.get(route) ?? log.child({ method, route }, { redact: [] });
    byRoute.set(route, routeLog);
    return routeLog;
  };
}

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/**
 * A log that creates child loggers at their first line. Each request has a child that adds the request id, but few
 * log more than their last line, and creating a child costs as much as a lookup. (Fastify's own `childLoggerFactory`
 * validates the methods of each child.)
 */
export class LazyLog implements FastifyBaseLogger {
  #log: FastifyBaseLogger;
  #bindings: Bindings;
  #options: ChildLoggerOptions;
  #child: FastifyBaseLogger | undefined;

  constructor(log: FastifyBaseLogger, bindings: Bindings = {}, options: ChildLoggerOptions = {}) {
    this.#log = log;
    this.#bindings = bindings;
    this.#options = options;
  }

  get #logger(): FastifyBaseLogger {
    this.#child ??= this.#log.child(this.#bindings, this.#options);
    return this.#child;
  }

  #write(level: Level, line: unknown[]): void {
    Reflect.apply(this.#logger[level], this.#logger, line);
  }

  /** Without this getter, Fastify would install its own serialisers, which log personal data. */
  get serializers(): Record<string, pino.SerializerFn> {
    return Reflect.get(this.#log, pino.symbols.serializersSym);
  }
  get level(): string {
    return this.#log.level;
  }
  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }
  error(...line: unknown[]): void {
    this.#write('error', line);
  }
  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }
  info(...line: unknown[]): void {
    this.#write('info', line);
  }
  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }
  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }
  silent(...line: unknown[]): void {
    this.#write('silent', line);
  }
  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return new LazyLog(this.#logger, bindings, options);
  }
}
