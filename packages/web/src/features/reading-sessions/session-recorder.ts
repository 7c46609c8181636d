import { newId } from '@inkling/contract/new-id';
import type { DeviceType } from '@inkling/contract/reading-sessions';
import { ApiError, mayPass } from '../../lib/api.ts';
import { ActiveTime } from './active-time.ts';
import { flushSessions, queueSession, type SessionStore } from './offline-sessions.ts';
import type { SessionCalls } from './reading-sessions.api.ts';

export const syncIntervalMs = 10_000;
/** The server ends a session after two minutes without a report; before that, one report can make up for lost ones. */
const longSilenceMs = 100_000;
/** Less is not worth a report of its own. */
const minMs = 1000;

export interface Recorded {
  userId: string;
  storyId: string;
  chapterId: string;
  deviceType: DeviceType;
  userAgent: string;
}

export interface RecorderParts {
  calls: SessionCalls;
  store: SessionStore;
  /** Milliseconds of a clock that never jumps. */
  monotonic: () => number;
  /** The server's time in milliseconds. */
  serverNow: () => number;
  /** How much of the chapter is read, in percent. */
  progress: () => number;
  isVisible: () => boolean;
  isOnline: () => boolean;
  log: (error: unknown) => void;
}

/**
 * Records the reading of one chapter: starts a session, reports its time every ten seconds while the reader is active,
 * and ends it. Failures are only logged. Time that cannot be reported for long is stored as a session made offline.
 */
export class SessionRecorder {
  readonly #of: Recorded;
  readonly #parts: RecorderParts;
  readonly #time: ActiveTime;
  #sessionId: string | null = null;
  /** Active milliseconds that no response has confirmed. */
  #unreported = 0;
  /** Milliseconds of the report in flight. */
  #reporting = 0;
  /** When the first of them began, by the monotonic clock. */
  #unreportedSince: number;
  #lastContact: number;
  #notBefore = 0;
  #stopped = false;
  /** The id under which unreported time is stored on the device. */
  #offlineId: string | null = null;
  #queue: Promise<void> = Promise.resolve();

  constructor(of: Recorded, parts: RecorderParts) {
    const now = parts.monotonic();
    this.#of = of;
    this.#parts = parts;
    this.#time = new ActiveTime(now, parts.isVisible());
    this.#unreportedSince = now;
    this.#lastContact = now;
  }

  /** Reports run one after the other. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(work).catch((error: unknown) => this.#parts.log(error));
    return this.#queue;
  }

  start(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#attempt(() => this.#begin());
      await flushSessions(
        this.#parts.store,
        this.#parts.calls.track,
        this.#of.userId,
        this.#parts.serverNow(),
        this.#offlineId ?? undefined,
      );
    });
  }

  move(): void {
    const now = this.#parts.monotonic();
    const wasStill = !this.#time.isActive(now);
    this.#time.move(now);
    if (wasStill) void this.#wake();
  }

  /** Hiding the page reports at once, since a hidden page may be closed without notice. */
  show(visible: boolean): Promise<void> {
    this.#time.show(this.#parts.monotonic(), visible);
    return visible ? this.#wake() : this.#report(true);
  }

  /** After a long silence the session is over: begins another one for what is read from now on. */
  #wake(): Promise<void> {
    const isOver = this.#parts.monotonic() - this.#lastContact > longSilenceMs;
    if (this.#stopped || !isOver || this.#unreported >= minMs) return Promise.resolve();
    return this.#inTurn(() => this.#attempt(() => this.#begin()));
  }

  /** Called every ten seconds. */
  tick(): Promise<void> {
    return this.#report(false);
  }

  #take(): void {
    const now = this.#parts.monotonic();
    const taken = this.#time.take(now);
    if (this.#unreported === 0) this.#unreportedSince = now - taken;
    this.#unreported += taken;
  }

  #report(keepalive: boolean): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#take();
    if (this.#unreported < minMs) return Promise.resolve();
    return this.#inTurn(() => this.#attempt(() => this.#sync(keepalive)));
  }

  #payload() {
    const { userId: _, ...of } = this.#of;
    return { ...of, currentProgress: this.#parts.progress() };
  }

  async #begin(): Promise<void> {
    const { sessionId } = await this.#parts.calls.start(this.#payload());
    this.#sessionId = sessionId;
    this.#lastContact = this.#parts.monotonic();
  }

  async #sync(keepalive: boolean): Promise<void> {
    const now = this.#parts.monotonic();
    if (now < this.#notBefore) return;
    if (this.#sessionId === null || now - this.#lastContact > longSilenceMs) {
      await this.#begin();
      // What was read before the session began is no part of it.
      await this.#storeOffline();
      this.#offlineId = null;
      this.#unreported = 0;
      return void flushSessions(
        this.#parts.store,
        this.#parts.calls.track,
        this.#of.userId,
        this.#parts.serverNow(),
      ).catch(this.#parts.log);
    }
    const reported = this.#unreported;
    this.#reporting = reported;
    const body = { ...this.#payload(), sessionId: this.#sessionId, additionalDuration: reported / 1000 };
    const { isEnded } = await this.#parts.calls.sync(body, keepalive).finally(() => {
      this.#reporting = 0;
    });
    if (isEnded) {
      this.#sessionId = null;
      return this.#sync(keepalive);
    }
    this.#lastContact = this.#parts.monotonic();
    this.#unreported = Math.max(0, this.#unreported - reported);
    this.#unreportedSince = this.#lastContact;
    if (this.#offlineId !== null) await this.#parts.store.delete(this.#offlineId).catch(this.#parts.log);
    this.#offlineId = null;
  }

  /** Logs a failure. One that may pass stores the time on the device; another one ends the recording. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#parts.log(error);
      if (!(error instanceof ApiError)) return;
      const wait = (error.retryAfterSeconds ?? 0) * 1000;
      this.#notBefore = this.#parts.monotonic() + wait;
      if (mayPass(error)) await this.#storeOffline().catch(this.#parts.log);
      else this.#stopped = true;
    }
  }

  /** Stores unreported time on the device, where the next page can send it. */
  async #storeOffline(): Promise<void> {
    if (this.#unreported < minMs) return;
    const { monotonic, serverNow, store, progress } = this.#parts;
    const startedAt = serverNow() - (monotonic() - this.#unreportedSince);
    this.#offlineId ??= newId(startedAt);
    const { userAgent: _, ...of } = this.#of;
    await queueSession(store, {
      ...of,
      _id: this.#offlineId,
      startedAt: new Date(startedAt).toISOString(),
      additionalDuration: this.#unreported / 1000,
      endProgress: progress(),
    });
  }

  /** Ends the session with the rest of its time; the request outlives the page. */
  end(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#take();
    this.#stopped = true;
    const endProgress = this.#parts.progress();
    const send = async () => {
      // A page that closes does not live until the request fails.
      if (this.#sessionId === null || !this.#parts.isOnline()) return this.#storeOffline();
      try {
        const additionalDuration = Math.max(0, this.#unreported - this.#reporting) / 1000;
        await this.#parts.calls.end({
          ...this.#payload(),
          sessionId: this.#sessionId,
          additionalDuration,
          endProgress,
        });
        if (this.#offlineId !== null) await this.#parts.store.delete(this.#offlineId);
      } catch (error) {
        this.#parts.log(error);
        if (mayPass(error)) await this.#storeOffline();
      }
    };
    // Not in turn: a page that is closing gets no response to wait for.
    return send().catch(this.#parts.log);
  }
}
