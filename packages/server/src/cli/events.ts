import {
  type ListenerFailure,
  type ListenerStatus,
  listenerStatus,
  listFailures,
  replay,
  retrySetAside,
} from '../platform/events/operations.queries.ts';
import { type Action, type Command, UsageProblem, withAppContext } from './command.ts';

const maxFailures = 200;

const statusLine = ({ listener, position, behind, retrying, setAside }: ListenerStatus): string =>
  `${listener}: at ${position}, ${behind} to come, ${retrying} retried, ${setAside} set aside\n`;

const failureLine = ({ listener, position, type, subject, attempts, error, retryAt }: ListenerFailure) =>
  `${listener}: event ${position} (${type ?? 'deleted'}) of ${subject}, ${attempts} attempts, ${
    retryAt === null ? 'set aside' : `next at ${retryAt.toISOString()}`
  }\n  ${error ?? 'waiting to be delivered'}\n`;

const status: Action = async (words, env) => {
  if (words.length > 0) throw new UsageProblem('events status takes no more words.');
  const listeners = await withAppContext(env, ({ db }) => listenerStatus(db));
  process.stdout.write(
    listeners.length === 0 ? 'No listener has started yet.\n' : listeners.map(statusLine).join(''),
  );
  return 0;
};

const failures: Action = async (words, env) => {
  if (words.length > 0) throw new UsageProblem('events failures takes no more words.');
  const failed = await withAppContext(env, ({ db }) => listFailures(db, maxFailures));
  process.stdout.write(failed.length === 0 ? 'No event has failed.\n' : failed.map(failureLine).join(''));
  return 0;
};

const retry: Action = async ([listener = '', ...rest], env) => {
  if (listener === '' || rest.length > 0) throw new UsageProblem('name one listener.');
  const count = await withAppContext(env, ({ db, clock }) => retrySetAside(db, listener, clock.now()));
  process.stdout.write(`${count} ${count === 1 ? 'event is' : 'events are'} tried again.\n`);
  return 0;
};

const replayFrom: Action = async ([listener = '', from = '', ...rest], env) => {
  if (listener === '' || !/^[1-9]\d{0,14}$/.test(from) || rest.length > 0) {
    throw new UsageProblem('name a listener and the position to replay from; 1 is the first event.');
  }
  if (await withAppContext(env, ({ db }) => replay(db, listener, Number(from)))) {
    process.stdout.write(`${listener} gets the events from ${from} on again.\n`);
    return 0;
  }
  process.stderr.write(`There is no listener ${listener} that has come as far as ${from}.\n`);
  return 1;
};

const actions: Record<string, Action> = { status, failures, retry, replay: replayFrom };

/** `inkling events …`; a running server picks up the changes within a second. */
export const eventsCommand: Command = {
  name: 'events',
  usages: ['events status|failures', 'events retry LISTENER', 'events replay LISTENER FROM'],
  summary: 'See how far event listeners are; deliver to one again what failed or what it had.',
  async run([name = 'status', ...words], env) {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) throw new UsageProblem('say what to do.');
    return action(words, env);
  },
};
