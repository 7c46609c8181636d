import { expect, test } from 'vitest';
import { postgresProblem } from './failures.ts';

const initialising = 'running bootstrap script ... ';

test('a database that cannot be created on a full disk says that the disk is full', () => {
  const outputs = [
    'FATAL:  could not write to file "pg_wal/xlogtemp.131": No space left on device',
    // A table could not be extended: the reason is not printed, and the last line hides it.
    'HINT:  Check free disk space.\nPANIC:  cannot abort transaction 1, it was already committed\nAborted',
  ];
  for (const output of outputs) {
    expect(postgresProblem(`${initialising}${output}\n`, '/srv/data', null).message).toBe(
      'The disk that holds /srv/data is full. Free some space (the database needs at least 100 MB), then start Inkling again.',
    );
  }
});
