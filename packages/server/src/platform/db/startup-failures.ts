import { StartupProblem } from '../startup-problem.ts';
import { databaseFault, fromDatabase, isReadOnly } from './db-errors.ts';

/** The first line of what the server, a pooler or TLS said; of several attempts to connect, about the first. */
export function firstLine(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  const [line = ''] = String(first instanceof Error ? first.message : first).split('\n', 1);
  return line.replace(/\.$/, '');
}

const lostConnection = (cause: unknown): string =>
  `The connection to the database was lost (${firstLine(cause)}). The database’s log gives the reason (postgres.log in DATA_DIR for the embedded database). Fix it, then try again.`;

/** What the operator can do about an error that ended a start or a command; null for a fault of the program. */
export function startupProblemOf(cause: unknown): StartupProblem | null {
  if (cause instanceof StartupProblem) return cause;
  const code = databaseFault(cause)?.code;
  if (code !== undefined && cause instanceof Error && cause.message.includes('pg_trgm'))
    return new StartupProblem(missingExtension(code), { cause });
  if (code === '42501') return new StartupProblem(mayNotCreate, { cause });
  if (isReadOnly(cause)) return readOnlyProblem(cause);
  switch (fromDatabase(cause)?.code) {
    case 'STORAGE_FULL':
      return new StartupProblem('The disk of the database is full. Free some space, then try again.', {
        exitCode: 1,
        cause,
      });
    case 'UNAVAILABLE':
      return new StartupProblem(lostConnection(cause), { exitCode: 1, cause });
    default:
      return null;
  }
}

const mayNotCreate =
  'The database’s user may not create or change tables. Make that user the owner of the database (ALTER DATABASE … OWNER TO …) and of tables that another user has created in it (REASSIGN OWNED BY … TO …).';

/** A later start may succeed: a standby can become the primary. */
export const readOnlyProblem = (cause?: unknown): StartupProblem =>
  new StartupProblem(
    'The database is read-only. DATABASE_URL must name a server that accepts writes, not a standby.',
    { exitCode: 1, cause },
  );

const missingExtension = (code: string): string =>
  code === '42501'
    ? 'Search needs the PostgreSQL extension pg_trgm, which this database user is not allowed to create. As an administrator, run in this database: CREATE EXTENSION pg_trgm; or GRANT CREATE ON DATABASE … TO …; then start Inkling again.'
    : 'Search needs the PostgreSQL extension pg_trgm, which the database server does not have. Install PostgreSQL’s contrib package there (for example, postgresql-contrib), then start Inkling again.';
