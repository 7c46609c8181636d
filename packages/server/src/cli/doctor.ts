import { auditCounters, type WrongCounter } from '../modules/admin/index.ts';
import { checkLog, type LogProblem } from '../modules/measures/index.ts';
import type { AppContext } from '../platform/context.ts';
import { type Command, readArgs, UsageProblem, withAppContext } from './command.ts';

const line = ({ table, key, counter, stored, counted }: WrongCounter): string =>
  counter === null
    ? `${table} has no row ${key.join(' ')}, but there are rows to count\n`
    : `${table} ${key.join(' ')}: ${counter} is ${stored}, but the rows add up to ${counted}\n`;

/** Prints each wrong counter as it is found; returns the exit status. */
async function audit(ctx: AppContext): Promise<number> {
  let [rows, wrong] = [0, 0];
  for await (const batch of auditCounters(ctx)) {
    rows += batch.rows;
    wrong += batch.wrong.length;
    process.stdout.write(batch.wrong.map(line).join(''));
  }
  const result =
    wrong === 0 ? 'all are correct' : `${wrong.toLocaleString('en')} ${wrong === 1 ? 'is' : 'are'} wrong`;
  process.stdout.write(`Checked the counters of ${rows.toLocaleString('en')} rows: ${result}.\n`);
  const isLogIntact = await auditLog(ctx);
  return wrong === 0 && isLogIntact ? 0 : 1;
}

const problemLine = ({ number, problem }: LogProblem): string =>
  problem === 'chain'
    ? `Entry ${number} of the log of measures, or one before it, was changed or is missing.\n`
    : `The measure of entry ${number} of the log was changed after it was taken.\n`;

/** Checks the log of measures (docs/product/measures.md#the-log). */
async function auditLog({ db }: AppContext): Promise<boolean> {
  const { entries, lastHash, problems } = await checkLog(db);
  process.stdout.write(problems.map(problemLine).join(''));
  const isIntact = problems.length === 0;
  if (entries > 0)
    process.stdout.write(
      `Checked ${entries.toLocaleString('en')} entries of the log of measures: ${
        isIntact ? `intact; the last hash is ${lastHash}` : 'not intact'
      }.\n`,
    );
  return isIntact;
}

/** `inkling doctor --audit`; the site can be in use. */
export const doctorCommand: Command = {
  name: 'doctor',
  usages: ['doctor --audit'],
  summary: 'Check each counter against the rows it counts, and the log of measures; exits with 1 if wrong.',
  async run(args, env) {
    const { values, positionals } = readArgs(args, { audit: { type: 'boolean' } });
    if (values.audit !== true || positionals.length > 0) throw new UsageProblem('use --audit.');
    return withAppContext(env, audit);
  },
};
