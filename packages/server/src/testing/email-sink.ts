import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** How the mail server behaves: takes mails, has no time, refuses every recipient by name, or says nothing at all. */
type Mood = 'takes' | 'busy' | 'refuses' | 'hangs';

/** A mail server that keeps what it is given, and can be away, busy or silent. */
export async function emailSink() {
  const emails: Email[] = [];
  let mood: Mood = 'takes';
  let port = 0;
  const make = () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      closeTimeout: 50,
      onMailFrom(_address, _session, done) {
        if (mood === 'busy') done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
        else if (mood !== 'hangs') done();
      },
      onRcptTo({ address }, _session, done) {
        const refused = Object.assign(new Error(`<${address}> is nobody here`), { responseCode: 550 });
        done(mood === 'refuses' ? refused : undefined);
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
  let server = make();
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
    /** For a program that is not to wait long for a server that says nothing. */
    impatientUrl: `smtp://127.0.0.1:${port}?greetingTimeout=4000&socketTimeout=4000`,
    /** What has come since this was last asked. */
    taken: (): Email[] => emails.splice(0),
    behave(next: Mood) {
      mood = next;
    },
    leave,
    async comeBack() {
      server = make();
      await listen();
    },
  };
}

/** The link of a mail, of those that lead to this path; fails when there is none. */
export function findLink(email: Email | undefined, path: string): { url: string; token: string } {
  const url = email?.text?.split('\n').find((line) => line.includes(path));
  if (url === undefined) throw new Error(`No link to ${path} in: ${email?.subject} ${email?.text}`);
  return { url, token: url.slice(url.indexOf(path) + path.length) };
}
