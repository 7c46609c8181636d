import { allRows, type Db, execute } from '../db/db.ts';

/** Requests of a day (UTC) that failed on the same route for the same cause. */
export interface FailedRequests {
  day: string;
  /** Its template, such as `/api/v1/stories/:id`. */
  route: string;
  cause: string;
  requests: number;
  lastAt: string;
}

/** Adds to what failed on a day, on a route, for a cause: each of them once. */
export const addFailures = (db: Db, all: readonly FailedRequests[]) =>
  execute(db)`
    insert into failed_requests as f (day, route, cause, requests, last_at)
    select day, route, cause, requests, "lastAt"
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
      as failed (day date, route text, cause text, requests bigint, "lastAt" timestamptz)
    order by day, route, cause
    on conflict (day, route, cause) do update
    set requests = f.requests + excluded.requests, last_at = greatest(f.last_at, excluded.last_at)`;

export interface Failures {
  cause: string;
  count: number;
  lastAt: Date;
  /** At most five, the most frequent first. */
  routes: string[];
}

/** What has failed since a day, the most frequent cause first. */
export const listFailures = (db: Db, since: string): Promise<Failures[]> =>
  allRows<Failures>(db)`
    select cause, sum(requests)::bigint as count, max(last_at) as "lastAt",
      (array_agg(route order by requests desc, route))[1:5] as routes
    from (
      select cause, route, sum(requests) as requests, max(last_at) as last_at from failed_requests
      where day >= ${since}::date group by cause, route) f
    group by cause order by count desc, cause limit 100`;

export const deleteFailuresBefore = (db: Db, day: string) =>
  execute(db)`delete from failed_requests where day < ${day}::date`;
