import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type BackupFile,
  BackupProblem,
  missingFilesOf,
  openBackup,
  Unverified,
} from '../backup/backup-file.ts';
import { compareChapters } from '../backup/chapter-sample.queries.ts';
import { createBackup } from '../backup/create-backup.ts';
import { backUpDaily } from '../backup/daily-backup-job.ts';
import {
  backUpToFile,
  NoRoom,
  openSecrets,
  reasonOf,
  requireKnownVersion,
  restoreBackup,
  timeName,
} from '../backup/restore-backup.ts';
import { readConfig } from '../platform/config.ts';
import { databaseFault } from '../platform/db/db-errors.ts';
import { backupsFolder } from '../platform/last-backup.queries.ts';
import { StartupProblem } from '../platform/startup-problem.ts';
import { count, describeContent, withPassphrase } from './ask.ts';
import { type Command, readArgs, UsageProblem, withAppContext } from './command.ts';

/** Whether a check failed for want of room, or of an embedded database, and not because of the backup. */
const isOfThisMachine = (error: unknown): boolean =>
  error instanceof NoRoom ||
  databaseFault(error)?.code === '53100' ||
  (error instanceof StartupProblem && !(error instanceof BackupProblem));

/**
 * Restores a backup into an embedded database of its own, whatever the site uses, and removes it afterwards. Returns how
 * much was compared. Throws a BackupProblem if the backup can't be restored, and Unverified if this machine can't tell.
 */
export async function verifyBackup(
  backup: BackupFile,
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const config = readConfig(env);
  await requireKnownVersion(backup, file);
  await openSecrets(backup, config);
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const scratch = await mkdtemp(join(config.DATA_DIR, 'verify-'));
  try {
    const others = Object.entries(env).filter(([name]) => !/^(DATABASE_URL|S3_|BACKUP_TO$)/.test(name));
    const work = withAppContext(
      { ...Object.fromEntries(others), DATA_DIR: scratch },
      async (ctx, connection) => {
        const options = { ignoreChecks: false, images: false };
        const { counters } = await restoreBackup(ctx, connection, backup, options);
        const chapters = await compareChapters(ctx.db, backup);
        return [
          count(counters, 'row with counters or balances', 'rows with counters or balances'),
          `the text of ${count(chapters, 'chapter', 'chapters')} byte for byte`,
        ].join(', ');
      },
    );
    return await work.catch((cause: unknown) => {
      const reason = reasonOf(cause);
      throw isOfThisMachine(cause)
        ? new Unverified(`${file} could not be verified. ${reason}`, { cause })
        : new BackupProblem(`${file} can’t be restored. ${reason}`, { cause });
    });
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

const missingKeysOf = (hasPassphrase: boolean): string =>
  hasPassphrase
    ? ''
    : 'Without a passphrase (BACKUP_PASSPHRASE or --ask-passphrase) the keys for push messages and address hashes are left out: after a restore on another machine, people have to turn push messages on again, and every sign-in counts as coming from a new address.\n';

/** Throws BackupProblem if the program that reads standard output has stopped. */
async function writeToOutput(bytes: Uint8Array): Promise<void> {
  const cause = await new Promise((resolve) => process.stdout.write(bytes, resolve));
  if (cause) throw new BackupProblem('Standard output was closed, so the backup is not complete.', { cause });
}

async function create(file: string | undefined, env: NodeJS.ProcessEnv): Promise<number> {
  return withAppContext(env, async (ctx, connection) => {
    const path = resolve(file ?? join(backupsFolder(ctx.config), `inkling-${timeName(new Date())}.zip`));
    if (file !== '-' && (await stat(path).catch(() => null)) !== null)
      throw new UsageProblem(`${path} already exists. Name another file.`);
    const manifest =
      file === '-'
        ? await createBackup(ctx, connection, writeToOutput)
        : await backUpToFile(ctx, connection, path);
    const missing = missingFilesOf(manifest);
    process.stderr.write(missingKeysOf(ctx.config.BACKUP_PASSPHRASE !== undefined));
    if (file !== '-') process.stdout.write(`Backed up ${describeContent(manifest)}, to ${path}.\n`);
    if (missing !== null) process.stderr.write(`The backup is not complete. ${missing}\n`);
    return missing === null ? 0 : 1;
  });
}

/**
 * What the server does every day, with low priority. Its result goes to standard error, since standard output is the log
 * of the server that started it.
 */
async function daily(env: NodeJS.ProcessEnv): Promise<number> {
  setPriority(constants.priority.PRIORITY_LOW);
  return withAppContext(env, async (ctx, connection) => {
    const made = await backUpDaily(ctx, connection, (backup, where) => verifyBackup(backup, where, env));
    process.stderr.write(
      made === null
        ? 'Another process is making the daily backup.\n'
        : `Backed up ${describeContent(made.manifest)}, to ${made.where}.${made.verified}\n`,
    );
    return 0;
  });
}

/** Tells whether a backup can be restored. The site is not touched. */
async function verify(file: string, env: NodeJS.ProcessEnv): Promise<number> {
  const backup = await openBackup(resolve(file));
  try {
    const checked = await verifyBackup(backup, file, env);
    const missing = missingFilesOf(backup.manifest);
    process.stdout.write(
      `${file} can be restored${missing === null ? '' : ', but not completely'}. ${describeContent(backup.manifest)}. Checked every row, ${checked}.\n`,
    );
    if (missing !== null) process.stderr.write(`${missing}\n`);
    return missing === null ? 0 : 1;
  } finally {
    backup.close();
  }
}

/** `inkling backup`; the site can be in use. */
export const backupCommand: Command = {
  name: 'backup',
  usages: [
    'backup [FILE] [--ask-passphrase]',
    'backup - [--ask-passphrase]',
    'backup daily',
    'backup verify FILE [--ask-passphrase]',
  ],
  summary: 'Back up the whole site into a file or to standard output, or verify a backup.',
  async run(args, settings) {
    const { values, positionals } = readArgs(args, { 'ask-passphrase': { type: 'boolean', default: false } });
    const [first, second, ...rest] = positionals;
    if (rest.length > 0) throw new UsageProblem('name one file, or - for standard output.');
    if (first === 'daily' && second === undefined) return daily(settings);
    const isNew = first !== 'verify';
    if (isNew ? second !== undefined : second === undefined || second === '-')
      throw new UsageProblem(isNew ? 'name one file, or - for standard output.' : 'name the file to verify.');
    const env = await withPassphrase(settings, values['ask-passphrase'], isNew);
    return second === undefined ? create(first, env) : verify(second, env);
  },
};
