import { expect, test } from 'vitest';
import { startupProblemOf } from './startup-failures.ts';

const failure = (code: string): Error => Object.assign(new Error('of the database'), { code });

test('a disk that fills up and a database that stops during a start are explained', () => {
  expect(startupProblemOf(failure('53100'))?.message).toMatch(/^The disk of the database is full\./);
  for (const code of ['57P01', 'ENOENT', 'ECONNRESET'])
    expect(startupProblemOf(failure(code))?.message).toMatch(/^The connection to the database was lost\./);
});

test('a fault of the program is not explained away', () => {
  for (const error of [new TypeError('not a function'), failure('42601'), failure('23505')])
    expect(startupProblemOf(error)).toBeNull();
});
