import { type Command, withSite } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: 'migrate',
  summary: 'Bring the database up to this version. Starting the server does this too.',
  run: (_args, env) =>
    // Opening the site has migrated it.
    withSite(env, async () => {
      process.stdout.write('The database is up to date.\n');
      return 0;
    }),
};
