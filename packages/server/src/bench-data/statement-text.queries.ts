import {
  type CompiledQuery,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Db } from '../platform/db/db.ts';
import type { Tables } from '../platform/db/tables.ts';

/** The text of the last statement that `work` executes, with `$1` for its first value; nothing is executed. */
export async function statementText(work: (db: Db) => Promise<unknown>): Promise<string> {
  let text = '';
  const driver = {
    acquireConnection: async () => ({
      executeQuery: async ({ sql }: CompiledQuery) => {
        text = sql;
        return { rows: [] };
      },
    }),
    init: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver as unknown as Driver,
      createIntrospector: (from) => new PostgresIntrospector(from),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  await work(db);
  return text;
}
