import { hour, minute } from '../platform/clock.ts';
import {
  endMaintenance,
  maintenanceText,
  readMaintenance,
  startMaintenance,
} from '../platform/maintenance.ts';
import { type Action, type Command, readArgs, UsageProblem, withAppContext } from './command.ts';

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
