import type { AddressInfo } from 'node:net';
import type { Ack, LiveEvent } from '@inkling/contract/live';
import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { TestApp } from './test-app.ts';

type Settings = Parameters<typeof io>[1];
type ClientEvent = LiveEvent<string, z.ZodObject, 'browser'>;
type ServerEvent = LiveEvent<string, z.ZodObject, 'server'>;

/** A live connection as a client has it. */
export interface LiveClient {
  socket: Socket;
  /** Says something, and gives what the server acknowledges. */
  emit<E extends ClientEvent>(event: E, payload: z.input<E['payload']>): Promise<Ack>;
  /** The next time that the server says this, also if it did since the client was made; each is given once. */
  next<E extends ServerEvent>(event: E): Promise<z.output<E['payload']>>;
  /** Everything that the server has said. */
  received: { event: string; payload: unknown }[];
  /** Resolves when the connection has ended, with the client's word for why. */
  ended: Promise<string>;
}

/** The address of a test's application, which listens from the first time on that this is asked. */
export async function addressOf({ app }: TestApp): Promise<string> {
  const { server } = app.http;
  if (!server.listening) await app.http.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Begins to connect with this token; `connected` waits for the end of that. */
export function liveClient(url: string, token: string | null, settings: Settings = {}): LiveClient {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(token !== null && { auth: { token } }),
    ...settings,
  });
  onTestFinished(() => void socket.disconnect());
  const heard: LiveClient['received'] = [];
  const given = new Set<object>();
  const waiting = new Set<() => void>();
  socket.onAny((event: string, payload: unknown) => {
    heard.push({ event, payload });
    for (const look of waiting) look();
  });
  return {
    socket,
    received: heard,
    emit: ({ event }, payload) => socket.emitWithAck(event, payload),
    next: ({ event, payload }) =>
      new Promise((resolve) => {
        const look = () => {
          const found = heard.find((one) => one.event === event && !given.has(one));
          if (found === undefined) return;
          given.add(found);
          waiting.delete(look);
          resolve(payload.parse(found.payload) as never);
        };
        waiting.add(look);
        look();
      }),
    ended: new Promise((resolve) => socket.once('disconnect', resolve)),
  };
}

/** Waits until it is connected, or gives the refusal's code (`TRANSPORT` when it came before anything was said). */
export const connectionOutcome = ({ socket }: LiveClient): Promise<string> =>
  new Promise((resolve) => {
    if (socket.connected) resolve('connected');
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error: Error & { data?: { code: string } }) =>
      resolve(error.data?.code ?? 'TRANSPORT'),
    );
  });

/** A connection that is there. */
export async function connectLive(url: string, token: string, settings: Settings = {}): Promise<LiveClient> {
  const client = liveClient(url, token, settings);
  const how = await connectionOutcome(client);
  if (how !== 'connected') throw new Error(`The connection was refused: ${how}`);
  return client;
}
