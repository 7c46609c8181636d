import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Received {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** How a push service treats the messages to a browser: the status and headers of its response, or none at all. */
type Behaviour = { status: number; headers?: Record<string, string> } | 'hangs';

/** The content of a message for the browser with these keys (RFC 8188, RFC 8291). */
function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): unknown {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + (body[20] ?? 0))];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
  const sealed = body.subarray(21 + sender.length);
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
}

/** What the server says about itself, or null if its signature is wrong (RFC 8292). */
export function claimsOf({ headers }: Received, publicKey: string): Record<string, unknown> | null {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== publicKey) return null;
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return signed ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : null;
}

/** A push service on this machine, and browsers that subscribe to it. */
export async function pushService() {
  const received = new Map<string, Received[]>();
  const behaviours = new Map<string, Behaviour>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const message = { headers: request.headers, body: await buffer(request) };
    received.set(path, [...(received.get(path) ?? []), message]);
    const behaviour = behaviours.get(path) ?? { status: 201 };
    if (behaviour !== 'hangs') response.writeHead(behaviour.status, behaviour.headers).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    /** All messages that have arrived, undecrypted. */
    all: (): Received[] => [...received.values()].flat(),
    browser() {
      const path = `/send/${randomUUID()}`;
      const [keys, auth] = [createECDH('prime256v1'), randomBytes(16)];
      const p256dh = keys.generateKeys('base64url');
      return {
        subscription: {
          endpoint: origin + path,
          keys: { p256dh, auth: auth.toString('base64url') },
        },
        behave: (behaviour: Behaviour) => void behaviours.set(path, behaviour),
        /** Returns and removes the messages that have arrived, with their decrypted text. */
        taken(): (Received & { text: unknown })[] {
          const messages = received.get(path) ?? [];
          received.delete(path);
          return messages.map((message) => ({ ...message, text: decrypt(message.body, keys, auth) }));
        },
      };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
