import { randomUUID } from 'node:crypto';
import { chatReaders } from '@inkling/contract/chat';
import type { AppContext } from '../../platform/context.ts';
import { inBackground, outsideRequest } from '../../platform/db/timeouts.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { presenceChanged, presentAuthor } from '../users/index.ts';
import { chatRoom, publishChangeTo } from './chat.live.ts';
import * as queries from './presence.queries.ts';
import type { Place } from './rooms.queries.ts';

/** How long (ms) joins and departures are collected for one statement. */
const gatherMs = 100;
/** Delay (ms) before a retry: after a failure, or for a room that was announced less than a second ago. */
const retryMs = 500;
const heartbeatMs = 10_000;
/** How often everyone's right to be in their rooms is checked. */
const rightsMs = 1000;
/** How often (seconds) a room's readers are announced: as people join and leave, and otherwise, as others read. */
const announceEvery = { change: 1, otherwise: 9 };
/** Rows of one statement. */
const maxRows = 1000;

type Context = Pick<AppContext, 'db' | 'live' | 'log' | 'clock' | 'config'>;

/** A connection in a room. */
interface Seat extends queries.Presence {
  /** Has the connection leave the room, and thereby the tracker. */
  remove(): void;
}

const keyOf = (presence: queries.Presence): string => `${chatRoom(presence)} ${presence.userId}`;

/** In parts for one statement each. */
const inParts = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / maxRows) }, (_, part) =>
    all.slice(part * maxRows, (part + 1) * maxRows),
  );

/**
 * Who has which chat open, in this process: written to the database, which has those of all processes. Announces to the
 * rooms who is reading now (docs/product/chat.md#presence). Bounded by the connections and their rooms.
 */
class PresenceTracker {
  readonly processId = randomUUID();
  readonly #ctx: Context;
  /** Who is here, with their connections in the room. */
  readonly #here = new Map<string, queries.Presence & { seats: Set<Seat> }>();
  /** Who has joined or left since it was last stored. */
  readonly #changed = new Map<string, queries.Presence>();
  readonly #toAnnounce = new Map<string, Place>();
  #timer: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #rightsTimer: NodeJS.Timeout | undefined;
  /** Writes follow each other, so that no presence is renewed after it was removed. */
  #writing: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  join(seat: Seat): void {
    const key = keyOf(seat);
    const { storyId, chapterId, userId } = seat;
    const entry = this.#here.get(key) ?? { storyId, chapterId, userId, seats: new Set() };
    if (!this.#here.has(key)) this.#changed.set(key, { storyId, chapterId, userId });
    this.#here.set(key, { ...entry, seats: entry.seats.add(seat) });
    this.announce([entry]);
    this.#rightsTimer ??= this.#checkRightsLater();
    this.#heartbeat ??= setInterval(() => void inBackground(() => this.#beat()), heartbeatMs).unref();
  }

  leave(seat: Seat): void {
    const entry = this.#here.get(keyOf(seat));
    if (!entry?.seats.delete(seat) || entry.seats.size > 0) return;
    this.#here.delete(keyOf(seat));
    this.#changed.set(keyOf(seat), { ...entry });
    this.announce([entry]);
  }

  #checkRightsLater(): NodeJS.Timeout {
    const check = async () => {
      await inBackground(() => this.#checkRights()).catch((error: unknown) =>
        this.#ctx.log.warn({ err: error }, 'who may be in a chat couldn’t be checked; trying again'),
      );
      const isNeeded = this.#here.size > 0 && !this.#isStopped;
      this.#rightsTimer = isNeeded ? this.#checkRightsLater() : undefined;
    };
    return setTimeout(() => void check(), rightsMs).unref();
  }

  /**
   * Removes those from their rooms who may not read what is there any more: the chapter has become exclusive or was
   * unpublished, or their plan has ended. Their pages fetch their chats again (docs/product/chat.md#rooms).
   */
  async #checkRights(): Promise<void> {
    for (const part of inParts([...this.#here.values()]))
      for (const index of await queries.listOutsiders(this.#ctx.db, this.#ctx, part))
        for (const seat of part[index]?.seats ?? []) {
          publishChangeTo(this.#ctx.live, seat.userId);
          seat.remove();
        }
  }

  /** Sends who is there to these rooms soon. */
  announce(places: Place[]): void {
    for (const place of places) this.#toAnnounce.set(chatRoom(place), place);
    this.#schedule(gatherMs);
  }

  /** Removes everyone of this process; the others are notified once their rooms are announced again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#timer);
    clearTimeout(this.#rightsTimer);
    await this.#write(() => queries.removeProcess(this.#ctx.db, this.processId)).catch(() => {});
  }

  #write(work: () => Promise<void>): Promise<void> {
    const written = this.#writing.then(() => inBackground(work));
    this.#writing = written.catch(() => {});
    return written;
  }

  #schedule(delay: number): void {
    if (this.#isStopped || this.#timer !== undefined) return;
    const flush = async () => {
      await this.#write(() => this.#flush()).catch((error: unknown) =>
        this.#ctx.log.warn({ err: error }, 'chat presence couldn’t be stored; trying again'),
      );
      this.#timer = undefined;
      if (this.#changed.size > 0 || this.#toAnnounce.size > 0) this.#schedule(retryMs);
    };
    this.#timer = setTimeout(() => void flush(), delay).unref();
  }

  /** Writes what has changed, and announces it. What fails stays to be done. */
  async #flush(): Promise<void> {
    const { db } = this.#ctx;
    const changed = [...this.#changed].slice(0, maxRows);
    const isHere = ([key]: [string, unknown]) => this.#here.has(key);
    const [added, removed] = [changed.filter(isHere), changed.filter((one) => !isHere(one))].map((all) =>
      all.map(([, presence]) => presence),
    ) as [queries.Presence[], queries.Presence[]];
    if (added.length > 0) await queries.storePresences(db, this.processId, added);
    if (removed.length > 0) await queries.removePresences(db, this.processId, removed);
    for (const [key, presence] of changed) if (this.#changed.get(key) === presence) this.#changed.delete(key);
    // An announcement since they joined may have come before this write.
    this.announce([...added, ...removed]);
    const places = [...this.#toAnnounce.values()].slice(0, maxRows);
    if (places.length === 0) return;
    // Rooms that may not be announced yet stay to be announced, and those that are requested again.
    const { claimed, readers } = await this.#claimReaders(places, announceEvery.change);
    const done = new Set(claimed.map(chatRoom));
    for (const place of places) {
      const room = chatRoom(place);
      if (done.has(room) && this.#toAnnounce.get(room) === place) this.#toAnnounce.delete(room);
    }
    for (const place of readers) this.#publish(place);
  }

  #claimReaders(places: Place[], seconds: number) {
    return queries.claimReaders(this.#ctx.db, places, { seconds, now: this.#ctx.clock.now() });
  }

  /** Announces all rooms of this process again, unless another process has done so. */
  async #refresh(): Promise<void> {
    const rooms = new Map([...this.#here.values()].map((entry) => [chatRoom(entry), entry]));
    for (const part of inParts([...rooms.values()])) {
      const { readers } = await this.#claimReaders(part, announceEvery.otherwise);
      for (const place of readers) this.#publish(place);
    }
  }

  #publish({ storyId, chapterId, count, readers }: queries.Readers): void {
    const place = { storyId, chapterId };
    this.#ctx.live.publish(chatRoom(place), chatReaders, {
      ...place,
      count,
      readers: readers.map(presentAuthor),
    });
  }

  async #renew(): Promise<void> {
    for (const part of inParts([...this.#here.values()]))
      await queries.storePresences(this.#ctx.db, this.processId, part);
    this.announce(await queries.removeExpired(this.#ctx.db));
  }

  async #beat(): Promise<void> {
    try {
      await this.#write(() => this.#renew());
      await this.#refresh();
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'chat presence couldn’t be renewed; trying again');
    }
    if (this.#here.size > 0 || this.#changed.size > 0 || this.#isStopped) return;
    // Without readers here, other processes clean up.
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}

const trackers = perInstance((_db: AppContext['db']): { tracker: PresenceTracker | null } => ({
  tracker: null,
}));

/** The tracker of this process, which its database handle identifies. */
export function presenceOf(ctx: Context): PresenceTracker {
  const entry = trackers(ctx.db);
  // Announcements reach everyone, including the connection that joins.
  entry.tracker ??= new PresenceTracker({ ...ctx, live: ctx.live.except(null) });
  return entry.tracker;
}

export async function stopPresence(ctx: Context): Promise<void> {
  const entry = trackers(ctx.db);
  await entry.tracker?.stop();
  entry.tracker = null;
}

/** Announces a person's rooms again when they begin or stop to show their presence. */
export function followPresence(ctx: AppContext): void {
  ctx.events.onCommit(presenceChanged, ({ userId }) => {
    outsideRequest(() => queries.listRoomsOf(ctx.db, userId)).then(
      (places) => presenceOf(ctx).announce(places),
      (error: unknown) => ctx.log.warn({ err: error }, 'a change of presence couldn’t be announced'),
    );
  });
}
