import { setTimeout as sleep } from 'node:timers/promises';
import { login, register } from '@inkling/contract/account';
import { listStories } from '@inkling/contract/stories';

/** How long others wait, in milliseconds: nineteen in twenty at most so long. */
interface Wait {
  name: string;
  before: number;
  during: number;
}

export interface SignInFlood {
  atOnce: number;
  seconds: number;
  /** Log-ins that worked, and those that were told to come back. */
  signedIn: number;
  sentAway: number;
  waits: Wait[];
}

/** How much longer others may wait while so many sign in. */
export const maxWait = 3;
const atOnce = 200;
const seconds = 20;
const everyMs = 25;
const api = '/api/v1';

const pathOf = (key: string): string => api + key.slice(key.indexOf(' ') + 1);

const post = (origin: string, key: string, body: object): Promise<Response> =>
  fetch(origin + pathOf(key), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function firstScript(origin: string): Promise<string> {
  const page = await (await fetch(origin)).text();
  const [script] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  if (script === undefined) throw new Error('The landing page names no script.');
  return script;
}

async function timeOf(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - started;
}

/** Asks now and then, whatever becomes of what was asked before. */
async function p95Of(url: string, forSeconds: number): Promise<number> {
  const asked: Promise<number>[] = [];
  const until = performance.now() + forSeconds * 1000;
  while (performance.now() < until) {
    asked.push(timeOf(url));
    await sleep(everyMs);
  }
  const times = (await Promise.all(asked)).toSorted((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? 0;
}

/** Measures what others wait while 200 people sign in at once, over and over; who is told to wait does. */
export async function underSignIns(origin: string): Promise<SignInFlood> {
  const name = `flood_${Date.now().toString(36)}`;
  const password = 'a lamp in the window';
  const email = `${name}@example.test`;
  await post(origin, register.key, { username: name, email, password, passwordConfirm: password });
  const others = {
    'list of 20': `${origin}${pathOf(listStories.key)}?limit=20`,
    'a script': origin + (await firstScript(origin)),
  };
  const measured = async (forSeconds: number) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(others).map(async ([what, url]) => [what, await p95Of(url, forSeconds)] as const),
      ),
    );
  await measured(2);
  const before = await measured(seconds / 2);

  let over = false;
  const counts = { signedIn: 0, sentAway: 0 };
  const one = async (): Promise<void> => {
    while (!over) {
      const response = await post(origin, login.key, { email, password });
      await response.arrayBuffer();
      if (response.status === 200) counts.signedIn += 1;
      else if (response.status === 503) {
        counts.sentAway += 1;
        await sleep(Number(response.headers.get('retry-after')) * 1000);
      } else throw new Error(`a log-in answered ${response.status}`);
    }
  };
  const flood = Promise.all(Array.from({ length: atOnce }, one));
  const during = await measured(seconds);
  over = true;
  await flood;
  const waits = Object.keys(others).map((what) => ({
    name: what,
    before: before[what] ?? 0,
    during: during[what] ?? 0,
  }));
  return { atOnce, seconds, ...counts, waits };
}
