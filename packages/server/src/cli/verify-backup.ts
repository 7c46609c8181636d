import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupFile, BackupProblem, Unverified } from '../backup/backup-file.ts';
import { compareChapters } from '../backup/chapter-sample.queries.ts';
import {
  NoRoom,
  openSecrets,
  reasonOf,
  requireKnownVersion,
  restoreBackup,
} from '../backup/restore-backup.ts';
import { readConfig } from '../platform/config.ts';
import { databaseFault } from '../platform/db/db-errors.ts';
import { StartupProblem } from '../platform/startup-problem.ts';
import { count } from './backup-texts.ts';
import { withAppContext } from './command.ts';

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
        const { counters, logEntries } = await restoreBackup(ctx, connection, backup, options);
        const chapters = await compareChapters(ctx.db, backup);
        return [
          count(counters, 'row with counters or balances', 'rows with counters or balances'),
          `${count(logEntries, 'entry', 'entries')} of the log of measures`,
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
