import { failuresOf } from '../platform/http/failed-requests.ts';
import { type Finding, ok, type Site, warning } from './check.ts';

/** What to do about failed requests, by the code or what they waited for. */
export const adviceOf = (cause: string): string => {
  const [code = '', detail = ''] = cause.split(' ');
  if (code === 'STORAGE_FULL' || cause === 'disk full') return 'Free up space on the server’s disk.';
  if (detail === 'pool')
    return 'All database connections were in use. See the result of the check of database connections.';
  if (['lock', 'statement', 'answer', 'request'].includes(detail))
    return 'The database was too slow. Check its load, its disk and other programs on its machine.';
  if (detail !== '' && code === 'UNAVAILABLE')
    return 'The database didn’t answer. Check that it’s running, and read its log.';
  if (code === 'BUSY')
    return 'The server got more requests at once than it can handle. If this continues, give it more processors.';
  if (code === 'INTERNAL')
    return 'This is a bug in Inkling. Please report it with the “request failed” lines from the log.';
  return 'The “request” lines in the log with this code show which pages failed, and when.';
};

/** So many in two days are more than a restart or a moment of load. */
const many = 20;

/** Requests that failed yesterday or today, in all processes: any bug, and many of what else can happen. */
export async function checkRequests(site: Site): Promise<Finding> {
  const failures = await failuresOf(site, 2);
  const total = failures.reduce((sum, { count }) => sum + count, 0);
  const says = `${total} failed since yesterday`;
  const worst = failures.find(({ cause }) => cause.startsWith('INTERNAL')) ?? failures[0];
  if (worst === undefined || (total < many && !worst.cause.startsWith('INTERNAL'))) return ok(says);
  const details = failures.map(({ cause, count, routes }) => `${cause}: ${count}, on ${routes.join(', ')}`);
  return warning(says, adviceOf(worst.cause), details);
}
