import type { Db } from '../../platform/db/db.ts';
import { keyedLoader } from '../../platform/db/loader.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { listRevisions } from './list-orders.queries.ts';

const revisions = perInstance((db: Db) =>
  keyedLoader(async () => new Map([['lists', await listRevisions(db)]])),
);

/** The revisions of the catalogue and of the trending list. */
export const currentRevisions = async (db: Db) =>
  (await revisions(db)('lists')) ?? { catalogue: 0, trending: 0 };
