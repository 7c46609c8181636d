import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** The behaviour of the mail server: accepts, fails for now, rejects every recipient by address, blocks this sender, or never responds. */
type Behaviour = 'takes' | 'busy' | 'refuses' | 'blocks' | 'hangs';

/** A mail server that stores received emails and can be stopped, busy or unresponsive. */
export async function emailSink() {
  const emails: Email[] = [];
  let behaviour: Behaviour = 'takes';
  let port = 0;
  const createServer = () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      closeTimeout: 50,
      onMailFrom(_address, _session, done) {
        if (behaviour === 'busy') done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
        else if (behaviour !== 'hangs') done();
      },
      onRcptTo({ address }, _session, done) {
        const refused = Object.assign(new Error(`<${address}> is unknown`), { responseCode: 550 });
        const blocked = Object.assign(new Error('5.7.1 Blocked by policy'), { responseCode: 550 });
        done(behaviour === 'refuses' ? refused : behaviour === 'blocks' ? blocked : undefined);
      },
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          void PostalMime.parse(Buffer.concat(chunks)).then((email) => {
            emails.push(email);
            done();
          });
        });
      },
    });
    server.on('error', () => {});
    return server;
  };
  let server = createServer();
  const listen = () =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        port = (server.server.address() as AddressInfo).port;
        resolve();
      });
    });
  await listen();
  const leave = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** A URL with short timeouts, for tests with an unresponsive mail server. */
    impatientUrl: `smtp://127.0.0.1:${port}?greetingTimeout=4000&socketTimeout=4000`,
    /** Returns and removes the received emails. */
    taken: (): Email[] => emails.splice(0),
    behave(next: Behaviour) {
      behaviour = next;
    },
    leave,
    async comeBack() {
      server = createServer();
      await listen();
    },
  };
}

/** The first link of an email to this path; throws if there is none. */
export function findLink(email: Email | undefined, path: string): { url: string; token: string } {
  const url = email?.text?.split('\n').find((line) => line.includes(path));
  if (url === undefined) throw new Error(`No link to ${path} in: ${email?.subject} ${email?.text}`);
  return { url, token: url.slice(url.indexOf(path) + path.length) };
}
