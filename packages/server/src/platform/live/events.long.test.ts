import { livePath, serverClosing } from '@inkling/contract/live';
import { describe, expect, test } from 'vitest';
import { connectLive, type LiveClient } from '../../testing/live-client.ts';
import { testApp } from '../../testing/test-app.ts';
import {
  enterRoom,
  failOnPurpose,
  leaveRoom,
  messageSent,
  sendMessage,
  serverWithEvents,
} from './events-for-tests.fixture.ts';
import { livePublisher } from './live-publisher.ts';

const site = testApp();
const server = (settings?: Parameters<typeof serverWithEvents>[1]) => serverWithEvents(site, settings);
const statusOf = async (url: string) => (await fetch(url)).status;
/** Resolves when all earlier events of the client have been handled. */
const settled = (client: LiveClient) => client.emit(leaveRoom, { room: 'none' });

describe('a client event', () => {
  test('is handled as sent by the user of the token, and acknowledged [R38]', async () => {
    const { url, received } = await server();
    const [ada, bea] = [await site.person(), await site.person()];
    const client = await connectLive(url, ada.token);
    expect(
      await client.socket.emitWithAck(sendMessage.event, { words: 'Hello', sender: bea.id, viewer: bea }),
    ).toEqual({
      success: true,
    });
    expect(received).toEqual([`${ada.username}: Hello`]);
  });

  test('with invalid input is refused, as in a call', async () => {
    const { url, received } = await server();
    const { socket } = await connectLive(url, (await site.person()).token);
    const invalidInputs = [
      undefined,
      null,
      7,
      'Hello',
      [],
      {},
      { words: 7 },
      { words: 'x'.repeat(101) },
      { words: null },
    ];
    for (const input of invalidInputs) {
      expect(await socket.emitWithAck(sendMessage.event, input), JSON.stringify(input)).toMatchObject({
        success: false,
        code: 'BAD_INPUT',
      });
    }
    expect(received).toEqual([]);
  });

  test('with an unknown name is ignored, whatever the name [R39]', async () => {
    const { url, received } = await server();
    const client = await connectLive(url, (await site.person()).token);
    const names = [
      'nowhere',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'valueOf',
      'error',
      'data',
    ];
    const acknowledged: unknown[] = [];
    for (const name of names) {
      client.socket.emit(name, { words: 'Hello' }, (ack: unknown) => acknowledged.push([name, ack]));
      client.socket.emit(name);
    }
    client.socket.io.engine.write('2["constructor.toString",{}]');
    client.socket.io.engine.write('2[7,{}]');
    await settled(client);
    expect([acknowledged, received]).toEqual([[], []]);
    expect(client.socket.connected).toBe(true);
  });

  test.each([
    '2["connect",{}]',
    '2["disconnecting"]',
    '2["newListener"]',
    '2{"__proto__":[]}',
    '2[]',
    '2[{"toString":1}]',
    '2["test:say"',
    '29007199254740993["test:say",{"words":"Hello"}]',
    '51-["test:say",{"_placeholder":true,"num":0}]',
    '5100000-["test:say",{"_placeholder":true,"num":0}]',
    '31[]',
    '3999999999["x"]',
    '0',
    '0/test:say,{}',
    '1',
    '4{"message":"x"}',
    '9',
    'zzz',
    '',
  ])('a malformed packet %s closes at most its own connection', async (packet) => {
    const { url } = await server();
    const { token } = await site.person();
    const [broken, other] = [await connectLive(url, token), await connectLive(url, token)];
    broken.socket.io.engine.write(packet);
    expect(await settled(other)).toEqual({ success: true });
    expect(await statusOf(url)).toBe(200);
  });

  test('without an acknowledgement callback is handled too', async () => {
    const { url, received } = await server();
    const client = await connectLive(url, (await site.person('Ada')).token);
    client.socket.emit(sendMessage.event, { words: 'one' });
    client.socket.emit(sendMessage.event, { words: 'two' });
    await settled(client);
    expect(received).toEqual(['Ada: one', 'Ada: two']);
  });

  test('that fails on the server gets a request id, and the connection stays open [R30]', async () => {
    const { url } = await server();
    const client = await connectLive(url, (await site.person()).token);
    expect(await client.emit(failOnPurpose, { how: 'refuse' })).toEqual({
      success: false,
      code: 'NOT_FOUND',
      message: 'Not there',
      errors: [],
    });
    for (const how of ['throw', 'reject', 'no error', 'nothing']) {
      const failure = await client.emit(failOnPurpose, { how });
      expect(failure, how).toMatchObject({ success: false, code: 'INTERNAL', requestId: expect.any(String) });
      expect(JSON.stringify(failure)).not.toMatch(/select|users|at |a word/);
    }
    expect(await settled(client)).toEqual({ success: true });
  });
});

describe('limits', () => {
  test('a message that is too large ends its connection; other connections and calls still work [R39] [R67]', async () => {
    const { url, received } = await server({ RATE_LIMIT: true });
    const { token } = await site.person();
    const [loud, quiet] = [await connectLive(url, token), await connectLive(url, token)];
    loud.socket.emit(sendMessage.event, { words: 'x'.repeat(1_000_000) });
    await loud.ended;
    expect(await quiet.emit(sendMessage, { words: 'Still here' })).toEqual({ success: true });
    expect(received).toHaveLength(1);
    expect(await statusOf(url)).toBe(200);
  });

  test('binary data ends its connection', async () => {
    const { url } = await server();
    const client = await connectLive(url, (await site.person()).token);
    client.socket.emit(sendMessage.event, { words: Buffer.from('Hello') });
    await client.ended;
  });

  test('a client that sends 20,000 events is disconnected after a few, and others are not affected [R39]', async () => {
    const { url, received } = await server({ RATE_LIMIT: true });
    const [flood, other] = [await site.person('Flood'), await site.person('Other')];
    const [client, quiet] = [await connectLive(url, flood.token), await connectLive(url, other.token)];
    await client.emit(sendMessage, { words: 'Hello' });
    for (let index = 0; index < 20_000; index += 1)
      client.socket.emit(sendMessage.event, { words: `${index}` });
    await client.ended;
    expect(await quiet.emit(sendMessage, { words: 'Still here' })).toEqual({ success: true });
    expect(await statusOf(url)).toBe(200);
    expect(received).toContain('Flood: Hello');
    expect(received.length).toBeLessThanOrEqual(60);
  });

  test('the event limit applies to a person over all their connections, and refuses with retryAfterSeconds', async () => {
    const { url, received } = await server({ RATE_LIMIT: true });
    const { token } = await site.person();
    const clients = await Promise.all([1, 2, 3].map(() => connectLive(url, token)));
    const responses = await Promise.all(
      Array.from({ length: 45 }, (_, index) => clients[index % 3]?.emit(sendMessage, { words: `${index}` })),
    );
    const refused = responses.filter((response) => response?.success === false);
    expect(refused.length).toBeGreaterThanOrEqual(15);
    expect(refused[0]).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 });
    expect(received).toHaveLength(45 - refused.length);
    expect(clients.every(({ socket }) => socket.connected)).toBe(true);
  });

  test('a connection can be in at most twenty rooms [R39]', async () => {
    const { url } = await server();
    const client = await connectLive(url, (await site.person()).token);
    for (let room = 0; room < 20; room += 1)
      expect(await client.emit(enterRoom, { room: `r${room}` })).toEqual({ success: true });
    expect(await client.emit(enterRoom, { room: 'r20' })).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await client.emit(enterRoom, { room: 'r7' })).toEqual({ success: true });
    await client.emit(leaveRoom, { room: 'r7' });
    expect(await client.emit(enterRoom, { room: 'r20' })).toEqual({ success: true });
  });
});

describe('a published event', () => {
  test('reaches everyone in the room except its sender, without undeclared fields', async () => {
    const { url, ctx } = await server();
    const [ada, bea, cleo] = await Promise.all(
      [1, 2, 3].map(async () => connectLive(url, (await site.person()).token)),
    );
    if (!ada || !bea || !cleo) throw new Error('all three are there');
    await ada.emit(enterRoom, { room: 'lamp' });
    await bea.emit(enterRoom, { room: 'lamp' });
    await cleo.emit(enterRoom, { room: 'lantern' });
    const more = { words: 'one', secret: 'herons' };
    ctx.live.publish('lamp', messageSent, more);
    ctx.live.except(ada.socket.id ?? null).publish('lamp', messageSent, { words: 'two' });
    ctx.live.publish('lantern', messageSent, { words: 'three' });
    await bea.emit(leaveRoom, { room: 'lamp' });
    ctx.live.publish('lamp', messageSent, { words: 'four' });
    await Promise.all([ada, bea, cleo].map(settled));
    const payloadsOf = ({ received: events }: LiveClient) => events.map(({ payload }) => payload);
    expect(payloadsOf(ada)).toEqual([{ words: 'one' }, { words: 'four' }]);
    expect(payloadsOf(bea)).toEqual([{ words: 'one' }, { words: 'two' }]);
    expect(payloadsOf(cleo)).toEqual([{ words: 'three' }]);
  });

  test('with an invalid payload is not sent', async () => {
    const { ctx } = await server();
    expect(() => ctx.live.publish('lamp', messageSent, JSON.parse('{"words":7}'))).toThrow();
  });

  test('without any connection does nothing', () => {
    livePublisher().publish('lamp', messageSent, { words: 'Hello' });
  });
});

describe('a server that stops', () => {
  test('notifies all clients, closes their connections, and does not wait for silent ones', async () => {
    const { url, http, ctx } = await server();
    const [ada, bea] = await Promise.all(
      [1, 2].map(async () => connectLive(url, (await site.person()).token)),
    );
    const silent = new WebSocket(`${url.replace('http', 'ws')}${livePath}?EIO=4&transport=websocket`);
    await new Promise((resolve) => silent.addEventListener('open', resolve));
    const gone = new Promise((resolve) => silent.addEventListener('close', resolve));
    await http.close();
    for (const client of [ada, bea]) {
      expect(client?.received).toEqual([{ event: serverClosing.event, payload: {} }]);
      // The client library reconnects by itself only after this reason.
      expect(await client?.ended).toBe('transport close');
    }
    await gone;
    ctx.live.publish('lamp', messageSent, { words: 'too late' });
    await expect(fetch(url)).rejects.toThrow();
  });
});

test('a connection that does not read is closed; the others receive everything [R66]', async () => {
  const { url, ctx } = await server();
  const [reading, stalled] = [
    await connectLive(url, (await site.person()).token),
    await connectLive(url, (await site.person()).token),
  ];
  for (const client of [reading, stalled]) await client.emit(enterRoom, { room: 'busy' });
  const { ws } = stalled.socket.io.engine.transport as unknown as {
    ws: { pause(): void; resume(): void };
  };
  ws.pause();
  const words = 'lamp '.repeat(10_000);
  const count = 400;
  for (let number = 0; number < count; number += 1) {
    ctx.live.publish('busy', messageSent, { words });
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  ws.resume();
  expect(await stalled.ended).not.toBe('io client disconnect');
  expect(stalled.received.length).toBeLessThan(count);
  await settled(reading);
  expect(reading.received.length).toBe(count);
});
