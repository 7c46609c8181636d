import { adminCommand } from './cli/admin.ts';
import { benchDataCommand } from './cli/bench-data.ts';
import { type Command, UsageProblem } from './cli/command.ts';
import { eventsCommand } from './cli/events.ts';
import { importCommand } from './cli/import.ts';
import { migrateCommand } from './cli/migrate.ts';
import { start } from './main.ts';
import { StartupProblem } from './platform/startup-problem.ts';
import { programVersion } from './platform/version.ts';

const startCommand: Command = {
  name: 'start',
  usage: 'start',
  summary: 'Start the server.',
  run: (_args, env) => start(env),
};

const commands: Command[] = [
  startCommand,
  migrateCommand,
  importCommand,
  adminCommand,
  eventsCommand,
  benchDataCommand,
];

const help = (): string => {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  inkling ${usage.padEnd(width)}   ${summary}`);
  return `Inkling ${programVersion}\n\n${lines.join('\n')}\n\nSettings come from the environment; docs/operating.md names every one.\n`;
};

/** Runs one command of `inkling` and gives its exit status: 0 done, 1 failed, 2 misused, 78 misconfigured. */
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
  const command = commands.find((one) => one.name === name);
  if (command === undefined) {
    process.stderr.write(`inkling: there is no command ${name}.\n\n${help()}`);
    return 2;
  }
  try {
    return await command.run(rest, env);
  } catch (error) {
    if (error instanceof UsageProblem) {
      process.stderr.write(`inkling ${name}: ${error.message}\nUsage: inkling ${command.usage}\n`);
      return 2;
    }
    if (error instanceof StartupProblem) {
      process.stderr.write(`inkling ${name}: ${error.message}\n`);
      return error.exitCode;
    }
    throw error;
  }
}
