import type { AddressInfo } from 'node:net';
import type { Ack, LiveEvent } from '@inkling/contract/live';
import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { TestApp } from './test-app.ts';

type Settings = Parameters<typeof io>[1];
type ClientEvent = LiveEvent<string, z.ZodType, 'browser'>;
type ServerEvent = LiveEvent<string, z.ZodObject, 'server'>;

/** The client side of a live connection. */
export interface LiveClient {
  socket: Socket;
  /** Emits an event and returns the server's acknowledgement. */
  emit<E extends ClientEvent>(event: E, payload: z.input<E['payload']>): Promise<Ack>;
  /** The next event of this type, including ones received earlier; each is returned once. */
  next<E extends ServerEvent>(event: E): Promise<z.output<E['payload']>>;
  /** All events received from the server. */
  received: { event: string; payload: unknown }[];
  /** Resolves with the disconnect reason of socket.io. */
  ended: Promise<string>;
}

/** The URL of a test's application; starts listening on the first call. */
export async function addressOf({ app }: Pick<TestApp, 'app'>): Promise<string> {
  const { server } = app.http;
  if (!server.listening) await app.http.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts to connect with this token; see `connectLive` to wait for the connection. */
export function liveClient(url: string, token: string | null, settings: Settings = {}): LiveClient {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(token !== null && { auth: { token } }),
    ...settings,
  });
  onTestFinished(() => void socket.disconnect());
  const received: LiveClient['received'] = [];
  const returned = new Set<object>();
  const waiting = new Set<() => void>();
  socket.onAny((event: string, payload: unknown) => {
    received.push({ event, payload });
    for (const check of waiting) check();
  });
  return {
    socket,
    received: received,
    emit: ({ event }, payload) => socket.emitWithAck(event, payload),
    next: ({ event, payload }) =>
      new Promise((resolve) => {
        const check = () => {
          const found = received.find((one) => one.event === event && !returned.has(one));
          if (found === undefined) return;
          returned.add(found);
          waiting.delete(check);
          resolve(payload.parse(found.payload) as never);
        };
        waiting.add(check);
        check();
      }),
    ended: new Promise((resolve) => socket.once('disconnect', resolve)),
  };
}

/** Resolves with `connected` or the error code of the refusal (`TRANSPORT` if it has none). */
export const connectionOutcome = ({ socket }: LiveClient): Promise<string> =>
  new Promise((resolve) => {
    if (socket.connected) resolve('connected');
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error: Error & { data?: { code: string } }) =>
      resolve(error.data?.code ?? 'TRANSPORT'),
    );
  });

/** Connects and waits for the connection; throws if it is refused. */
export async function connectLive(url: string, token: string, settings: Settings = {}): Promise<LiveClient> {
  const client = liveClient(url, token, settings);
  const result = await connectionOutcome(client);
  if (result !== 'connected') throw new Error(`The connection was refused: ${result}`);
  return client;
}
