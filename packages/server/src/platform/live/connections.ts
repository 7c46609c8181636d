import type { Socket } from 'socket.io';
import type { Viewer } from '../context.ts';
import { type Bucket, tokenBucket } from './bucket.ts';

/** What one person may say over all their connections. */
const events = { atOnce: 20, aSecond: 5 };

/** One connection of a signed-in person. */
export interface Connection {
  socket: Socket;
  viewer: Viewer;
  token: string;
  /** Of the token, in hexadecimal. */
  tokenHash: string;
  rooms: Set<string>;
  /** What its person may still say. */
  bucket: Bucket;
}

/** The connections of this process. */
export class Connections {
  readonly all = new Set<Connection>();
  readonly #ofPerson = new Map<string, Set<Connection>>();

  countOf(personId: string): number {
    return this.#ofPerson.get(personId)?.size ?? 0;
  }

  add(socket: Socket, who: Pick<Connection, 'viewer' | 'token' | 'tokenHash'>): Connection {
    const theirs = this.#ofPerson.get(who.viewer.id) ?? new Set();
    const [other] = theirs;
    const bucket = other?.bucket ?? tokenBucket(events.atOnce, events.aSecond);
    const connection: Connection = { socket, ...who, rooms: new Set(), bucket };
    this.all.add(connection);
    this.#ofPerson.set(who.viewer.id, theirs.add(connection));
    return connection;
  }

  remove(connection: Connection): void {
    this.all.delete(connection);
    const theirs = this.#ofPerson.get(connection.viewer.id);
    theirs?.delete(connection);
    if (theirs?.size === 0) this.#ofPerson.delete(connection.viewer.id);
  }
}
