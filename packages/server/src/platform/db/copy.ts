import type pg from 'pg';

/** The COPY methods of pg's connection, which its types do not declare. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** The handlers that pg requires of any custom query; each kind of COPY adds its own. `done` gets the number of rows. */
const copyQuery = (text: string, done: (error: Error | null, rows: number) => void) => {
  let failure: Error | null = null;
  let rows = 0;
  return {
    submit: (connection: pg.Connection) => connection.query(text),
    handleError: (error: Error) => {
      failure = error;
      done(error, 0);
    },
    handleCommandComplete: ({ text: tag }: { text: string }) => {
      rows = Number(/^COPY (\d+)$/.exec(tag)?.[1] ?? 0);
    },
    handleReadyForQuery: () => done(failure, rows),
  };
};

/**
 * Runs `COPY … TO STDOUT` and passes its bytes on in chunks. At most one read is buffered: the connection is paused
 * until `consume` has processed all of it. Resolves to the number of rows.
 */
export function copyOut(
  client: pg.Client,
  statement: string,
  consume: (chunk: Buffer) => void | Promise<void>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let consumed = Promise.resolve();
    let pending = 0;
    const query = copyQuery(statement, (error, rows) => {
      if (error !== null) reject(error);
      else consumed.then(() => resolve(rows), reject);
    });
    const handleCopyData = ({ chunk }: { chunk: Buffer }, { stream }: pg.Connection) => {
      stream.pause();
      pending += 1;
      // The chunk is a view of the connection's buffer, which is reused.
      const copy = Buffer.from(chunk);
      consumed = consumed
        .then(() => consume(copy))
        .finally(() => {
          pending -= 1;
          if (pending === 0) stream.resume();
        });
      consumed.catch(() => {});
    };
    client.query({ ...query, handleCopyData });
  });
}

/** Runs `COPY … FROM STDIN` with these bytes. If their source fails, nothing is stored. */
export function copyIn(
  client: pg.Client,
  statement: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = copyQuery(statement, (error) => (error === null ? resolve() : reject(error)));
    const send = async (connection: CopyConnection) => {
      try {
        for await (const chunk of chunks) {
          connection.sendCopyFromChunk(chunk);
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
