import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { BackupProblem, type Manifest, openBackup } from '../backup/backup-file.ts';
import { compareChapters } from '../backup/chapter-sample.queries.ts';
import { createBackup } from '../backup/create-backup.ts';
import { backUpDaily } from '../backup/daily-backup.ts';
import {
  backUpToFile,
  backupsFolder,
  openSecrets,
  reasonOf,
  requireKnownVersion,
  restoreBackup,
  timeName,
} from '../backup/restore-backup.ts';
import { readConfig } from '../platform/config.ts';
import { withPassphrase } from './ask.ts';
import { type Command, readArgs, UsageProblem, withAppContext } from './command.ts';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** What is in a backup, in one line. */
export function describeContent({ site, createdAt, tables, images }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${site} at ${createdAt}: ${count(rows, 'row', 'rows')} and ${count(images, 'image', 'images')}`;
}

const missingFilesOf = ({ missingFiles }: Manifest): string =>
  missingFiles.length === 0
    ? ''
    : `${count(missingFiles.length, 'file of an image was', 'files of images were')} missing.\n`;

const missingKeysOf = (hasPassphrase: boolean): string =>
  hasPassphrase
    ? ''
    : 'Without a passphrase (BACKUP_PASSPHRASE or --ask-passphrase) the keys for push messages and address hashes are left out: after a restore on another machine, people have to turn push messages on again, and every sign-in counts as coming from a new address.\n';

async function writeToOutput(bytes: Uint8Array): Promise<void> {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
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
    process.stderr.write(
      missingKeysOf(ctx.config.BACKUP_PASSPHRASE !== undefined) + missingFilesOf(manifest),
    );
    if (file !== '-') process.stdout.write(`Backed up ${describeContent(manifest)}, to ${path}.\n`);
    return 0;
  });
}

/**
 * What the server does every day, with low priority. Its result goes to standard error, since standard output is the log
 * of the server that started it.
 */
async function daily(env: NodeJS.ProcessEnv): Promise<number> {
  setPriority(constants.priority.PRIORITY_LOW);
  return withAppContext(env, async (ctx, connection) => {
    const made = await backUpDaily(ctx, connection);
    process.stderr.write(
      made === null
        ? 'Another process is making the daily backup.\n'
        : `${missingFilesOf(made.manifest)}Backed up ${describeContent(made.manifest)}, to ${made.where}.\n`,
    );
    return 0;
  });
}

/** Restores a backup into a database of its own, which is removed afterwards. The site is not touched. */
async function verify(file: string, env: NodeJS.ProcessEnv): Promise<number> {
  const config = readConfig(env);
  const backup = await openBackup(resolve(file));
  let checked: string;
  try {
    await requireKnownVersion(backup, file);
    await openSecrets(backup, config);
    await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
    const scratch = await mkdtemp(join(config.DATA_DIR, 'verify-'));
    try {
      // Its own database and storage, whatever the site uses.
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
      checked = await work.catch((error: unknown) => {
        throw new BackupProblem(`${file} can’t be restored. ${reasonOf(error)}`, { cause: error });
      });
    } finally {
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    }
  } finally {
    backup.close();
  }
  process.stdout.write(
    `${file} can be restored. ${describeContent(backup.manifest)}. Checked every row, ${checked}.\n`,
  );
  return 0;
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
