import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { StartupProblem } from '../../startup-problem.ts';

/** The name of this process's user, or its number if it has no name. */
export function currentUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `number ${process.getuid?.() ?? 'unknown'}`;
  }
}

const elsewhere = 'set DATA_DIR to another folder';

/** The code of a failed system call (`EACCES`, …), or undefined. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Turns a failed system call in DATA_DIR into a message for the operator; passes other errors through. */
export function folderProblem(error: unknown, dataDir: string): unknown {
  const message = messageFor(errorCode(error), dataDir);
  if (error instanceof StartupProblem || message === null) return error;
  const full = errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT';
  return new StartupProblem(message, { exitCode: full ? 1 : 78, cause: error });
}

function messageFor(code: string | undefined, dataDir: string): string | null {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `DATA_DIR is ${dataDir}, which is (or is inside) a file, not a folder. Remove that file, or ${elsewhere}.`;
    case 'EACCES':
    case 'EPERM':
      return `The user ${currentUserName()} may not write to ${dataDir}. Make that user the owner of the folder, or ${elsewhere}.`;
    case 'EROFS':
      return `${dataDir} is on a read-only file system. Make it writable, or ${elsewhere}.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return fullDisk(dataDir);
    case 'ENAMETOOLONG':
      return `The path of DATA_DIR is too long. Please ${elsewhere}.`;
    default:
      return null;
  }
}

const fullDisk = (dataDir: string): string =>
  `The disk that holds ${dataDir} is full. Free some space (the database needs at least 100 MB), then start Inkling again.`;

/** Turns PostgreSQL's output into a message for the operator. `logFile` holds the full output. */
export function postgresProblem(output: string, dataDir: string, logFile: string | null): StartupProblem {
  // Of a failed extension of a table, initdb shows PostgreSQL's hint alone.
  if (/No space left on device|Disk quota exceeded|Check free disk space/.test(output))
    return new StartupProblem(fullDisk(dataDir), { exitCode: 1 });
  if (/Read-only file system/.test(output)) {
    return new StartupProblem(messageFor('EROFS', dataDir) ?? output);
  }
  if (/Permission denied|has wrong ownership|invalid permissions/.test(output)) {
    return new StartupProblem(
      `The database files in ${dataDir} belong to another user or may not be read. Make the user who runs Inkling the owner of the whole folder, or ${elsewhere}.`,
    );
  }
  if (/already exists|still in use/.test(output)) {
    return new StartupProblem(
      `Another PostgreSQL is still running on ${dataDir} and does not respond. Stop it (its process id is the first line of postgres/postmaster.pid), then start Inkling again.`,
      { exitCode: 1 },
    );
  }
  if (/could not (create|map) (anonymous )?shared memory|Cannot allocate memory/.test(output)) {
    return new StartupProblem(
      'There is not enough memory for the embedded database, which needs about 200 MB. Free some, then start Inkling again.',
      { exitCode: 1 },
    );
  }
  if (/could not look up effective user/.test(output)) {
    return new StartupProblem(
      `This process runs as user ${currentUserName()}, which has no name on this system, and the embedded database needs one. Run Inkling as a user listed in /etc/passwd, or set DATABASE_URL to a PostgreSQL 18 of your own.`,
    );
  }
  const fatal = output.split('\n').filter((line) => /FATAL|PANIC|error:/.test(line));
  const reason = (fatal.at(-1) ?? output.trim().split('\n').at(-1) ?? '').replace(
    /^.*?(FATAL|PANIC|error): */,
    '',
  );
  const details = logFile === null ? '' : ` See ${logFile} for details.`;
  return new StartupProblem(
    `The embedded database did not start: ${reason || 'it gave no reason'}.${details} Its data in ${dataDir} is unchanged.`,
    { exitCode: 1 },
  );
}

/** The text of a log file after `offset`, at most its last 64 KB; empty if it cannot be read. */
export async function readLogFrom(file: string, offset: number): Promise<string> {
  try {
    const text = await readFile(file);
    return text.subarray(Math.max(offset, text.length - 65_536)).toString('utf8');
  } catch {
    return '';
  }
}
