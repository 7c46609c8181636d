import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A network between a browser and a site that works as the test says. */
export interface FaultyProxy {
  url: string;
  /** Accepts requests and never responds, like a network on a train. */
  isSilent: boolean;
  /** Sends half of each page, then waits for this long before the rest. */
  pauseMs: number;
  close(): Promise<void>;
}

async function sendHalves(found: IncomingMessage, response: ServerResponse, pauseMs: number): Promise<void> {
  const body = Buffer.concat(await found.toArray());
  const half = body.length >> 1;
  response.write(body.subarray(0, half));
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  response.end(body.subarray(half));
}

/** Passes requests on to `target`. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const proxy: FaultyProxy = { url: '', isSilent: false, pauseMs: 0, close: async () => undefined };
  const server = createServer((incoming, response) => {
    if (proxy.isSilent) return;
    const { host: _, ...headers } = incoming.headers;
    const passed = request(target + incoming.url, { method: incoming.method, headers }, (found) => {
      response.writeHead(found.statusCode ?? 502, found.headers);
      const isPage = found.headers['content-type']?.startsWith('text/html') === true;
      if (isPage && proxy.pauseMs > 0) void sendHalves(found, response, proxy.pauseMs);
      else found.pipe(response);
    });
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  proxy.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return proxy;
}
