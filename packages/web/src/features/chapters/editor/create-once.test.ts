import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, offlineError } from '../../../lib/api.ts';
import { CreateOnce } from './create-once.ts';

interface Body {
  text: string;
}

/** A fake localStorage. */
function storage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

/** A server that creates one item per key, on a network that can lose requests and responses. */
function server() {
  const items: { id: number; key: string; body: Body; deleted: boolean }[] = [];
  const network = { lost: 'nothing' as 'nothing' | 'request' | 'response' };
  const rejects = { all: false };
  const send = async (body: Body, key: string): Promise<number> => {
    if (network.lost === 'request') throw offlineError();
    const respond = () => {
      if (rejects.all) throw new ApiError(400, 'BAD_INPUT', 'No.');
      const earlier = items.find((one) => one.key === key);
      if (earlier?.deleted) throw new ApiError(404, 'NOT_FOUND', 'Gone.');
      if (earlier !== undefined && earlier.body.text !== body.text)
        throw new ApiError(422, 'KEY_REUSED', 'Used.');
      if (earlier !== undefined) return earlier.id;
      items.push({ id: items.length + 1, key, body, deleted: false });
      return items.length;
    };
    if (network.lost === 'nothing') return respond();
    try {
      respond();
    } catch {
      // Error responses are lost too.
    }
    throw offlineError();
  };
  return { items, network, rejects, send };
}

const newCreation = () =>
  new CreateOnce<Body>({
    storageKey: 'form:me/sent',
    isSameRequest: (one, other) => one.text === other.text,
  });
const succeeds = (one: Promise<unknown>) => one.then(() => true).catch(() => false);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('CreateOnce', () => {
  test('creates one item when the response is lost and the request is repeated', async () => {
    vi.stubGlobal('localStorage', storage());
    const { items, network, send } = server();
    const creation = newCreation();
    network.lost = 'response';
    expect(await succeeds(creation.create({ text: 'A' }, { send }))).toBe(false);
    network.lost = 'nothing';
    expect(await creation.create({ text: 'A' }, { send })).toEqual({ created: 1, from: { text: 'A' } });
    expect(items).toHaveLength(1);
    // The next call creates another item.
    expect(await creation.create({ text: 'A' }, { send })).toEqual({ created: 2, from: { text: 'A' } });
  });

  test('returns the body that arrived when it was changed before the retry', async () => {
    vi.stubGlobal('localStorage', storage());
    const { items, network, send } = server();
    const creation = newCreation();
    network.lost = 'request';
    await succeeds(creation.create({ text: 'A' }, { send }));
    network.lost = 'response';
    await succeeds(creation.create({ text: 'B' }, { send }));
    network.lost = 'nothing';
    expect(await creation.create({ text: 'C' }, { send })).toEqual({ created: 1, from: { text: 'B' } });
    expect(items.map(({ body }) => body.text)).toEqual(['B']);
  });

  test('finds the item after a reload by the same body; a different body creates another item', async () => {
    vi.stubGlobal('localStorage', storage());
    const { items, network, send } = server();
    network.lost = 'response';
    await succeeds(newCreation().create({ text: 'A' }, { send }));
    network.lost = 'nothing';
    expect((await newCreation().create({ text: 'A' }, { send })).created).toBe(1);
    network.lost = 'response';
    await succeeds(newCreation().create({ text: 'B' }, { send }));
    network.lost = 'nothing';
    expect(await newCreation().create({ text: 'C' }, { send })).toEqual({ created: 3, from: { text: 'C' } });
    expect(items).toHaveLength(3);
  });

  test('creates the item again when the first one was deleted before the retry', async () => {
    vi.stubGlobal('localStorage', storage());
    const { items, network, send } = server();
    const creation = newCreation();
    network.lost = 'response';
    await succeeds(creation.create({ text: 'A' }, { send }));
    for (const one of items) one.deleted = true;
    network.lost = 'nothing';
    expect((await creation.create({ text: 'A' }, { send })).created).toBe(2);
  });

  test('stores nothing in the browser when the server rejects the request', async () => {
    const stored = storage();
    vi.stubGlobal('localStorage', stored);
    const { items, rejects, send } = server();
    rejects.all = true;
    await expect(newCreation().create({ text: 'A' }, { send })).rejects.toThrow('No.');
    expect([items.length, stored.getItem('form:me/sent')]).toEqual([0, null]);
    rejects.all = false;
    await newCreation().create({ text: 'A' }, { send });
    expect(stored.getItem('form:me/sent')).toBeNull();
  });

  test('finds the item in two requests, however many attempts were made offline', async () => {
    vi.stubGlobal('localStorage', storage());
    const { network, send } = server();
    let requests = 0;
    const counted: typeof send = (body, key) => {
      requests += 1;
      return send(body, key);
    };
    const creation = newCreation();
    network.lost = 'response';
    await succeeds(creation.create({ text: 'first' }, { send: counted }));
    network.lost = 'request';
    for (let attempt = 0; attempt < 50; attempt += 1)
      await succeeds(creation.create({ text: `${attempt}` }, { send: counted }));
    network.lost = 'nothing';
    requests = 0;
    expect(await creation.create({ text: 'now' }, { send: counted })).toEqual({
      created: 1,
      from: { text: 'first' },
    });
    expect(requests).toBe(2);
  });

  test('forgets an unfinished request when the user discards it', async () => {
    const stored = storage();
    vi.stubGlobal('localStorage', stored);
    const { items, network, send } = server();
    const creation = newCreation();
    network.lost = 'response';
    await succeeds(creation.create({ text: 'A' }, { send }));
    expect(stored.getItem('form:me/sent')).toContain('A');
    creation.clear();
    expect(stored.getItem('form:me/sent')).toBeNull();
    network.lost = 'nothing';
    expect(await creation.create({ text: 'B' }, { send })).toEqual({ created: 2, from: { text: 'B' } });
    expect(items).toHaveLength(2);
  });

  test('updates the item to the latest input, and remembers it until the update succeeds', async () => {
    vi.stubGlobal('localStorage', storage());
    const { items, network, send } = server();
    network.lost = 'response';
    await succeeds(newCreation().create({ text: 'A' }, { send }));
    const updates: [number, Body][] = [];
    const update = async (created: number, from: Body): Promise<number> => {
      updates.push([created, from]);
      if (updates.length < 3) throw offlineError();
      return created;
    };
    // The update of the first page is lost, and the page after a reload repeats it.
    const creation = newCreation();
    network.lost = 'request';
    await succeeds(creation.create({ text: 'A' }, { send, update }));
    network.lost = 'nothing';
    expect(await succeeds(creation.create({ text: 'B' }, { send, update }))).toBe(false);
    expect(await succeeds(creation.create({ text: 'B' }, { send, update }))).toBe(false);
    expect(await newCreation().create({ text: 'B' }, { send, update })).toEqual({
      created: 1,
      from: { text: 'A' },
    });
    expect(updates).toEqual(Array.from({ length: 3 }, () => [1, { text: 'A' }]));
    expect(items).toHaveLength(1);
  });

  test('limits the stored size, however long the body is and however often it is sent', async () => {
    const stored = storage();
    vi.stubGlobal('localStorage', stored);
    const { items, network, send } = server();
    const creation = newCreation();
    network.lost = 'response';
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await succeeds(creation.create({ text: `${attempt} ${'word '.repeat(10_000)}` }, { send }));
      expect(stored.getItem('form:me/sent')?.length ?? 0).toBeLessThan(210_000);
    }
    await succeeds(creation.create({ text: 'word '.repeat(100_000) }, { send }));
    expect(stored.getItem('form:me/sent')).toBeNull();
    network.lost = 'nothing';
    expect((await creation.create({ text: 'last' }, { send })).created).toBe(1);
    expect(items).toHaveLength(1);
  });

  test('creates one item for any input and any lost messages, with or without storage [R48]', async () => {
    const losses = fc.constantFrom('nothing', 'request', 'response');
    const attempts = fc.array(fc.record({ text: fc.constantFrom('A', 'B', 'C'), lost: losses }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(attempts, fc.boolean(), async (all, hasStorage) => {
        vi.stubGlobal('localStorage', hasStorage ? storage() : undefined);
        const { items, network, rejects, send } = server();
        const creation = newCreation();
        for (const { text, lost } of [...all, { text: 'last', lost: 'nothing' as const }]) {
          network.lost = lost;
          rejects.all = lost === 'nothing' && text === 'C';
          const done = await creation.create({ text }, { send }).catch(() => null);
          if (done === null) continue;
          expect(items.find(({ id }) => id === done.created)?.body).toEqual(done.from);
          expect(items).toHaveLength(1);
          return;
        }
      }),
    );
  });
});
