import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions } from 'fastify/types/logger.js';
import pino from 'pino';
import type { Log } from '../log.ts';

/** Numbers requests: of this process by their beginning, in order by their end. Nothing rests on their being secret. */
export function requestIds(): () => string {
  const ofThisProcess = randomUUID().slice(0, 18);
  let last = 0;
  return () => {
    last += 1;
    return `${ofThisProcess}-${last.toString(36)}`;
  };
}

/** The log of the requests of each route: what they have in common is put into words once. */
export function logRoutes(log: Log): (method: string, route: string) => Log {
  const known = new Map<string, Map<string, Log>>();
  return (method, route) => {
    const ofMethod = known.get(method) ?? new Map<string, Log>();
    known.set(method, ofMethod);
    // These lines have nothing in them that could need taking out.
    const lines = ofMethod.get(route) ?? log.child({ method, route }, { redact: [] });
    ofMethod.set(route, lines);
    return lines;
  };
}

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/**
 * A log whose children are made when they first say something. Each request has a child of its own, which puts the
 * request's number on every line; hardly any has something to say before its last line, and a child costs as much as
 * a look-up. (Fastify's own way to make children differently looks each of them over for its methods.)
 */
export class LazyLog implements FastifyBaseLogger {
  #log: FastifyBaseLogger;
  #bindings: Bindings;
  #options: ChildLoggerOptions;
  #made: FastifyBaseLogger | undefined;

  constructor(log: FastifyBaseLogger, bindings: Bindings = {}, options: ChildLoggerOptions = {}) {
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

  /** Fastify would put its own in the place of those that it does not find, which tell people's values. */
  get serializers(): Record<string, pino.SerializerFn> {
    return Reflect.get(this.#log, pino.symbols.serializersSym);
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
    return new LazyLog(this.#own, bindings, options);
  }
}
