import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupProblem, openBackup } from '../backup/backup-file.ts';
import { backUpToFile, failedRestore, requireKnownVersion, restoreBackup } from '../backup/restore-backup.ts';
import { hasPeople, isServerConnected, listTables } from '../backup/rows.queries.ts';
import { type Config, readConfig } from '../platform/config.ts';
import type { Db } from '../platform/db/db.ts';
import { appliedMigrations, knownMigrations } from '../platform/db/migrate.ts';
import { backupsFolder } from '../platform/last-backup.queries.ts';
import { StartupProblem } from '../platform/startup-problem.ts';
import { ask, describeContent } from './ask.ts';
import { type Command, readArgs, UsageProblem, withAppContext } from './command.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** The settings of the site after the move. */
async function settingsAfter(to: string, env: NodeJS.ProcessEnv, now: Config): Promise<NodeJS.ProcessEnv> {
  const others = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^DATABASE_(?:REPLICA_|DIRECT_)?URL/.test(name)),
  );
  if (to === 'embedded') {
    if (now.DATABASE_URL === undefined)
      throw new UsageProblem('this site uses the embedded database: DATABASE_URL is not set.');
    return others;
  }
  if (!/^postgres(ql)?:\/\//.test(to) || !URL.canParse(to))
    throw new UsageProblem('name embedded, or the address of a PostgreSQL database.');
  const address = new URL(to);
  if (address.password !== '' || address.searchParams.has('password'))
    throw new UsageProblem(
      'leave the password out of the address: others on this machine can see a command’s arguments. Set PGPASSWORD, or type it when asked.',
    );
  const [typed = ''] =
    env.PGPASSWORD === undefined && process.stdin.isTTY
      ? await ask(['Password of the database user (empty for none): '], 'secret')
      : [env.PGPASSWORD];
  // Not `password`, which an address with the host in its query cannot have.
  if (typed) address.searchParams.set('password', typed);
  return { ...others, DATABASE_URL: address.href };
}

/** Refuses a database of something else, or with a site, before its tables are created or changed. */
async function requireEmpty(db: Db): Promise<void> {
  const [applied, known] = [await appliedMigrations(db), await knownMigrations()];
  // Migrating refuses a database of another version.
  if (applied.some((name) => !known.includes(name))) return;
  const tables = [...(await listTables(db, 'public')), ...(await listTables(db, 'pgboss'))];
  if (applied.length === 0 && tables.length > 0)
    throw new BackupProblem(
      'The target has tables that are not Inkling’s. Name an empty database. Nothing was changed.',
    );
  if (applied.length > 0 && (await hasPeople(db)))
    throw new BackupProblem(
      'The target already has a site. Name an empty database (for the embedded one, first rename the folder postgres in DATA_DIR), or use backup and restore to replace that site. Nothing was changed.',
    );
  await requireNoServer(db);
}

async function requireNoServer(db: Db): Promise<void> {
  if (await isServerConnected(db))
    throw new BackupProblem('A server is using this database. Stop it first. Nothing was changed.');
}

/** `inkling move`; the database that the site uses now is only read. */
export const moveCommand: Command = {
  name: 'move',
  usages: ['move --to ADDRESS [--ignore-checks]', 'move --to embedded [--ignore-checks]'],
  summary: 'Move the site into an empty PostgreSQL database, or the embedded one. Stop the server first.',
  async run(args, env) {
    const { values, positionals } = readArgs(args, {
      to: { type: 'string' },
      'ignore-checks': { type: 'boolean', default: false },
    });
    const { to, 'ignore-checks': ignoreChecks } = values;
    if (to === undefined || positionals.length > 0) throw new UsageProblem('name the target with --to.');
    const config = readConfig(env);
    const targetEnv = await settingsAfter(to, env, config);
    // The same name each time, so that a move removes what a killed one has left.
    const folder = join(backupsFolder(config), 'move');
    const path = join(folder, 'rows.zip');

    await withAppContext(
      env,
      async (source, from) => {
        await requireNoServer(source.db);
        const intoTarget = withAppContext(
          targetEnv,
          async (target, into) => {
            try {
              await rm(folder, { recursive: true, force: true });
              await backUpToFile(source, from, path, 'rowsOnly');
              const backup = await openBackup(path);
              try {
                await requireKnownVersion(backup, path);
                say(`Moving ${describeContent(backup.manifest)}.`);
                const options = { ignoreChecks, images: false, isMove: true };
                await restoreBackup(target, into, backup, options);
              } finally {
                backup.close();
              }
            } catch (error) {
              throw await failedRestore(config, error);
            } finally {
              await rm(folder, { recursive: true, force: true });
            }
          },
          'alone',
          requireEmpty,
        );
        await intoTarget.catch((error: unknown) => {
          if (!(error instanceof StartupProblem)) throw error;
          // The settings of the target are those of --to.
          const message = error.message.replaceAll('DATABASE_URL', '--to');
          throw new StartupProblem(message, { exitCode: 1, cause: error });
        });
      },
      'alone',
    );
    say(
      to === 'embedded'
        ? 'Moved. Remove DATABASE_URL from the settings, and start the server. The database it named is unchanged; delete it when you no longer need it.'
        : `Moved. Set DATABASE_URL to the address of the target, with its password, and start the server. The ${config.DATABASE_URL === undefined ? `embedded database in ${config.DATA_DIR}` : 'database it names now'} is unchanged.`,
    );
    return 0;
  },
};
