import { adminCommand } from './cli/admin.ts';
import { backupCommand } from './cli/backup.ts';
import { type Command, readArgs, UsageProblem } from './cli/command.ts';
import { doctorCommand } from './cli/doctor.ts';
import { eventsCommand } from './cli/events.ts';
import { genresCommand } from './cli/genres.ts';
import { importCommand } from './cli/import.ts';
import { benchDataCommand, maintenanceCommand, migrateCommand, searchCommand } from './cli/maintenance.ts';
import { moderatorsCommand } from './cli/moderators.ts';
import { moveCommand } from './cli/move.ts';
import { planCommand } from './cli/plan.ts';
import { restoreCommand } from './cli/restore.ts';
import { setupCommand } from './cli/setup.ts';
import { storageCommand } from './cli/storage.ts';
import { start } from './main.ts';
import { startupProblemOf } from './platform/db/startup-failures.ts';
import { programVersion } from './platform/version.ts';

const startCommand: Command = {
  name: 'start',
  usages: ['start [--only web|jobs]'],
  summary: 'Start the server, or only its web pages and calls, or only its background work.',
  async run(args, env) {
    const { values, positionals } = readArgs(args, { only: { type: 'string' } });
    if (positionals.length > 0) throw new UsageProblem('start takes no arguments besides --only.');
    const { only = null } = values;
    if (only !== null && only !== 'web' && only !== 'jobs')
      throw new UsageProblem('--only is followed by web or jobs.');
    return start(env, only);
  },
};

const commands: Command[] = [
  setupCommand,
  startCommand,
  migrateCommand,
  importCommand,
  adminCommand,
  moderatorsCommand,
  planCommand,
  genresCommand,
  storageCommand,
  eventsCommand,
  searchCommand,
  backupCommand,
  restoreCommand,
  maintenanceCommand,
  moveCommand,
  doctorCommand,
  benchDataCommand,
];

const helpOf = ({ usages, summary }: Command): string =>
  [...usages.map((usage) => `  inkling ${usage}\n`), `      ${summary}\n`].join('');

const help = (): string =>
  `Inkling ${programVersion}\n\n${commands.map(helpOf).join('')}\nSettings come from environment variables; docs/operating.md lists all of them.\n`;

/** Runs one `inkling` command and returns its exit status: 0 success, 1 failure, 2 usage error, 78 configuration error. */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [name = 'help', ...rest] = args;
  if (['help', '--help', '-h'].includes(name)) {
    process.stdout.write(help());
    return 0;
  }
  if (['version', '--version', '-v'].includes(name)) {
    process.stdout.write(`${programVersion}\n`);
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    process.stderr.write(`${help()}\ninkling: unknown command ${name}.\n`);
    return 2;
  }
  if (rest.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(helpOf(command));
    return 0;
  }
  try {
    return await command.run(rest, env);
  } catch (error) {
    if (error instanceof UsageProblem) {
      const usages = command.usages.map((usage) => `Usage: inkling ${usage}\n`);
      // Last, where it is seen.
      process.stderr.write(`${usages.join('')}inkling ${name}: ${error.message}\n`);
      return 2;
    }
    const problem = startupProblemOf(error);
    if (problem === null) throw error;
    process.stderr.write(`inkling ${name}: ${problem.message}\n`);
    return problem.exitCode;
  }
}
