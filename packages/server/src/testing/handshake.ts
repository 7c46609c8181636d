import { type IncomingHttpHeaders, request } from 'node:http';

/** What the server answers to the first request of a WebSocket; 101 is a connection, which is hung up at once. */
export function webSocketHandshake(
  url: string,
  headers: Record<string, string> = {},
  path = '/socket.io/?EIO=4&transport=websocket',
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, {
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        ...headers,
      },
    });
    asked.on('error', reject);
    asked.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode, headers: response.headers, body: '' });
    });
    asked.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    asked.end();
  });
}
