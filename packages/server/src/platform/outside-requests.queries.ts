import type { OutsidePurpose } from '@inkling/contract/admin';
import { allRows, type Db, execute } from './db/db.ts';

interface Requests {
  /** In UTC. */
  day: string;
  host: string;
  purpose: OutsidePurpose;
  requests: number;
  bytes: number;
}

/** Adds to what was sent on a day, to a host, for a purpose: each of them once. */
export const addRequests = (db: Db, all: readonly Requests[]) =>
  execute(db)`
    insert into outside_requests (day, host, purpose, requests, bytes)
    select day, host, purpose, requests, bytes
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
      as sent (day date, host text, purpose text, requests integer, bytes bigint)
    order by day, host, purpose
    on conflict (day, host, purpose) do update
    set requests = outside_requests.requests + excluded.requests, bytes = outside_requests.bytes + excluded.bytes`;

/** What was sent since a day, the newest first. */
export const listRequests = (db: Db, since: string): Promise<Requests[]> =>
  allRows<Requests>(db)`
    select day::text, host, purpose, requests, bytes from outside_requests where day >= ${since}::date
    order by day desc, host, purpose limit 1000`;

export const deleteRequestsBefore = (db: Db, day: string) =>
  execute(db)`delete from outside_requests where day < ${day}::date`;
