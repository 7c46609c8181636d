import { migrate } from '../platform/db/migrate.ts';
import { type Command, withSite } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: 'migrate',
  summary: 'Bring the database up to this version; starting the server does it too.',
  run: (_args, env) =>
    withSite(env, async ({ db }) => {
      // Opening the site has migrated it; this second pass makes sure that nothing is left.
      await migrate(db);
      process.stdout.write('The database is up to date.\n');
      return 0;
    }),
};
