import { countOutdated, markAllOutdated, sendSweep } from '../modules/search/index.ts';
import { hour, minute } from '../platform/clock.ts';
import { transaction } from '../platform/db/db.ts';
import {
  endMaintenance,
  maintenanceText,
  readMaintenance,
  startMaintenance,
} from '../platform/maintenance.ts';
import { type Action, type Command, readArgs, refuseArgs, UsageProblem, withAppContext } from './command.ts';

export const benchDataCommand: Command = {
  name: 'bench-data',
  usages: ['bench-data [--stories N] [--seed N]'],
  summary: 'Fill an empty database with generated stories, for measurements.',
  async run(args, env) {
    const options = { stories: { type: 'string' }, seed: { type: 'string' } } as const;
    const { values, positionals } = readArgs(args, options);
    if (positionals.length > 0) throw new UsageProblem(`what is ${positionals[0]}?`);
    const stories = Number(values.stories ?? 1000);
    const seed = Number(values.seed ?? 1);
    if (!Number.isInteger(stories) || stories < 1 || !Number.isInteger(seed)) {
      throw new UsageProblem('--stories and --seed take whole numbers.');
    }
    // Loaded only here, because its words would take memory in servers.
    const { fillBenchData } = await import('../bench-data/bench-data.ts');
    return withAppContext(env, async (ctx) => {
      await fillBenchData(ctx, { stories, seed });
      process.stdout.write(`There are ${stories} stories now.\n`);
      return 0;
    });
  },
};

/** `inkling search …`; a running server indexes in the background. */
export const searchCommand: Command = {
  name: 'search',
  usages: ['search status|reindex'],
  summary: 'See how much is waiting to be indexed for search, or rebuild the index.',
  async run([name = 'status', ...words], env) {
    if (words.length > 0 || (name !== 'status' && name !== 'reindex'))
      throw new UsageProblem('use status or reindex.');
    return withAppContext(env, async (ctx) => {
      if (name === 'reindex')
        await transaction(ctx.db, async (tx) => {
          await markAllOutdated(tx);
          await sendSweep(ctx, tx);
        });
      const count = await countOutdated(ctx.db);
      process.stdout.write(
        `${count} ${count === 1 ? 'story or person is' : 'stories and people are'} waiting to be indexed for search; a running server indexes them, at the latest tonight.\n`,
      );
      return 0;
    });
  },
};

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

const maxMessage = 300;
const untilHelp = 'give --until a duration such as 30m or 2h, or a time such as 2026-03-02T14:30Z.';

/** The moment that `--until` names. */
function momentOf(text: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,4})([mh])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() + Number(count) * (unit === 'h' ? hour : minute));
  const at = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text) ? text : Number.NaN);
  if (Number.isNaN(at.getTime())) throw new UsageProblem(untilHelp);
  if (at <= now) throw new UsageProblem('--until is in the past; use a later time.');
  return at;
}

const on: Action = async (words, env) => {
  const { values, positionals } = readArgs(words, { until: { type: 'string' }, message: { type: 'string' } });
  if (positionals.length > 0) throw new UsageProblem('put the message in quotation marks, after --message.');
  const message = values.message?.trim() ?? null;
  if (message !== null && (message === '' || message.length > maxMessage || /\p{Cc}/u.test(message)))
    throw new UsageProblem(`use a message of one line, at most ${maxMessage} characters.`);
  const now = new Date();
  const state = {
    since: now,
    until: values.until === undefined ? null : momentOf(values.until, now),
    message,
  };
  await withAppContext(env, ({ db }) => startMaintenance(db, state));
  process.stdout.write(
    `Maintenance mode is on. Within two seconds every page and call says:\n  ${maintenanceText(state, now)}\n`,
  );
  return 0;
};

const off: Action = async (words, env) => {
  if (words.length > 0) throw new UsageProblem('maintenance off takes no arguments.');
  const was = await withAppContext(env, ({ db }) => endMaintenance(db));
  process.stdout.write(was ? 'Maintenance mode is off.\n' : 'Maintenance mode was already off.\n');
  return 0;
};

const status: Action = async (words, env) => {
  if (words.length > 0) throw new UsageProblem('use on, off or status.');
  const state = await withAppContext(env, ({ db }) => readMaintenance(db));
  process.stdout.write(
    state === null
      ? 'Maintenance mode is off.\n'
      : `Maintenance mode has been on since ${state.since.toISOString()}:\n  ${maintenanceText(state, new Date())}\n`,
  );
  return 0;
};

const actions: Record<string, Action> = { on, off, status };

/** `inkling maintenance …`; running servers notice within two seconds, and a restart changes nothing. */
export const maintenanceCommand: Command = {
  name: 'maintenance',
  usages: ['maintenance on [--until TIME] [--message TEXT]', 'maintenance off', 'maintenance status'],
  summary: 'Show that the site is down for maintenance. TIME: 30m, 2h or 2026-03-02T14:30Z.',
  async run([name = 'status', ...words], env) {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) throw new UsageProblem('use on, off or status.');
    return action(words, env);
  },
};
