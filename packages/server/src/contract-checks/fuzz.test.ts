import { allCalls } from '@inkling/contract/all';
import { type Call, isFileResponse } from '@inkling/contract/call';
import { failure } from '@inkling/contract/errors';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fixtures } from '../testing/examples.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { testApp } from '../testing/test-app.ts';
import { type Actors, actorsOf, createFixtures, createFixturesFor, exampleOf, paramsIn } from './fixtures.ts';
import { almostValid, hostile, hostileObject, valid } from './hostile-values.ts';

/** Sends valid, almost valid and hostile input to every call: no 5xx, no hang, no body outside the schema. */
const site = testApp({ PLANS: 'on' });
/** Random cases of each kind. Besides these, every call gets each of the hostile values once. */
const casesEach = Number(process.env.FUZZ_CASES ?? 8);
/** Of calls that take no input besides their path, and of calls that return a file, which are slow. */
const [fewCases, fewFiles] = [Math.min(casesEach, 2), Math.min(casesEach, 5)];
/** Part of every failure message, so that a run can be repeated. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
let actors: Actors;
let complete: Fixtures;
beforeAll(async () => {
  actors = await actorsOf(site);
  complete = await createFixtures(site, actors.owner);
});

type JsonSchema = Record<string, unknown>;
const schemaOf = (schema: z.ZodType | undefined): JsonSchema =>
  schema === undefined
    ? { type: 'object', properties: {} }
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);

const modes = [valid, (schema: JsonSchema) => almostValid(schema), hostileObject];
const leaks = /\bat .+\(|node_modules|\/packages\/|select .+ from|insert into|syntax error/i;

async function send(
  call: Call,
  params: Record<string, string>,
  query: unknown,
  body: unknown,
  token: string,
): Promise<void> {
  const request = requestOfKey(call.key, { params }, token);
  const search = new URLSearchParams();
  if (typeof query === 'object' && query !== null) {
    for (const [name, value] of Object.entries(query))
      search.append(name, (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 2000));
  }
  const url = `${request.url}${search.size > 0 ? `?${search}` : ''}`;
  const payload =
    call.body === undefined
      ? {}
      : {
          payload: JSON.stringify(body) ?? 'null',
          headers: { ...request.headers, 'content-type': 'application/json' },
        };
  const response = await site.app.http.inject({ ...request, url, ...payload });
  const context = `FUZZ_SEED=${seed} ${call.key} ${url} ${JSON.stringify(body)?.slice(0, 300)} → ${response.statusCode} ${response.body.slice(0, 300)}`;
  expect(response.statusCode, context).toBeLessThan(500);
  if (response.statusCode >= 400) {
    expect(failure.safeParse(response.json()).success, context).toBe(true);
    expect(leaks.test(response.body), context).toBe(false);
  } else if (isFileResponse(call.response))
    expect([call.response.file.type, ...call.response.file.otherTypes], context).toContain(
      response.headers['content-type'],
    );
  else expect(call.response.safeParse(response.json()).error?.message, context).toBeUndefined();
}

/** Skipped, because any input ends the session that the others need. */
const isDestructive = (call: Call) => exampleOf(call).endsSession && call.body === undefined;

describe('for any input', () => {
  const calls = allCalls.map(({ call }) => call).filter((call) => !isDestructive(call) && !call.upload);
  test.each(calls.map((call) => [call.key, call] as const))(
    '%s responds as its contract declares [R16] [R26] [R30]',
    async (_key, call) => {
      // What a call deletes is its own.
      const fixtures =
        call.method === 'DELETE' ? await createFixturesFor(site, actors.owner, call, complete) : complete;
      const params = paramsIn(fixtures, call);
      const token =
        call.access === 'admin' || call.access === 'moderator' ? actors.admin.token : actors.owner.token;
      const isPathOnly = call.query === undefined && call.body === undefined;
      const [querySchema, bodySchema] = [schemaOf(call.query), schemaOf(call.body)];
      const casesOf = (
        arbitrary: (schema: JsonSchema) => fc.Arbitrary<unknown>,
        count: number,
        from = seed,
      ) => fc.sample(fc.tuple(arbitrary(querySchema), arbitrary(bodySchema)), { numRuns: count, seed: from });
      const count = isPathOnly ? fewCases : isFileResponse(call.response) ? fewFiles : casesEach;
      const cases = modes.flatMap((arbitrary) => casesOf(arbitrary, count));
      if (!isPathOnly) {
        for (const [index, value] of hostile.entries())
          cases.push(...casesOf((schema) => almostValid(schema, fc.constant(value)), 1, seed + index));
      }
      for (const [query, body] of cases) await send(call, params, query, body, token);
    },
  );

  const postRaw = (
    payload: string | Buffer,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) =>
    site.app.http.inject({
      method: 'POST',
      url: '/api/v1/stories',
      payload,
      headers: { authorization: `Bearer ${actors.owner.token}`, ...headers },
    });

  test.each([
    ['JSON of ten thousand brackets', '['.repeat(10_000) + ']'.repeat(10_000), 400],
    ['truncated JSON', '{"title": "A', 400],
    ['an empty body', '', 400],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400],
    ['a poisoned prototype', '{"__proto__": {"isAdmin": true}, "title": ""}', 400],
    ['a body over the size limit', `{"title": "${'x'.repeat(100_000)}"}`, 413],
  ])('%s is refused [R26] [R29]', async (_what, payload, status) => {
    const response = await postRaw(payload);
    expect(response.statusCode).toBe(status);
    expect(failure.safeParse(response.json()).success).toBe(true);
  });

  test('another content type is refused', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      expect((await postRaw('title=A', { 'content-type': type })).statusCode).toBe(415);
    }
  });

  test('duplicate parameters are refused and unknown ones ignored', async () => {
    const list = (query: string) => site.app.http.inject(`/api/v1/stories?${query}`);
    expect((await list('page=1&page=2')).statusCode).toBe(400);
    expect((await list('unknown=1')).statusCode).toBe(200);
    expect((await list('limit=1e9')).statusCode).toBe(400);
    expect((await list('page=9007199254740993')).statusCode).toBe(400);
  });

  test('an unknown path is a JSON 404 [R33]', async () => {
    for (const url of ['/api/v1/nothing', '/api/none', '/api/v1/../../etc/passwd', '/api/v1/stories/%00']) {
      const response = await site.app.http.inject(url);
      expect(response.statusCode, url).toBe(404);
      expect(failure.safeParse(response.json()).success, url).toBe(true);
    }
  });
});
