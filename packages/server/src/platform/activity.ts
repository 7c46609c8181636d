import type { Db } from './db/db.ts';
import { perInstance } from './per-instance.ts';

export type JobResult = 'done' | 'retried' | 'failed';

/** How often each thing has happened since the process started. */
export type Tally<Key extends string = string> = Map<Key, number>;

export const countOne = <Key extends string>(tally: Tally<Key>, key: Key): void =>
  void tally.set(key, (tally.get(key) ?? 0) + 1);

/** What this process does besides requests, for /metrics. Jobs by queue and result, separated by a space. */
export const activityOf = perInstance((_db: Db) => ({
  emails: new Map([
    ['sent', 0],
    ['failed', 0],
  ]) as Tally<'sent' | 'failed'>,
  jobs: new Map() as Tally<`${string} ${JobResult}`>,
}));
