import type { Db } from './db/db.ts';
import { perInstance } from './per-instance.ts';

export type JobResult = 'done' | 'retried' | 'failed';

/** How often each thing has happened since the process started. */
export type Tally<Key extends string = string> = Map<Key, number>;

export const countOne = <Key extends string>(tally: Tally<Key>, key: Key): void =>
  void tally.set(key, (tally.get(key) ?? 0) + 1);

/** What became of a request for a member's page: `written`, or why the page for everyone was sent (pages/member-pages.ts). */
export type MemberPageResult =
  | 'written'
  | 'no-header'
  | 'no-session'
  | 'unreadable'
  | 'no-window'
  | 'session-ended'
  | 'busy'
  | 'late'
  | 'call-failed'
  | 'error';

/** What this process does besides requests, for /metrics. Jobs by queue and result, separated by a space. */
export const activityOf = perInstance((_db: Db) => ({
  emails: new Map([
    ['sent', 0],
    ['failed', 0],
  ]) as Tally<'sent' | 'failed'>,
  jobs: new Map() as Tally<`${string} ${JobResult}`>,
  memberPages: new Map() as Tally<MemberPageResult>,
}));
