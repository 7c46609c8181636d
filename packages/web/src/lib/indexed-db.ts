import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** A database of this browser that is opened when it is first used. Its deletion elsewhere closes it. */
export function browserDatabase<Tables extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<Tables>) => void,
): () => Promise<IDBPDatabase<Tables>> {
  let opening: Promise<IDBPDatabase<Tables>> | undefined;
  const forget = () => {
    opening = undefined;
  };
  // Asynchronous, so that a browser without databases fails like one that refuses to open one.
  const openNow = async () =>
    openDB<Tables>(name, 1, {
      upgrade: create,
      blocking() {
        void opening?.then((database) => database.close());
        forget();
      },
      terminated: forget,
    });
  return () => {
    opening ??= openNow().catch((error: unknown) => {
      forget();
      throw error;
    });
    return opening;
  };
}
