import type { Socket } from 'socket.io';
import type { Viewer } from '../context.ts';
import { type Bucket, tokenBucket } from './bucket.ts';

/** How many events one person may send over all their connections. */
const eventRate = { capacity: 20, perSecond: 5 };

/** One connection of a signed-in person. */
export interface Connection {
  socket: Socket;
  viewer: Viewer;
  /** SHA-256 of the session's token, in hexadecimal. */
  tokenHash: string;
  /** Its rooms, and what to do when it leaves them, also by closing. */
  rooms: Map<string, (() => void) | undefined>;
  /** Limits the person's events; shared by all their connections. */
  bucket: Bucket;
}

/** The connections of this process. */
export class Connections {
  readonly all = new Set<Connection>();
  readonly #byPerson = new Map<string, Set<Connection>>();

  countOf(personId: string): number {
    return this.#byPerson.get(personId)?.size ?? 0;
  }

  add(socket: Socket, viewer: Viewer): Connection {
    const theirs = this.#byPerson.get(viewer.id) ?? new Set();
    const [other] = theirs;
    const bucket = other?.bucket ?? tokenBucket(eventRate.capacity, eventRate.perSecond);
    const tokenHash = viewer.session.tokenHash.toString('hex');
    const connection: Connection = { socket, viewer, tokenHash, rooms: new Map(), bucket };
    this.all.add(connection);
    this.#byPerson.set(viewer.id, theirs.add(connection));
    return connection;
  }

  remove(connection: Connection): void {
    this.all.delete(connection);
    const leaving = [...connection.rooms.values()];
    connection.rooms.clear();
    for (const onLeave of leaving) onLeave?.();
    const theirs = this.#byPerson.get(connection.viewer.id);
    theirs?.delete(connection);
    if (theirs?.size === 0) this.#byPerson.delete(connection.viewer.id);
  }
}
