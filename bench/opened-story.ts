import { resolve } from 'node:path';
import { inkling } from '../e2e/support/command-line.ts';
import type { Site } from '../e2e/support/server.ts';

/** Calls the API; throws with the response if it fails. */
export async function call<T>(
  site: Site,
  method: string,
  path: string,
  body?: unknown,
  token = '',
): Promise<T> {
  const response = await fetch(`${site.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** About 2,500 words in 45 paragraphs, as in a chapter of a novel, with some emphasis. */
const generatedText = (chapter: number): string =>
  Array.from(
    { length: 45 },
    (_, at) =>
      `${chapter}.${at} It *rained*, and the${' harbour'.repeat(25)} slept while${' lamps'.repeat(24)} burned.`,
  ).join('\n');

/** Publishes a book's chapters or, without one, twenty generated ones as a story; returns its id. */
export async function makeStory(site: Site, token: string, book: string | undefined): Promise<string> {
  const { data: genres } = await call<{ data: { _id: string }[] }>(site, 'GET', '/genres');
  const { user } = await call<{ user: { username: string } }>(site, 'GET', '/auth/me', undefined, token);
  const mine = async () =>
    (await call<{ data: { _id: string }[] }>(site, 'GET', '/stories/my-stories?limit=50', undefined, token))
      .data;
  const before = new Set((await mine()).map(({ _id }) => _id));
  if (book === undefined) {
    const description = 'Harbours and lamps.';
    await call(site, 'POST', '/stories', { title: 'Lamps', description, genres: [genres[0]?._id] }, token);
  } else await inkling(site, 'import', resolve(book), '--author', user.username);
  const made = (await mine()).find(({ _id }) => !before.has(_id))?._id;
  if (made === undefined) throw new Error('The story was not created.');
  if (book === undefined)
    for (let chapter = 1; chapter <= 20; chapter += 1) {
      const [title, content] = [`Evening ${chapter}`, generatedText(chapter)];
      await call(site, 'POST', '/chapters', { story: made, title, content }, token);
    }
  await call(site, 'POST', `/stories/${made}/chapters/bulk`, { action: 'publish', chapters: 'ready' }, token);
  await call(site, 'PUT', `/stories/${made}`, { genres: [genres[0]?._id], isPublished: true }, token);
  return made;
}

let readers = 0;
/** Signs a reader up; returns the token. */
export async function newReader(site: Site): Promise<string> {
  readers += 1;
  const username = `reader${process.pid}x${readers}`;
  const password = 'six quiet herons';
  const person = { username, email: `${username}@example.test`, password, passwordConfirm: password };
  return (await call<{ token: string }>(site, 'POST', '/auth/register', person)).token;
}
