import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { highlightOf, listOf } from '../../testing/annotations.tsx';
import { me, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { emptyDevice, mockStory, offlineChapters } from '../../testing/offline-story.ts';
import { resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { readToken } from '../session-store.ts';
import { holdPlaces } from './held-places.ts';
import { endSilence, writeTimeoutMs } from './in-time.ts';
import { keepStory } from './keep-story.ts';
import { listChanges } from './offline-store.ts';
import { claim, dropStory } from './offline-stories.ts';
import { sendStored } from './send-changes.ts';
import { write } from './write.ts';

resetBetweenTests();

const highlight = highlightOf(50, 'It rained.', 'rained');
const chapter = offlineChapters[0] ?? '';
const authorization = () => `Bearer ${readToken()}`;

beforeEach(async () => {
  endSilence();
  signIn();
  await emptyDevice();
  await claim(me._id);
  mockStory();
  mockCall('GET /highlights', listOf([highlight]));
  await keepStory(me, story._id);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const urlOf = (path: string) => new URL(`/api/v1${path}`, location.origin);

/** Makes a request as a page does. */
function send(method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: authorization() };
  const request = new Request(urlOf(path), { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return write(request, urlOf(path), () => undefined);
}
const readOn = (progress: number) => send('POST', `/chapters/${chapter}/progress`, { progress });

type Network = (request: Request) => Promise<Response>;
const network = (respond: Network) =>
  vi
    .spyOn(window, 'fetch')
    .mockClear()
    .mockImplementation((target, options) => respond(new Request(target, options)));
/** A network on which no response ever arrives. */
const hangs: Network = ({ signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const serverError: Network = async () => new Response('', { status: 500 });

test('a change is stored if the server does not respond in time, and cannot arrive later', async () => {
  const requests: Request[] = [];
  network((request) => {
    requests.push(request);
    return hangs(request);
  });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const response = readOn(40);
  await expect.poll(() => requests.length).toBe(1);
  await vi.advanceTimersByTimeAsync(writeTimeoutMs);
  expect(await (await response).json()).toMatchObject({ data: { progress: 40 } });
  expect(await listChanges()).toMatchObject([{ body: { progress: 40 } }]);
  expect(requests[0]?.signal.aborted).toBe(true);
});

test('a change is stored while the site is down for maintenance, and sent afterwards', async () => {
  const failure = { success: false, code: 'MAINTENANCE', message: 'We’re working on the site.', errors: [] };
  network(async () => Response.json(failure, { status: 503, headers: { 'retry-after': '30' } }));
  expect(await (await readOn(40)).json()).toMatchObject({ data: { progress: 40 } });
  await sendStored(me._id, authorization());
  expect(await listChanges()).toMatchObject([{ body: { progress: 40 } }]);
  network(async () => Response.json({ success: true, data: { progress: 40 } }));
  await sendStored(me._id, authorization());
  expect(await listChanges()).toEqual([]);
});

test('a deletion whose response was lost is undone on the server too', async () => {
  network(() => Promise.reject(new TypeError('Failed to fetch')));
  const path = `/highlights/${highlight._id}`;
  expect((await send('DELETE', path)).status).toBe(200);
  expect((await send('POST', `${path}/restore`)).status).toBe(200);
  expect((await listChanges()).map((change) => change.path)).toEqual([path, `${path}/restore`]);
});

test('held places wait until they are released, also with a connection', async () => {
  const release = holdPlaces(story._id);
  const requests: string[] = [];
  network(async ({ method, url }) => {
    requests.push(`${method} ${new URL(url).pathname}`);
    return Response.json({ success: true, data: { progress: 40 } });
  });
  expect(await (await readOn(40)).json()).toMatchObject({ data: { progress: 40 } });
  await send('DELETE', `/highlights/${highlight._id}`);
  expect(await listChanges()).toMatchObject([{ body: { progress: 40 } }]);
  expect(requests).toEqual([`DELETE /api/v1/highlights/${highlight._id}`]);
  await release();
  await sendStored(me._id, authorization());
  expect(requests.at(-1)).toBe(`POST /api/v1/chapters/${chapter}/progress`);
  expect(await listChanges()).toEqual([]);
});

test('what cannot wait is sent, also if an earlier change is waiting', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  network(() => Promise.reject(new TypeError('Failed to fetch')));
  await readOn(40);
  await dropStory(story._id);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  // The server cannot carry out the change that waits.
  network(async (request) =>
    (await request.json()).progress === 40 ? serverError(request) : Response.json({ success: true }),
  );
  expect((await readOn(50)).status).toBe(200);
  expect(await listChanges()).toMatchObject([{ body: { progress: 40 } }]);
});

test('however many requests want to send what waits, one run sends it and one waits', async () => {
  network(() => Promise.reject(new TypeError('Failed to fetch')));
  await readOn(40);
  let fail: () => void = () => undefined;
  const failing = new Promise<Response>((_resolve, reject) => {
    fail = () => reject(new TypeError('Failed to fetch'));
  });
  const fetched = network(() => failing);
  const runs = [sendStored(me._id, authorization())];
  await expect.poll(() => fetched.mock.calls.length).toBe(1);
  for (let count = 0; count < 5; count += 1) runs.push(sendStored(me._id, authorization()));
  fail();
  await Promise.all(runs);
  expect(fetched).toHaveBeenCalledTimes(2);
});
