import { type Command, refuseArgs, withAppContext } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usages: ['migrate'],
  summary: 'Bring the database up to this version. Starting the server does this too.',
  async run(args, env) {
    refuseArgs('migrate', args);
    // Opening the database migrates it.
    return withAppContext(env, async () => {
      process.stdout.write('The database is up to date.\n');
      return 0;
    });
  },
};
