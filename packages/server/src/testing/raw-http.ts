import { connect, type Socket } from 'node:net';

/** The response on a connection, up to its end. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Parses the first response in the received text; null if there is none. */
export function parseResponse(text: string): RawResponse | null {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
  if (status === undefined) return null;
  const fields = head
    .split('\r\n')
    .slice(1)
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
  return { status: Number(status), headers: Object.fromEntries(fields), body: rest.join('\r\n\r\n') };
}

/** Opens a TCP connection to a server without sending anything. */
export function rawConnection(url: string): { socket: Socket; ended: Promise<string> } {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.setEncoding('latin1').on('data', (more: string) => {
    text += more;
  });
  // A reset connection counts as ended.
  socket.on('error', () => {});
  return { socket, ended: new Promise((resolve) => socket.on('close', () => resolve(text))) };
}

/** Sends bytes on a new connection; returns everything the server sends until it closes the connection. */
export function rawExchange(url: string, bytes: string | Buffer): Promise<string> {
  const { socket, ended } = rawConnection(url);
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return ended;
}
