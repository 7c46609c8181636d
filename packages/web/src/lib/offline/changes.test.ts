import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { mustWait, outcomeOf, replacedBy, requestOf, subjectOf } from './changes.ts';
import type { Change } from './offline-store.ts';
import { type Queue, sendChanges } from './send-changes.ts';
import { timeOfChange } from './store-change.ts';

const at = '2026-03-02T10:00:00.000Z';
const place = (id: number, progress: number, chapter = 'c1'): Change => ({
  id,
  userId: 'u1',
  storyId: 's1',
  subject: `place ${chapter}`,
  method: 'POST',
  path: `/chapters/${chapter}/progress`,
  body: { progress },
  at,
});
const annotation = (id: number, method: string, body: Record<string, unknown> | null = null): Change => ({
  id,
  userId: 'u1',
  storyId: 's1',
  subject: 'annotation h1',
  method,
  path: method === 'POST' ? '/highlights' : '/highlights/h1',
  body,
  at,
});

test('places, likes and annotations can wait for a connection; other requests cannot', () => {
  const subject = (method: string, path: string, body: Record<string, unknown> | null = null) =>
    subjectOf({ method, path, body })?.subject;
  expect(subject('POST', '/chapters/c1/progress')).toBe('place c1');
  expect(subject('DELETE', '/stories/s1/like')).toBe('like s1');
  expect(subject('POST', '/bookmarks', { _id: 'b1', storyId: 's1' })).toBe('annotation b1');
  expect(subject('PUT', '/highlights/h1', {})).toBe('annotation h1');
  expect(subject('POST', '/highlights', {})).toBeUndefined();
  expect(subject('POST', '/highlights/h1/restore')).toBe('annotation h1');
  expect(subject('PUT', '/stories/s1/bookmark')).toBeUndefined();
  expect(subject('POST', '/comments', {})).toBeUndefined();
});

test('of the places in a chapter the latest and the furthest wait', () => {
  const shares = fc.array(fc.nat(100), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(shares, (steps) => {
      let stored: Change[] = [];
      for (const [index, progress] of steps.entries()) {
        const added = place(index, progress);
        const replaced = replacedBy(stored, added) ?? [];
        stored = [...stored.filter((one) => !replaced.includes(one)), added];
      }
      expect(stored.length).toBeLessThanOrEqual(2);
      expect(stored.at(-1)?.body?.progress).toBe(steps.at(-1));
      expect(Math.max(...stored.map(({ body }) => Number(body?.progress)))).toBe(Math.max(...steps));
    }),
  );
});

test('what the network failed late replaces nothing that is newer', () => {
  const placeAt = (second: number, progress: number): Change => ({
    ...place(second, progress),
    at: new Date(Date.parse(at) + second * 1000).toISOString(),
  });
  expect(replacedBy([placeAt(2, 10)], placeAt(1, 40))).toEqual([]);
  expect(replacedBy([placeAt(2, 40)], placeAt(1, 10))).toEqual([]);
  expect(replacedBy([placeAt(1, 40), placeAt(3, 10)], placeAt(2, 60))?.map(({ id }) => id)).toEqual([1]);
  const like = (second: number) => ({ ...placeAt(second, 0), subject: 'like s1', body: null });
  expect(replacedBy([like(2)], like(1))).toEqual([]);
  expect(replacedBy([like(1)], like(2))).toHaveLength(1);
});

test('what was read on an earlier day counts for that day, so its places stay', () => {
  const day = 24 * 60 * 60 * 1000;
  const placeOn = (index: number, progress: number): Change => ({
    ...place(index, progress),
    at: new Date(Date.parse(at) + index * day).toISOString(),
  });
  expect(replacedBy([placeOn(1, 10)], placeOn(2, 40))).toEqual([]);
  expect(replacedBy([placeOn(1, 10), { ...placeOn(2, 20), id: 9 }], placeOn(2, 40))).toMatchObject([
    { id: 9 },
  ]);
});

test('a change is made when the reader makes it, and after what they saw', () => {
  const madeAt = Date.parse(at);
  expect(timeOfChange(madeAt, 0, '')).toBe(at);
  expect(timeOfChange(madeAt, 2000, '')).toBe('2026-03-02T10:00:02.000Z');
  expect(timeOfChange(madeAt, 0, '2026-03-02T09:00:00.000Z')).toBe(at);
  // The clock of this device is a second behind the server's.
  expect(timeOfChange(madeAt, 0, '2026-03-02T10:00:00.900Z')).toBe('2026-03-02T10:00:00.901Z');
});

test('a change waits for an earlier one of the same thing', () => {
  const sent = (method: string, path: string) => ({ method, path, body: null });
  const stored = [annotation(1, 'POST', { _id: 'h1' })];
  expect(mustWait(stored, sent('PUT', '/highlights/h1'))).toBe(true);
  expect(mustWait(stored, sent('DELETE', '/highlights/h1'))).toBe(true);
  expect(mustWait(stored, sent('PUT', '/highlights/h2'))).toBe(false);
  expect(mustWait(stored, sent('POST', '/highlights/h1/restore'))).toBe(true);
  const refused = stored.map((one) => ({ ...one, refusal: 'The text has changed.' }));
  expect(mustWait(refused, sent('PUT', '/highlights/h1'))).toBe(false);
});

test('changes to an annotation all stay, so that each of them can be undone', () => {
  const stored = [place(1, 10), annotation(2, 'POST', { _id: 'h1' }), annotation(3, 'PUT', { note: 'ash' })];
  expect(replacedBy(stored, annotation(4, 'DELETE'))).toEqual([]);
  expect(replacedBy(stored, annotation(4, 'PUT', { note: 'elm' }))).toEqual([]);
});

test('without room nothing more is stored', () => {
  const stored = Array.from({ length: 1000 }, (_, id) => place(id, 10, `c${id}`));
  expect(replacedBy(stored, place(1000, 10, 'c1000'))).toBeNull();
  expect(replacedBy(stored, place(1000, 10, 'c1'))).toHaveLength(1);
});

test('a change is sent with the time at which it was made', () => {
  expect(JSON.parse(String(requestOf(place(1, 40)).init.body))).toEqual({ progress: 40, readAt: at });
  expect(JSON.parse(String(requestOf(annotation(1, 'PUT', { note: 'ash' })).init.body))).toEqual({
    note: 'ash',
    changedAt: at,
  });
  expect(JSON.parse(String(requestOf(annotation(1, 'POST', { _id: 'h1' })).init.body))).toEqual({
    _id: 'h1',
  });
  const like = { ...annotation(1, 'DELETE'), subject: 'like s1', path: '/stories/s1/like' };
  expect(requestOf(like).address).toBe(`/api/v1/stories/s1/like?chosenAt=${encodeURIComponent(at)}`);
});

test('what the server refuses stays with the reader; what it cannot do now waits', () => {
  const highlight = annotation(1, 'POST', {});
  expect(outcomeOf(highlight, 201)).toBe('sent');
  // 404: its chapter was unpublished.
  for (const [status, code] of [
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
    [413, 'QUOTA_REACHED'],
  ] as const)
    expect(outcomeOf(highlight, status, code)).toBe('refused');
  for (const method of ['PUT', 'DELETE'])
    expect(outcomeOf(annotation(1, method, {}), 404, 'NOT_FOUND')).toBe('sent');
  for (const status of [401, 408, 429, 502, 503, 504]) expect(outcomeOf(highlight, status)).toBe('stop');
  expect(outcomeOf(highlight, 500, 'INTERNAL')).toBe('later');
  expect(outcomeOf(place(1, 10), 400, 'BAD_INPUT')).toBe('sent');
  // It arrived before, and another device has deleted it since.
  expect(outcomeOf(highlight, 409, 'ID_TAKEN')).toBe('sent');
  expect(outcomeOf(highlight, 409, 'TEXT_CHANGED')).toBe('refused');
});

test('a refusal that the server has not written changes nothing', () => {
  // A network that asks to sign in, a file server during a release, or another service's error.
  for (const change of [place(1, 10), annotation(1, 'POST', {}), annotation(1, 'DELETE')])
    for (const [status, code] of [
      [403],
      [404],
      [404, 'NotFound'],
      [403, 'NOT_FOUND'],
      [409, 'toString'],
    ] as const)
      expect(outcomeOf(change, status, code)).toBe('later');
});

const stubLocks = () => {
  const request = (_name: string, work: () => unknown) => work();
  vi.stubGlobal('navigator', { locks: { request, query: async () => ({ held: [] }) } });
};

test('a change that the server cannot carry out holds up only later ones to the same thing', async () => {
  stubLocks();
  const stored = [place(1, 10), place(2, 20, 'c2'), place(3, 30), place(4, 40, 'c4')];
  const sent: string[] = [];
  await sendChanges({
    list: async () => stored,
    delete: async () => undefined,
    update: async () => undefined,
    async send(address) {
      sent.push(address);
      return { status: address.includes('c1') ? 500 : 200, message: '' };
    },
  });
  expect(sent).toEqual(['c1', 'c2', 'c4'].map((id) => `/api/v1/chapters/${id}/progress`));
  vi.unstubAllGlobals();
});

test('what the server refuses is reported unless its reader has deleted it since', async () => {
  stubLocks();
  const refusalsOf = async (...later: Change[]) => {
    const stored = [annotation(1, 'POST', { _id: 'h1' }), ...later];
    const refused: Change[] = [];
    await sendChanges({
      list: async () => stored,
      delete: async () => undefined,
      update: async (change) => void refused.push(change),
      send: async () => ({ status: 409, code: 'TEXT_CHANGED', message: 'The text has changed.' }),
    });
    return refused.map(({ refusal }) => refusal);
  };
  const restore = { ...annotation(3, 'POST'), path: '/highlights/h1/restore' };
  expect(await refusalsOf()).toEqual(['The text has changed.']);
  expect(await refusalsOf(annotation(2, 'DELETE'))).toEqual([]);
  expect(await refusalsOf(annotation(2, 'DELETE'), restore)).toEqual(['The text has changed.']);
  vi.unstubAllGlobals();
});

test('everything is sent once and in order, however often the network fails', async () => {
  stubLocks();
  const responses = fc.array(fc.constantFrom(200, 503, 'lost', 'offline'), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(responses, async (answers) => {
      const stored = Array.from({ length: 8 }, (_, id) => place(id, id, `c${id}`));
      const arrived: string[] = [];
      const queue: Queue = {
        list: async () => [...stored],
        delete: async (id) =>
          void stored.splice(
            stored.findIndex((one) => one.id === id),
            1,
          ),
        update: async () => undefined,
        async send(address) {
          const answer = answers.shift() ?? 200;
          if (answer === 'offline') throw new TypeError('offline');
          if (answer !== 503) arrived.push(address);
          if (answer === 'lost') throw new TypeError('lost');
          return { status: Number(answer), message: '' };
        },
      };
      while (stored.length > 0) await sendChanges(queue);
      const first = arrived.filter((address, index) => arrived.indexOf(address) === index);
      expect(first).toEqual(Array.from({ length: 8 }, (_, id) => `/api/v1/chapters/c${id}/progress`));
    }),
  );
  vi.unstubAllGlobals();
});
