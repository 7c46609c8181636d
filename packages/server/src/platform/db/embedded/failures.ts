import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { StartupProblem } from '../../startup-problem.ts';

const configuration = 78;

/** This process's user in words: its name, or its number where it has none. */
export function currentUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `number ${process.getuid?.() ?? 'unknown'}`;
  }
}

const elsewhere = 'set DATA_DIR to another folder';

/** The code of a failed system call (`EACCES`, …), or undefined. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** What a failed system call below DATA_DIR means to the operator; anything unknown is passed on as it is. */
export function folderProblem(error: unknown, dataDir: string): unknown {
  const sentence = sentenceFor(codeOf(error), dataDir);
  if (error instanceof StartupProblem || sentence === null) return error;
  const full = codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';
  return new StartupProblem(sentence, full ? 1 : configuration, { cause: error });
}

function sentenceFor(code: string | undefined, dataDir: string): string | null {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `DATA_DIR is ${dataDir}, which is (or lies in) a file and not a folder. Remove that file, or ${elsewhere}.`;
    case 'EACCES':
    case 'EPERM':
      return `The user ${currentUserName()} may not write in ${dataDir}. Give the folder to that user, or ${elsewhere}.`;
    case 'EROFS':
      return `${dataDir} is on a file system that is read-only. Make it writable, or ${elsewhere}.`;
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
  `The disk that holds ${dataDir} is full. Free some space (the database needs at least 100 MB), then start again.`;

/** What PostgreSQL's own words mean to the operator. `logFile` is where the rest of them stands. */
export function postgresProblem(output: string, dataDir: string, logFile: string | null): StartupProblem {
  if (/No space left on device|Disk quota exceeded/.test(output))
    return new StartupProblem(fullDisk(dataDir));
  if (/Read-only file system/.test(output)) {
    return new StartupProblem(sentenceFor('EROFS', dataDir) ?? output, configuration);
  }
  if (/Permission denied|has wrong ownership|invalid permissions/.test(output)) {
    return new StartupProblem(
      `The database's own files in ${dataDir} belong to somebody else or may not be read. Give the whole folder to the user who runs Inkling, or ${elsewhere}.`,
      configuration,
    );
  }
  if (/already exists|still in use/.test(output)) {
    return new StartupProblem(
      `Another PostgreSQL still works on ${dataDir} and does not answer. End it (its process id is the first line of postgres/postmaster.pid), then start again.`,
    );
  }
  if (/could not (create|map) (anonymous )?shared memory|Cannot allocate memory/.test(output)) {
    return new StartupProblem(
      'There is too little memory for the embedded database, which takes about 200 MB. Free some, then start again.',
    );
  }
  if (/could not look up effective user/.test(output)) {
    return new StartupProblem(
      `This process runs as user ${currentUserName()}, whom the system has no name for, and the embedded database needs one. Run Inkling as a user of /etc/passwd, or set DATABASE_URL to a PostgreSQL 18 of your own.`,
      configuration,
    );
  }
  const fatal = output.split('\n').filter((line) => /FATAL|PANIC|error:/.test(line));
  const words = (fatal.at(-1) ?? output.trim().split('\n').at(-1) ?? '').replace(
    /^.*?(FATAL|PANIC|error): */,
    '',
  );
  const rest = logFile === null ? '' : ` ${logFile} has the rest.`;
  return new StartupProblem(
    `The embedded database did not start: ${words || 'it said nothing'}.${rest} Its data is in ${dataDir} untouched.`,
  );
}

/** The end of a log file from `offset` on, at most 64 KB of it; empty when it cannot be read. */
export async function logSince(file: string, offset: number): Promise<string> {
  try {
    const text = await readFile(file);
    return text.subarray(Math.max(offset, text.length - 65_536)).toString('utf8');
  } catch {
    return '';
  }
}
