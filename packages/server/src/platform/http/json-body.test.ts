import { confirmImport, importMaxChapters } from '@inkling/contract/imports';
import { createStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { checkComplexity, parseBody } from './bodies.ts';

const site = testApp();

const check = (json: string): string => {
  try {
    checkComplexity(json);
    return 'accepted';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const list = (length: number, value: string) => `[${Array(length).fill(value).join(',')}]`;
const id = '"019f0000-0000-7000-8000-0000000000aa"';

describe('a JSON body', () => {
  test.each([
    ['32 deep', nested(32), 'accepted'],
    ['33 deep', nested(33), 'The body is nested too deeply.'],
    ['33 deep in objects', '{"a":'.repeat(33), 'The body is nested too deeply.'],
    ['never closed', '['.repeat(8_000_000), 'The body is nested too deeply.'],
    ['an order of 10,000 chapters', `{"chapterOrder":${list(10_000, id)}}`, 'accepted'],
    ['very many values', list(30_000, '1'), 'The body has too many values.'],
    ['very many empty lists', list(15_000, '[]'), 'The body has too many values.'],
    [
      'a chapter with every special character',
      `{"content":${JSON.stringify('[{,"\\]}'.repeat(50_000))}}`,
      'accepted',
    ],
    ['a string that ends in backslashes', `["${'\\\\'.repeat(4)}",${nested(31)}]`, 'accepted'],
    ['nesting behind such a string', `["\\\\",${nested(32)}]`, 'The body is nested too deeply.'],
    ['a string without an end', `"${'['.repeat(100)}`, 'accepted'],
    ['a string whose end is escaped', `"\\"${'['.repeat(100)}`, 'accepted'],
    ['nothing but quotes', '"'.repeat(100_001), 'accepted'],
    ['nothing but backslashes', `"${'\\'.repeat(1_000_000)}`, 'accepted'],
  ])('%s', (_what, json, expected) => {
    expect(check(json)).toBe(expected);
  });

  const send = async (payload: string) => {
    const { token } = await site.person();
    return site.app.http.inject({
      method: 'POST',
      url: `/api/v1${createStory.path}`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      payload,
    });
  };

  test('that is nested too deeply or has too many values is refused as bad input [R63]', async () => {
    for (const payload of [`{"title":${nested(20_000)}}`, `{"genres":${list(25_000, '1')}}`]) {
      const response = await send(payload);
      expect([response.statusCode, response.json().code]).toEqual([400, 'BAD_INPUT']);
      expect(response.json().message).toMatch(/^The body (is nested too deeply|has too many values)\.$/);
    }
  });

  test('with the chapters of the largest import is accepted, and no more than that in a thread', () => {
    const parse = (body: unknown) => {
      const bytes = new TextEncoder().encode(JSON.stringify(body));
      const copy = new ArrayBuffer(bytes.length);
      new Uint8Array(copy).set(bytes);
      return parseBody(confirmImport, copy);
    };
    const range = (piece: number) => ({ piece, from: 0, to: 1, titled: true });
    const chapters = Array.from({ length: importMaxChapters }, (_, piece) => ({
      title: `Chapter ${piece}`,
      volume: 'Volume One',
      text: [range(piece), range(piece + 1)],
      note: [range(piece)],
    }));
    expect(parse({ title: 'Long', chapters })).toMatchObject({ data: { title: 'Long' } });
    expect(parse({ title: 'Long', chapters: Array(400_000).fill(1) })).toEqual({
      refusal: 'The body has too many values.',
    });
  });

  test('that is long is parsed in a thread, with the same error messages [R64]', async () => {
    const { token } = await site.person();
    const { story } = await writing(site).published(await site.person());
    const long = 'x'.repeat(70_000);
    const save = async (payload: string) => {
      const before = site.ctx.threads.startedTasks();
      const response = await site.app.http.inject({
        method: 'PUT',
        url: `/api/v1/stories/${story._id}/drafts/${story._id}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        payload,
      });
      expect(site.ctx.threads.startedTasks() - before).toBe(1);
      const { code, message, errors } = response.json();
      return [response.statusCode, code, message, errors];
    };
    const refused = (text: string) => [400, 'BAD_INPUT', text, []];
    expect(await save(`{"content":"${long}"`)).toEqual(refused('The body isn’t valid JSON.'));
    expect(await save(`{"content":"${long}","title":${nested(32)}}`)).toEqual(
      refused('The body is nested too deeply.'),
    );
    expect(await save(`{"content":"${long}","title":${list(310_000, '1')}}`)).toEqual(
      refused('The body has too many values.'),
    );
    const [status, , , errors] = await save(`"${long}"`);
    expect(status).toBe(400);
    expect(errors).toHaveLength(1);
    // The last of two values counts, and a byte order mark and `__proto__` are ignored.
    const body = `"device":"${story._id}","updatedAt":"2026-03-01T00:00:00.000Z","content":"${long}","title":1,"authorNotes":"","title":"Two","__proto__":{"isAdmin":true}`;
    expect(await save(`\ufeff{${body}}`)).toEqual([403, 'NOT_ALLOWED', expect.any(String), []]);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('uses the last of two values for a key, and cannot set a prototype', async () => {
    const genre = (await site.app.http.inject('/api/v1/genres')).json().data[0]?._id ?? '';
    const rest = `"description":"A long night.","genres":["${genre}"],"language":"en","status":"ongoing","isAIGenerated":false`;
    const response = await send(
      `{"title":"First",${rest},"title":"Second","__proto__":{"isAdmin":true},"\\u005f_proto__":1,"constructor":{"prototype":{"isAdmin":true}}}`,
    );
    expect(response.statusCode).toBe(201);
    expect(response.json().data.title).toBe('Second');
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});
