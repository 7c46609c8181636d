import { register } from '@inkling/contract/account';
import type { Call } from '@inkling/contract/call';
import { createChapter } from '@inkling/contract/chapters';
import { listGenres } from '@inkling/contract/genres';
import { createStory, updateStory } from '@inkling/contract/stories';
import pg from 'pg';
import type { Measured } from './cpu.ts';
import { connectionOf } from './database.ts';
import { ask, pathOf, send } from './requests.ts';
import { settle } from './rounds.ts';
import type { Running } from './servers.ts';

const content = Array.from({ length: 210 }, (_, index) => `lantern${index}`).join(' ');

export interface Author {
  id: string;
  token: string;
}

/** A running server with an empty library, its database, and what its people do. */
export class Site {
  readonly origin: string;
  readonly measured: Measured;
  readonly db: pg.Client;
  constructor({ origin, measured }: Running, folder: string) {
    this.origin = origin;
    this.measured = measured;
    this.db = new pg.Client(connectionOf(folder));
  }

  async call(
    of: Call,
    token: string | null,
    { body, id = '', query = '' }: { body?: object; id?: string; query?: string },
  ) {
    const [method] = of.key.split(' ');
    const verb = method === 'PUT' ? 'PUT' : method === 'POST' ? 'POST' : 'GET';
    const request = ask(pathOf(of, { id }, query), token, verb, body);
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const { status, bytes } = await send(this.origin, { ...request, headers });
    if (status >= 300) throw new Error(`${of.key} returned ${status}: ${bytes}`);
    return JSON.parse(bytes.toString());
  }

  async author(username: string): Promise<Author> {
    const password = 'a lamp in the window';
    const body = { username, email: `${username}@example.test`, password, passwordConfirm: password };
    const { token, user } = await this.call(register, null, { body });
    return { id: user._id, token };
  }

  chapter = (token: string, story: string) =>
    this.call(createChapter, token, { body: { story, title: 'A chapter', content, isPublished: true } });

  async story({ token }: Author): Promise<string> {
    const [genre] = (await this.call(listGenres, null, {})).data;
    const body = { title: 'The Lamp', description: 'A lamp, and who lit it.', genres: [genre._id] };
    const id = (await this.call(createStory, token, { body })).data._id;
    await this.chapter(token, id);
    await this.call(updateStory, token, { id, body: { isPublished: true } });
    return id;
  }

  /** CPU milliseconds of server and database for each of some calls, until all is quiet again. */
  async cpuOf(count: number, work: () => Promise<unknown>): Promise<number> {
    const before = await settle(this.measured);
    for (let done = 0; done < count; done += 1) await work();
    const after = await settle(this.measured);
    return (1000 * (after.server + after.database - before.server - before.database)) / count;
  }
}
