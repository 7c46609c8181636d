import type pg from 'pg';

/** The part of pg's connection that copies rows; its types do not name it. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** What pg asks of a query of another kind than its own, beside what each kind adds. */
const copyQuery = (text: string, done: (error: Error | null) => void) => {
  let failure: Error | null = null;
  return {
    submit: (connection: pg.Connection) => connection.query(text),
    handleError: (error: Error) => {
      failure = error;
      done(error);
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => done(failure),
  };
};

/**
 * Runs `COPY … TO STDOUT`, and hands its bytes on piece by piece. Only what came in one read waits in memory: the
 * connection is read on when `take` is done with all of it.
 */
export function copyOut(
  client: pg.Client,
  statement: string,
  take: (piece: Buffer) => void | Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let taken = Promise.resolve();
    let waiting = 0;
    const query = copyQuery(statement, (error) => {
      if (error !== null) reject(error);
      else taken.then(resolve, reject);
    });
    const handleCopyData = ({ chunk }: { chunk: Buffer }, { stream }: pg.Connection) => {
      stream.pause();
      waiting += 1;
      // The bytes are those of the connection's buffer, which is used again.
      const piece = Buffer.from(chunk);
      taken = taken
        .then(() => take(piece))
        .finally(() => {
          waiting -= 1;
          if (waiting === 0) stream.resume();
        });
      taken.catch(() => {});
    };
    client.query({ ...query, handleCopyData });
  });
}

/** Runs `COPY … FROM STDIN` with these bytes. When they cannot be had, nothing of them is stored. */
export function copyIn(
  client: pg.Client,
  statement: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = copyQuery(statement, (error) => (error === null ? resolve() : reject(error)));
    const send = async (connection: CopyConnection) => {
      try {
        for await (const piece of pieces) {
          connection.sendCopyFromChunk(piece);
          const { stream } = connection;
          if (stream.writableNeedDrain) await new Promise((drained) => stream.once('drain', drained));
        }
        connection.endCopyFrom();
      } catch (error) {
        connection.sendCopyFail(error instanceof Error ? error.message : 'the source failed');
      }
    };
    client.query({ ...query, handleCopyInResponse: (connection: CopyConnection) => void send(connection) });
  });
}
