import { type IncomingHttpHeaders, request } from 'node:http';

/** The response to a WebSocket upgrade request. A successful one (101) is closed at once. */
export function webSocketHandshake(
  url: string,
  headers: Record<string, string> = {},
  path = '/socket.io/?EIO=4&transport=websocket',
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const upgradeRequest = request(`${url}${path}`, {
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        ...headers,
      },
    });
    upgradeRequest.on('error', reject);
    upgradeRequest.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode, headers: response.headers, body: '' });
    });
    upgradeRequest.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    upgradeRequest.end();
  });
}
