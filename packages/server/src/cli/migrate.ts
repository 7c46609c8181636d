import { type Command, withAppContext } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: 'migrate',
  summary: 'Bring the database up to this version. Starting the server does this too.',
  run: (_args, env) =>
    // Opening the database migrates it.
    withAppContext(env, async () => {
      process.stdout.write('The database is up to date.\n');
      return 0;
    }),
};
