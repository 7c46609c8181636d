import type { AddressInfo } from 'node:net';
import { clientEvent, livePath, serverEvent } from '@inkling/contract/live';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { authenticate, filterActive } from '../../modules/account/index.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { AppError } from '../app-error.ts';
import type { AppContext } from '../context.ts';
import { sql } from '../db/db.ts';
import { createHttpServer } from '../http/server.ts';
import { acceptWebSockets } from '../http/web-sockets.ts';
import { livePublisher } from './live-publisher.ts';
import { liveServer } from './live-server.ts';
import { on, onLeave, type SocketHandlers } from './socket-handlers.ts';

export const sendMessage = clientEvent('test:say', z.object({ words: z.string().max(100) }));
export const enterRoom = clientEvent('test:enter', z.object({ room: z.string() }));
export const leaveRoom = clientEvent('test:leave', z.object({ room: z.string() }));
export const failOnPurpose = clientEvent('test:fail', z.object({ how: z.string() }));
export const messageSent = serverEvent('test:said', z.object({ words: z.string() }));

/** A server with test events that records what it received. */
export async function serverWithEvents(site: TestApp, settings: Partial<AppContext['config']> = {}) {
  const ctx = { ...site.ctx, config: { ...site.ctx.config, ...settings }, live: livePublisher() };
  const handlers: SocketHandlers = new Map();
  const received: string[] = [];
  on(handlers, sendMessage, async (_ctx, viewer, { words }) => {
    received.push(`${viewer.username}: ${words}`);
  });
  on(handlers, enterRoom, async (_ctx, _viewer, { room }, rooms) => void rooms.enter(room));
  onLeave(handlers, leaveRoom, (rooms, { room }) => rooms.leave(room));
  on(handlers, failOnPurpose, (_ctx, _viewer, { how }) => {
    if (how === 'refuse') throw new AppError('NOT_FOUND', 'Not there');
    if (how === 'throw') throw new Error('select * from users');
    if (how === 'no error') throw 'a word';
    return Promise.reject(how === 'nothing' ? undefined : new Error('select * from users'));
  });
  const live = liveServer(ctx, { authenticate, filterActive }, handlers);
  const http = await createHttpServer(ctx.config, ctx.log);
  acceptWebSockets(http, livePath, 'live', live.checkRequest, live.handleUpgrade);
  http.addHook('preClose', () => live.close());
  http.get('/', () => 'here');
  http.get('/query', async () => (await sql`select 1`.execute(ctx.db)).rows.length);
  await http.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => http.close());
  const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  return { url, received, ctx, http };
}
