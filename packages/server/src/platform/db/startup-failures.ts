import { StartupProblem } from '../startup-problem.ts';
import { databaseFault, fromDatabase } from './db-errors.ts';

const configuration = 78;

/** What the operator can do about an error that ended a start or a command; null for a fault of the program. */
export function startupProblemOf(error: unknown): StartupProblem | null {
  if (error instanceof StartupProblem) return error;
  const code = databaseFault(error)?.code;
  if (code !== undefined && error instanceof Error && error.message.includes('pg_trgm')) {
    return new StartupProblem(missingExtension(code), configuration, { cause: error });
  }
  if (code === '42501') {
    return new StartupProblem(
      'The database’s user may not create or change tables. Make that user the owner of the database (ALTER DATABASE … OWNER TO …) and of tables that another user has created in it (REASSIGN OWNED BY … TO …).',
      configuration,
      { cause: error },
    );
  }
  if (code === '25006') {
    return new StartupProblem(
      'The database is read-only. DATABASE_URL must name a server that accepts writes, not a standby.',
      configuration,
      { cause: error },
    );
  }
  switch (fromDatabase(error)?.code) {
    case 'STORAGE_FULL':
      return new StartupProblem('The disk of the database is full. Free some space, then try again.', 1, {
        cause: error,
      });
    case 'UNAVAILABLE':
      return new StartupProblem(
        'The connection to the database was lost. Its log gives the reason (postgres.log in DATA_DIR for the embedded database). Then try again.',
        1,
        { cause: error },
      );
    default:
      return null;
  }
}

const missingExtension = (code: string): string =>
  code === '42501'
    ? 'Search needs the PostgreSQL extension pg_trgm, which this database user is not allowed to create. As an administrator, run in this database: CREATE EXTENSION pg_trgm; or GRANT CREATE ON DATABASE … TO …; then start Inkling again.'
    : 'Search needs the PostgreSQL extension pg_trgm, which the database server does not have. Install PostgreSQL’s contrib package there (for example, postgresql-contrib), then start Inkling again.';
