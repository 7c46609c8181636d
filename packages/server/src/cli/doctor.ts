import { checks } from '../doctor/checks.ts';
import { examine, type Line, unknownMarks } from '../doctor/doctor.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { StartupProblem } from '../platform/startup-problem.ts';
import { type Command, exitOnSignals, readArgs, UsageProblem } from './command.ts';

const marks: Record<Line['status'], string> = {
  ok: 'ok',
  warning: 'WARNING',
  problem: 'PROBLEM',
  fine: 'fine',
  skipped: '-',
};

/** What is wrong is shown in full; details of what is right are for programs (`--json`). */
function textOf({ name, status, says, advice, details }: Line): string {
  const suffix = status === 'fine' ? ' (marked as fine in DOCTOR_FINE)' : '';
  const more = status === 'warning' || status === 'problem' ? [...details, ...(advice ? [advice] : [])] : [];
  return [
    `${marks[status].padEnd(8)} ${name.padEnd(12)} ${says}${suffix}`,
    ...more.map((line) => `${' '.repeat(22)}${line}`),
    '',
  ].join('\n');
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const say = (text: string) => void process.stdout.write(text);

/** The configuration, or the line that says what is wrong with it. */
function settingsOf(env: NodeJS.ProcessEnv): Config | Line {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error;
    return { name: 'settings', status: 'problem', says: 'not valid', advice: error.message, details: [] };
  }
}

async function* linesOf(env: NodeJS.ProcessEnv, isAudit: boolean): AsyncGenerator<Line> {
  const config = settingsOf(env);
  if ('status' in config) return yield config;
  for (const name of unknownMarks(config.DOCTOR_FINE, checks))
    yield {
      name: 'settings',
      status: 'warning',
      says: `DOCTOR_FINE names ${name}, which is not a check`,
      advice: `Checks are ${checks.map((check) => check.name).join(', ')}.`,
      details: [],
    };
  yield* examine({ config, env, isAudit }, checks);
}

/** `inkling doctor`; the site can be in use or stopped. */
export const doctorCommand: Command = {
  name: 'doctor',
  usages: ['doctor [--audit] [--json]'],
  summary: 'Check settings, machine, database and content. With --audit, check every counter.',
  async run(args, env) {
    const { values, positionals } = readArgs(args, {
      audit: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    });
    if (positionals.length > 0)
      throw new UsageProblem('doctor takes no arguments other than --audit and --json.');
    exitOnSignals();
    const lines: Line[] = [];
    for await (const line of linesOf(env, values.audit)) {
      lines.push(line);
      if (!values.json) say(textOf(line));
    }
    const count = (status: Line['status']) => lines.filter((line) => line.status === status).length;
    const [problems, warnings] = [count('problem'), count('warning')];
    if (values.json) say(`${JSON.stringify({ problems, warnings, checks: lines }, null, 2)}\n`);
    else say(`\n${counted(problems, 'problem')}, ${counted(warnings, 'warning')}.\n`);
    return problems === 0 ? 0 : 1;
  },
};
