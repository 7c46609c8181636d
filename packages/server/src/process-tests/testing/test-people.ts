import { randomBytes } from 'node:crypto';
import * as accountCalls from '@inkling/contract/account';
import type { Call, InputOf, ResponseOf } from '@inkling/contract/call';
import * as chapterCalls from '@inkling/contract/chapters';
import type { Failure } from '@inkling/contract/errors';
import * as genreCalls from '@inkling/contract/genres';
import * as storyCalls from '@inkling/contract/stories';
import { requestOf } from '../../testing/request-of.ts';
import { textOf } from '../../testing/stories-for-tests.ts';

export const testPersonPassword = 'six quiet herons';

interface Response<C extends Call> {
  status: number;
  headers: Headers;
  /** The body of a success; reading it after a failure fails the test with the server's message. */
  body: ResponseOf<C>;
  failure: Failure;
}

/** Calls a running server over HTTP with a token, or as a visitor. */
export async function call<C extends Call>(
  url: string,
  token: string | null,
  contractCall: C,
  input: InputOf<C>,
): Promise<Response<C>> {
  const { method = 'GET', url: path, headers, payload } = requestOf(contractCall, input, token);
  const json = payload !== undefined && !Buffer.isBuffer(payload);
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(headers as Record<string, string>), ...(json && { 'content-type': 'application/json' }) },
    ...(payload !== undefined && { body: json ? JSON.stringify(payload) : new Uint8Array(payload) }),
  });
  const text = await response.text();
  const { status } = response;
  return {
    status,
    headers: response.headers,
    get body(): ResponseOf<C> {
      if (status >= 400) throw new Error(`${contractCall.key} returned ${status}: ${text}`);
      return JSON.parse(text);
    },
    get failure(): Failure {
      if (status < 400) throw new Error(`${contractCall.key} succeeded: ${text.slice(0, 500)}`);
      return JSON.parse(text);
    },
  };
}

export interface TestPerson {
  id: string;
  username: string;
  token: string;
}

/** Registers an account. */
export async function signUp(url: string, name?: string): Promise<TestPerson> {
  const username = name ?? `p${randomBytes(6).toString('hex')}`;
  const body = {
    username,
    email: `${username}@example.test`,
    password: testPersonPassword,
    passwordConfirm: testPersonPassword,
  };
  const response = await call(url, null, accountCalls.register, { body });
  return { id: response.body.user._id, username, token: response.body.token };
}

/** Publishes a story with one chapter; returns its id. */
export async function publishStory(url: string, { token }: TestPerson, title = 'The Lamp'): Promise<string> {
  const genres = await call(url, null, genreCalls.listGenres, {});
  const genre = genres.body.data[0]?._id ?? '';
  const fields = { title, description: 'A lamp, and who lit it.', genres: [genre] };
  const draft = await call(url, token, storyCalls.createStory, { body: fields });
  const story = draft.body.data._id;
  const chapter = { story, title: 'One', content: textOf(210), isPublished: true };
  await call(url, token, chapterCalls.createChapter, { body: chapter });
  const published = { params: { id: story }, body: { isPublished: true } };
  return (await call(url, token, storyCalls.updateStory, published)).body.data._id;
}
