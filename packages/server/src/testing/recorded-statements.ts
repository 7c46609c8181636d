import pg from 'pg';
import { askReadOnly } from '../platform/db/database-watch.ts';
import { isInBackground } from '../platform/db/timeouts.ts';

/**
 * Records the SQL statements of requests, or those of background work, from now on, transactions' own included; ends when
 * its result is called.
 */
export function recordStatements(of: 'requests' | 'background' = 'requests'): () => string[] {
  const { prototype } = pg.Client;
  const { query } = prototype;
  const statements: string[] = [];
  Object.assign(prototype, {
    query(...args: unknown[]) {
      const given: unknown = args[0];
      const text =
        typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : `${given}`;
      // The watch asks by itself while a request waits, as one does on a busy machine.
      if (text !== askReadOnly && isInBackground() === (of === 'background')) statements.push(text);
      return Reflect.apply(query, this, args);
    },
  });
  return () => {
    Object.assign(prototype, { query });
    return statements;
  };
}
