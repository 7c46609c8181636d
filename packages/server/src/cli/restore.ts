import { join, resolve } from 'node:path';
import { missingFilesOf, openBackup } from '../backup/backup-file.ts';
import { type Secrets, siteName, writeSecrets } from '../backup/create-backup.ts';
import {
  backUpToFile,
  failedRestore,
  openSecrets,
  requireKnownVersion,
  restoreBackup,
  timeName,
} from '../backup/restore-backup.ts';
import { hasPeople, isServerConnected } from '../backup/rows.queries.ts';

import { type Config, readConfig } from '../platform/config.ts';
import { backupsFolder } from '../platform/last-backup.queries.ts';
import { StartupProblem } from '../platform/startup-problem.ts';
import { ask, describeContent, withPassphrase } from './ask.ts';
import { type Command, readArgs, UsageProblem, withAppContext } from './command.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Asks for the name of the site that is about to be replaced without a way back. */
async function confirmWithoutRestorePoint(config: Config): Promise<void> {
  const name = siteName(config);
  const [typed] = await ask([
    `Everything on this site will be replaced, without a restore point. Type its name, ${name}, to go on: `,
  ]);
  if (typed !== name)
    throw new StartupProblem('That is not the name of this site. Nothing was changed.', { exitCode: 1 });
}

/** What became of the keys in the backup, for the operator. */
async function restoreKeys(config: Config, hasSecrets: boolean, secrets: Secrets | null): Promise<void> {
  if (secrets === null)
    return say(
      `${hasSecrets ? 'Without the passphrase the keys for push messages and address hashes are not restored' : 'The backup has no keys for push messages and address hashes'}. Where this site has others than those of the backup, people have to turn push messages on again, and every sign-in counts as coming from a new address.`,
    );
  for (const name of await writeSecrets(config, secrets))
    say(`${name} is set to a different key than the one in the backup. The setting was not changed.`);
}

/** `inkling restore`; the server must be stopped, since it remembers what it has read. */
export const restoreCommand: Command = {
  name: 'restore',
  // Any of the options, on two lines for the width of a terminal.
  usages: [
    'restore FILE [--ask-passphrase] [--without-restore-point]',
    'restore FILE [--ignore-checks] [--keep-sessions]',
  ],
  summary: 'Replace the whole site with a backup. Stop the server first.',
  async run(args, settings) {
    const { values, positionals } = readArgs(args, {
      'ask-passphrase': { type: 'boolean', default: false },
      'without-restore-point': { type: 'boolean', default: false },
      'ignore-checks': { type: 'boolean', default: false },
      'keep-sessions': { type: 'boolean', default: false },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageProblem('name the backup to restore.');
    const env = await withPassphrase(settings, values['ask-passphrase'], false);
    const config = readConfig(env);
    const backup = await openBackup(resolve(file));
    try {
      await requireKnownVersion(backup, file);
      const secrets = await openSecrets(backup, config);
      say(`Restoring ${describeContent(backup.manifest)}.`);
      return await withAppContext(
        env,
        async (ctx, connection) => {
          if (await isServerConnected(ctx.db))
            throw new StartupProblem('A server is using this database. Stop it first. Nothing was changed.', {
              exitCode: 1,
            });
          if (await hasPeople(ctx.db)) {
            if (values['without-restore-point']) await confirmWithoutRestorePoint(config);
            else {
              const path = join(backupsFolder(config), `before-restore-${timeName(new Date())}.zip`);
              await backUpToFile(ctx, connection, path);
              say(`The site as it was is in ${path}.`);
            }
          }
          const keepSessions = values['keep-sessions'];
          const options = { ignoreChecks: values['ignore-checks'], images: true, keepSessions };
          const { hasJobs, otherTables } = await restoreBackup(ctx, connection, backup, options).catch(
            async (error: unknown) => {
              throw await failedRestore(config, error);
            },
          );
          if (otherTables.length > 0)
            say(`These tables are not Inkling's and were not restored: ${otherTables.join(', ')}.`);
          if (!hasJobs)
            say('Waiting jobs, such as emails, were not restored: they are from another version.');
          await restoreKeys(config, backup.manifest.hasSecrets, secrets);
          const missing = missingFilesOf(backup.manifest);
          if (missing !== null) say(missing);
          if (!keepSessions)
            say(
              'All sessions were ended, so that those ended since the backup don’t work again. People have to sign in and turn on push notifications again.',
            );
          say('Restored. Start the server.');
          return 0;
        },
        'alone',
      );
    } finally {
      backup.close();
    }
  },
};
