import { expect, test } from 'vitest';
import { startupProblemOf } from './startup-failures.ts';

const failure = (code: string, message = 'of the database'): Error =>
  Object.assign(new Error(message), { code });

test('a disk that fills up and a database that stops during a start are explained', () => {
  expect(startupProblemOf(failure('53100'))?.message).toMatch(/^The disk of the database is full\./);
  for (const code of ['57P01', 'ENOENT', 'ECONNRESET'])
    expect(startupProblemOf(failure(code))?.message).toMatch(
      /^The connection to the database was lost \(of the database\)\./,
    );
});

test.each([
  ['0A000', 'extension "pg_trgm" is not available', 'database server does not have'],
  ['58P01', 'could not access file "$libdir/pg_trgm"', 'database server does not have'],
  ['42501', 'permission denied to create extension "pg_trgm"', 'CREATE EXTENSION pg_trgm;'],
])(
  'an own database without the extension (%s) is explained to the operator',
  (code, message, explanation) => {
    expect(startupProblemOf(failure(code, message))?.message).toContain(explanation);
  },
);

test('a fault of the program is not explained away', () => {
  for (const error of [new TypeError('not a function'), failure('42601'), failure('23505')])
    expect(startupProblemOf(error)).toBeNull();
});
