import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import { up } from '../../../migrations/0055-search.ts';

/** A database whose first statement fails with this SQLSTATE. */
const failingWith = (code: string) =>
  new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () =>
        Object.assign(new DummyDriver(), {
          acquireConnection: async () => ({
            executeQuery: async () => {
              throw Object.assign(new Error('of the database'), { code });
            },
            streamQuery: () => {
              throw new Error('not used');
            },
          }),
        }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

test.each([
  ['0A000', 'database server does not have'],
  ['58P01', 'database server does not have'],
  ['42501', 'CREATE EXTENSION pg_trgm;'],
])('an own database without the extension (%s) is explained to the operator', async (code, message) => {
  const refused = up(failingWith(code));
  await expect(refused).rejects.toMatchObject({
    name: 'StartupProblem',
    message: expect.stringContaining(message),
  });
});

test('other database errors are passed on unchanged', async () => {
  await expect(up(failingWith('53100'))).rejects.toMatchObject({ name: 'Error', code: '53100' });
});
