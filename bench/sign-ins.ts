import { setTimeout as sleep } from 'node:timers/promises';
import { login, register } from '@inkling/contract/account';
import { listStories } from '@inkling/contract/stories';

/** The wait of other requests: 95th percentile in ms. */
interface Wait {
  name: string;
  before: number;
  during: number;
}

export interface SignInFlood {
  concurrency: number;
  seconds: number;
  /** Sign-ins that succeeded, and those that were requests to retry later. */
  signedIn: number;
  rejected: number;
  waits: Wait[];
}

/** The largest acceptable ratio of waits during and before the flood. */
export const maxWaitRatio = 3;
const concurrency = 200;
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
  if (script === undefined) throw new Error('The landing page loads no script.');
  return script;
}

async function measureTime(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return performance.now() - started;
}

/** Sends requests at a fixed interval, without waiting for earlier ones; returns the 95th percentile in ms. */
async function measureP95(url: string, forSeconds: number): Promise<number> {
  const requests: Promise<number>[] = [];
  const until = performance.now() + forSeconds * 1000;
  while (performance.now() < until) {
    requests.push(measureTime(url));
    await sleep(everyMs);
  }
  const times = (await Promise.all(requests)).toSorted((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? 0;
}

/** Measures the waits of other requests while 200 clients sign in repeatedly and respect retry-after. */
export async function measureSignInFlood(origin: string): Promise<SignInFlood> {
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
        Object.entries(others).map(async ([what, url]) => [what, await measureP95(url, forSeconds)] as const),
      ),
    );
  await measured(2);
  const before = await measured(seconds / 2);

  let stopped = false;
  const counts = { signedIn: 0, rejected: 0 };
  const one = async (): Promise<void> => {
    while (!stopped) {
      const response = await post(origin, login.key, { email, password });
      await response.arrayBuffer();
      if (response.status === 200) counts.signedIn += 1;
      else if (response.status === 503) {
        counts.rejected += 1;
        await sleep(Number(response.headers.get('retry-after')) * 1000);
      } else throw new Error(`a sign-in returned ${response.status}`);
    }
  };
  const flood = Promise.all(Array.from({ length: concurrency }, one));
  const during = await measured(seconds);
  stopped = true;
  await flood;
  const waits = Object.keys(others).map((what) => ({
    name: what,
    before: before[what] ?? 0,
    during: during[what] ?? 0,
  }));
  return { concurrency, seconds, ...counts, waits };
}
