/** A database of this browser. */
export interface BrowserDatabase<Table extends string> {
  /** Makes one request of a table in a transaction of its own; resolves when that is complete. */
  run<T>(table: Table, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T>;
}

/** A database that is opened when it is first used, and created by `create`. Its deletion elsewhere closes it. */
export function browserDatabase<Table extends string>(
  name: string,
  create: (database: IDBDatabase) => void,
): BrowserDatabase<Table> {
  let opening: Promise<IDBDatabase> | undefined;
  const open = () => {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => create(request.result);
      request.onsuccess = () => {
        const close = () => {
          request.result.close();
          opening = undefined;
        };
        request.result.onversionchange = close;
        request.result.onclose = close;
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error('The database is in use.'));
    }).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    async run(table, mode, work) {
      const database = await open();
      return new Promise((resolve, reject) => {
        const transaction = database.transaction(table, mode);
        const request = work(transaction.objectStore(table));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
      });
    },
  };
}
