import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A network between a browser and a site that works as the test says. */
export interface FaultyProxy {
  url: string;
  /** Accepts requests and never responds, like a network on a train. */
  isSilent: boolean;
  /** Ends it, and closes the connections that have had no response. */
  endSilence(): void;
  /** Sends half of each page, and the rest after this. */
  rest: Promise<unknown> | undefined;
  /** Lets browsers keep no files, as if they had been evicted. */
  isUncached: boolean;
  close(): Promise<void>;
}

async function sendHalves(
  found: IncomingMessage,
  response: ServerResponse,
  rest: Promise<unknown>,
): Promise<void> {
  const body = Buffer.concat(await found.toArray());
  const half = body.length >> 1;
  response.write(body.subarray(0, half));
  await rest;
  response.end(body.subarray(half));
}

/** Passes requests on to `target`. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const proxy: FaultyProxy = {
    url: '',
    isSilent: false,
    rest: undefined,
    isUncached: false,
    endSilence: () => undefined,
    close: async () => undefined,
  };
  const server = createServer((incoming, response) => {
    if (proxy.isSilent) return;
    // Half of a compressed page may contain nothing.
    const { host: _, 'accept-encoding': _encoding, ...headers } = incoming.headers;
    const passed = request(target + incoming.url, { method: incoming.method, headers }, (found) => {
      if (proxy.isUncached) found.headers['cache-control'] = 'no-store';
      response.writeHead(found.statusCode ?? 502, found.headers);
      const isPage = found.headers['content-type']?.startsWith('text/html') === true;
      if (isPage && proxy.rest !== undefined) void sendHalves(found, response, proxy.rest);
      else found.pipe(response);
    });
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  proxy.endSilence = () => {
    proxy.isSilent = false;
    // The browser opens six connections; those without a response would delay all requests.
    server.closeAllConnections();
  };
  proxy.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return proxy;
}
