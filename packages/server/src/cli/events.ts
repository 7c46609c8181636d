import {
  type ListenerFailure,
  type ListenerStatus,
  listenerStatus,
  listFailures,
  replay,
  retrySetAside,
} from '../platform/events/operations.queries.ts';
import { type Command, UsageProblem, withSite } from './command.ts';

const maxFailures = 200;

type Action = (words: string[], env: NodeJS.ProcessEnv) => Promise<number>;

const statusLine = ({ listener, position, behind, retrying, setAside }: ListenerStatus): string =>
  `${listener}: at ${position}, ${behind} to come, ${retrying} retried, ${setAside} set aside\n`;

const failureLine = ({ listener, position, type, subject, attempts, error, retryAt }: ListenerFailure) =>
  `${listener}: event ${position} (${type ?? 'deleted'}) of ${subject}, ${attempts} attempts, ${
    retryAt === null ? 'set aside' : `next at ${retryAt.toISOString()}`
  }\n  ${error ?? 'waiting to be delivered'}\n`;

const status: Action = async (words, env) => {
  if (words.length > 0) throw new UsageProblem('events status takes no more words.');
  const found = await withSite(env, ({ db }) => listenerStatus(db));
  process.stdout.write(
    found.length === 0 ? 'No listener has started yet.\n' : found.map(statusLine).join(''),
  );
  return 0;
};

const failures: Action = async (words, env) => {
  if (words.length > 0) throw new UsageProblem('events failures takes no more words.');
  const found = await withSite(env, ({ db }) => listFailures(db, maxFailures));
  process.stdout.write(found.length === 0 ? 'No event has failed.\n' : found.map(failureLine).join(''));
  return 0;
};

const retry: Action = async ([listener = '', ...rest], env) => {
  if (listener === '' || rest.length > 0) throw new UsageProblem('name one listener.');
  const count = await withSite(env, ({ db, clock }) => retrySetAside(db, listener, clock.now()));
  process.stdout.write(`${count} ${count === 1 ? 'event is' : 'events are'} tried again.\n`);
  return 0;
};

const replayFrom: Action = async ([listener = '', from = '', ...rest], env) => {
  if (listener === '' || !/^[1-9]\d{0,14}$/.test(from) || rest.length > 0) {
    throw new UsageProblem('name a listener and the position to replay from; 1 is the first event.');
  }
  if (await withSite(env, ({ db }) => replay(db, listener, Number(from)))) {
    process.stdout.write(`${listener} gets the events from ${from} on again.\n`);
    return 0;
  }
  process.stderr.write(`There is no listener ${listener} that has come as far as ${from}.\n`);
  return 1;
};

const actions: Record<string, Action> = { status, failures, retry, replay: replayFrom };

/** `inkling events …`; a server that is running goes on from there within a second. */
export const eventsCommand: Command = {
  name: 'events',
  usage: 'events status|failures, events retry LISTENER, events replay LISTENER FROM',
  summary: 'See how far event listeners are; deliver to one again what failed or what it had.',
  async run([name = 'status', ...words], env) {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) throw new UsageProblem('say what to do.');
    return action(words, env);
  },
};
