import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connectLive } from '../../testing/live-client.ts';
import { testApp } from '../../testing/test-app.ts';
import { sendMessage, serverWithEvents } from './events-for-tests.fixture.ts';

const site = testApp();
/** What one person's events may be: 20 at once, then 5 a second. */
const allowed = { atOnce: 20, perSecond: 5 };
/** In milliseconds; after that, the test fails. */
const longest = 15_000;

test('five floods of 20,000 events are cut off, and calls and other connections are served all the while [R39]', async () => {
  const { url, received } = await serverWithEvents(site, { RATE_LIMIT: true });
  const people = await Promise.all(['F1', 'F2', 'F3', 'F4', 'F5'].map((name) => site.person(name)));
  const clients = await Promise.all(people.map(({ token }) => connectLive(url, token)));
  const other = await site.person('Other');
  const quiet = await connectLive(url, other.token);
  const began = performance.now();
  let flooding = clients.length;
  const floods = clients.map(async ({ socket, ended }) => {
    for (let sent = 0; sent < 20_000 && socket.connected; sent += 1) {
      socket.emit(sendMessage.event, { words: 'Flood' });
      // The server runs in the same process.
      if (sent % 10 === 0) await turn();
    }
    await ended;
    flooding -= 1;
  });
  const statuses: number[] = [];
  const serve = async () => {
    do {
      const [status, ack] = await Promise.all([
        fetch(`${url}/query`).then((response) => response.status),
        statuses.length < 10 ? quiet.emit(sendMessage, { words: 'Quiet' }) : { success: true },
      ]);
      expect(ack).toEqual({ success: true });
      statuses.push(status);
    } while (flooding > 0 && performance.now() - began < longest);
  };
  await Promise.all([...floods, serve()]);
  const seconds = (performance.now() - began) / 1000;
  expect(new Set(statuses)).toEqual(new Set([200]));
  const most = allowed.atOnce + allowed.perSecond * seconds;
  for (const { username } of people)
    expect(received.filter((one) => one === `${username}: Flood`).length).toBeLessThanOrEqual(most);
  expect(received).toContain(`${other.username}: Quiet`);
});
