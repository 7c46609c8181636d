import type { AddressInfo } from 'node:net';
import { clientEvent, livePath, serverClosing, serverEvent } from '@inkling/contract/live';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { authenticate, stillCount } from '../../modules/account/index.ts';
import { connectLive, type LiveClient } from '../../testing/live-client.ts';
import { testApp } from '../../testing/test-app.ts';
import { AppError } from '../app-error.ts';
import type { AppContext } from '../context.ts';
import { createHttpServer } from '../http/server.ts';
import { webSocketsAt } from '../http/web-sockets.ts';
import { livePublisher } from './live-publisher.ts';
import { liveServer } from './live-server.ts';
import { on, type SocketHandlers } from './socket-handlers.ts';

const site = testApp();

const say = clientEvent('test:say', z.object({ words: z.string().max(100) }));
const enter = clientEvent('test:enter', z.object({ room: z.string() }));
const leave = clientEvent('test:leave', z.object({ room: z.string() }));
const fail = clientEvent('test:fail', z.object({ how: z.string() }));
const said = serverEvent('test:said', z.object({ words: z.string() }));

/** A server with events of its own, of which it keeps what was said. */
async function server(settings: Partial<AppContext['config']> = {}) {
  const ctx = { ...site.ctx, config: { ...site.ctx.config, ...settings }, live: livePublisher() };
  const ears: SocketHandlers = new Map();
  const heard: string[] = [];
  on(ears, say, async (_ctx, viewer, { words }) => {
    heard.push(`${viewer.username}: ${words}`);
  });
  on(ears, enter, async (_ctx, _viewer, { room }, rooms) => rooms.enter(room));
  on(ears, leave, async (_ctx, _viewer, { room }, rooms) => rooms.leave(room));
  on(ears, fail, (_ctx, _viewer, { how }) => {
    if (how === 'refuse') throw new AppError('NOT_FOUND', 'Not there');
    if (how === 'throw') throw new Error('select * from users');
    if (how === 'no error') throw 'a word';
    return Promise.reject(how === 'nothing' ? undefined : new Error('select * from users'));
  });
  const live = liveServer(ctx, { authenticate, stillCount }, ears);
  const http = await createHttpServer(ctx.config, ctx.log);
  webSocketsAt(http, livePath, 'live', live.check, live.take);
  http.addHook('preClose', () => live.close());
  http.get('/', () => 'here');
  await http.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => http.close());
  const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  return { url, heard, ctx, http };
}
const responses = async (url: string) => (await fetch(url)).status;
/** What a client has said before is dealt with once this is answered. */
const settled = (client: LiveClient) => client.emit(leave, { room: 'none' });

describe('what a browser says', () => {
  test('is heard as said by whoever the token belongs to, and acknowledged', async () => {
    const { url, heard } = await server();
    const [ada, bea] = [await site.person(), await site.person()];
    const client = await connectLive(url, ada.token);
    expect(
      await client.socket.emitWithAck(say.event, { words: 'Hello', sender: bea.id, viewer: bea }),
    ).toEqual({
      success: true,
    });
    expect(heard).toEqual([`${ada.username}: Hello`]);
  });

  test('and does not fit is refused, as a call would be', async () => {
    const { url, heard } = await server();
    const { socket } = await connectLive(url, (await site.person()).token);
    const misfits = [
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
    for (const misfit of misfits) {
      expect(await socket.emitWithAck(say.event, misfit), JSON.stringify(misfit)).toMatchObject({
        success: false,
        code: 'BAD_INPUT',
      });
    }
    expect(heard).toEqual([]);
  });

  test('under a name that nobody hears is nothing, whatever the name', async () => {
    const { url, heard } = await server();
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
      client.socket.emit(name, { words: 'Hello' }, (heard: unknown) => acknowledged.push([name, heard]));
      client.socket.emit(name);
    }
    client.socket.io.engine.write('2["constructor.toString",{}]');
    client.socket.io.engine.write('2[7,{}]');
    await settled(client);
    expect([acknowledged, heard]).toEqual([[], []]);
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
  ])('in the form of %s ends that connection at most, and no other', async (packet) => {
    const { url } = await server();
    const { token } = await site.person();
    const [broken, other] = [await connectLive(url, token), await connectLive(url, token)];
    broken.socket.io.engine.write(packet);
    expect(await settled(other)).toEqual({ success: true });
    expect(await responses(url)).toBe(200);
  });

  test('without asking for an answer is heard as well', async () => {
    const { url, heard } = await server();
    const client = await connectLive(url, (await site.person('Ada')).token);
    client.socket.emit(say.event, { words: 'one' });
    client.socket.emit(say.event, { words: 'two' });
    await settled(client);
    expect(heard).toEqual(['Ada: one', 'Ada: two']);
  });

  test('and fails on us is a number to quote, and the connection goes on', async () => {
    const { url } = await server();
    const client = await connectLive(url, (await site.person()).token);
    expect(await client.emit(fail, { how: 'refuse' })).toEqual({
      success: false,
      code: 'NOT_FOUND',
      message: 'Not there',
    });
    for (const how of ['throw', 'reject', 'no error', 'nothing']) {
      const failure = await client.emit(fail, { how });
      expect(failure, how).toMatchObject({ success: false, code: 'INTERNAL', requestId: expect.any(String) });
      expect(JSON.stringify(failure)).not.toMatch(/select|users|at |a word/);
    }
    expect(await settled(client)).toEqual({ success: true });
  });
});

describe('too much at once', () => {
  test('a message that is too large ends its connection; others and the calls go on', async () => {
    const { url, heard } = await server({ RATE_LIMIT: true });
    const { token } = await site.person();
    const [loud, quiet] = [await connectLive(url, token), await connectLive(url, token)];
    loud.socket.emit(say.event, { words: 'x'.repeat(1_000_000) });
    await loud.ended;
    expect(await quiet.emit(say, { words: 'Still here' })).toEqual({ success: true });
    expect(heard).toHaveLength(1);
    expect(await responses(url)).toBe(200);
  });

  test('bytes instead of a message end it too', async () => {
    const { url } = await server();
    const client = await connectLive(url, (await site.person()).token);
    client.socket.emit(say.event, { words: Buffer.from('Hello') });
    await client.ended;
  });

  test('twenty thousand events of one client: few are heard, it is cut off, and others are not', async () => {
    const { url, heard } = await server({ RATE_LIMIT: true });
    const [flood, other] = [await site.person('Flood'), await site.person('Other')];
    const [client, quiet] = [await connectLive(url, flood.token), await connectLive(url, other.token)];
    await client.emit(say, { words: 'Hello' });
    for (let index = 0; index < 20_000; index += 1) client.socket.emit(say.event, { words: `${index}` });
    await client.ended;
    expect(await quiet.emit(say, { words: 'Still here' })).toEqual({ success: true });
    expect(await responses(url)).toBe(200);
    expect(heard).toContain('Flood: Hello');
    expect(heard.length).toBeLessThanOrEqual(60);
  });

  test('a person says so much in all, over however many connections, and is told', async () => {
    const { url, heard } = await server({ RATE_LIMIT: true });
    const { token } = await site.person();
    const clients = await Promise.all([1, 2, 3].map(() => connectLive(url, token)));
    const responses = await Promise.all(
      Array.from({ length: 45 }, (_, index) => clients[index % 3]?.emit(say, { words: `${index}` })),
    );
    const refused = responses.filter((response) => response?.success === false);
    expect(refused.length).toBeGreaterThanOrEqual(15);
    expect(refused[0]).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 });
    expect(heard).toHaveLength(45 - refused.length);
    expect(clients.every(({ socket }) => socket.connected)).toBe(true);
  });

  test('a connection listens in twenty rooms at most', async () => {
    const { url } = await server();
    const client = await connectLive(url, (await site.person()).token);
    for (let room = 0; room < 20; room += 1)
      expect(await client.emit(enter, { room: `r${room}` })).toEqual({ success: true });
    expect(await client.emit(enter, { room: 'r20' })).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await client.emit(enter, { room: 'r7' })).toEqual({ success: true });
    await client.emit(leave, { room: 'r7' });
    expect(await client.emit(enter, { room: 'r20' })).toEqual({ success: true });
  });
});

describe('what is told', () => {
  test('comes to those in the room, without what the event does not name, but not to whoever caused it', async () => {
    const { url, ctx } = await server();
    const [ada, bea, cleo] = await Promise.all(
      [1, 2, 3].map(async () => connectLive(url, (await site.person()).token)),
    );
    if (!ada || !bea || !cleo) throw new Error('all three are there');
    await ada.emit(enter, { room: 'lamp' });
    await bea.emit(enter, { room: 'lamp' });
    await cleo.emit(enter, { room: 'lantern' });
    const more = { words: 'one', secret: 'herons' };
    ctx.live.publish('lamp', said, more);
    ctx.live.except(ada.socket.id ?? null).publish('lamp', said, { words: 'two' });
    ctx.live.publish('lantern', said, { words: 'three' });
    await bea.emit(leave, { room: 'lamp' });
    ctx.live.publish('lamp', said, { words: 'four' });
    await Promise.all([ada, bea, cleo].map(settled));
    const heardBy = ({ received: heard }: LiveClient) => heard.map(({ payload }) => payload);
    expect(heardBy(ada)).toEqual([{ words: 'one' }, { words: 'four' }]);
    expect(heardBy(bea)).toEqual([{ words: 'one' }, { words: 'two' }]);
    expect(heardBy(cleo)).toEqual([{ words: 'three' }]);
  });

  test('that does not fit its event is told to nobody', async () => {
    const { ctx } = await server();
    expect(() => ctx.live.publish('lamp', said, JSON.parse('{"words":7}'))).toThrow();
  });

  test('while there is no connection reaches nobody and harms nothing', () => {
    livePublisher().publish('lamp', said, { words: 'Hello' });
  });
});

describe('a server that stops', () => {
  test('tells everybody, hangs up, and is closed; whoever is silent does not keep it', async () => {
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
      // The client's library comes back by itself after this word, and after no other.
      expect(await client?.ended).toBe('transport close');
    }
    await gone;
    ctx.live.publish('lamp', said, { words: 'too late' });
    await expect(fetch(url)).rejects.toThrow();
  });
});
