/**
 * Gathers look-ups that arrive while one is under way into one query. A look-up is only ever answered by
 * a query that began after it arrived, so it sees everything committed before it was asked. `atOnce` queries
 * may be under way: one gathers most; what may wait for a lock had better not hold up the rest.
 */
export function batched<Key, Row>(
  load: (keys: Key[]) => Promise<Map<Key, Row>>,
  { most = 200, atOnce = 1 } = {},
): (key: Key) => Promise<Row | undefined> {
  interface Waiting {
    key: Key;
    resolve: (row: Row | undefined) => void;
    reject: (error: unknown) => void;
  }
  let queue: Waiting[] = [];
  let running = 0;

  const run = async (): Promise<void> => {
    const batch = queue.slice(0, most);
    queue = queue.slice(most);
    running += 1;
    try {
      const rows = await load([...new Set(batch.map((one) => one.key))]);
      for (const one of batch) one.resolve(rows.get(one.key));
    } catch (error) {
      for (const one of batch) one.reject(error);
    } finally {
      running -= 1;
      if (queue.length > 0) schedule();
    }
  };
  const schedule = (): void => {
    if (running < atOnce) setImmediate(() => queue.length > 0 && running < atOnce && void run());
  };
  return (key) =>
    new Promise((resolve, reject) => {
      queue.push({ key, resolve, reject });
      schedule();
    });
}
