import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, offlineError } from '../../../lib/api.ts';
import { CreateOnce } from './create-once.ts';

interface Body {
  text: string;
}

/** A browser's storage. */
function storage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

/** A server that makes things once by key, on a network that loses what it is told to lose. */
function server() {
  const items: { id: number; key: string; body: Body; deleted: boolean }[] = [];
  const network = { lost: 'nothing' as 'nothing' | 'request' | 'response' };
  const refuses = { all: false };
  const send = async (body: Body, key: string): Promise<number> => {
    if (network.lost === 'request') throw offlineError();
    const respond = () => {
      if (refuses.all) throw new ApiError(400, 'BAD_INPUT', 'No.');
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
      // What it says is lost, too.
    }
    throw offlineError();
  };
  return { items, network, refuses, send };
}

const newCreation = () =>
  new CreateOnce<Body>({ storageKey: 'form:me/sent', same: (one, other) => one.text === other.text });
const succeeds = (one: Promise<unknown>) => one.then(() => true).catch(() => false);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('something that is made on the server', () => {
  test('is made once, when its answer is lost and it is sent again', async () => {
    vi.stubGlobal('localStorage', storage());
    const { items, network, send } = server();
    const creation = newCreation();
    network.lost = 'response';
    expect(await succeeds(creation.create({ text: 'A' }, { send }))).toBe(false);
    network.lost = 'nothing';
    expect(await creation.create({ text: 'A' }, { send })).toEqual({ created: 1, from: { text: 'A' } });
    expect(items).toHaveLength(1);
    // The next one is another.
    expect(await creation.create({ text: 'A' }, { send })).toEqual({ created: 2, from: { text: 'A' } });
  });

  test('is told with the words that arrived, when they were changed since', async () => {
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

  test('is known after a reload by the same words; others are another thing', async () => {
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

  test('is made anew when what had arrived was deleted meanwhile', async () => {
    vi.stubGlobal('localStorage', storage());
    const { items, network, send } = server();
    const creation = newCreation();
    network.lost = 'response';
    await succeeds(creation.create({ text: 'A' }, { send }));
    for (const one of items) one.deleted = true;
    network.lost = 'nothing';
    expect((await creation.create({ text: 'A' }, { send })).created).toBe(2);
  });

  test('is not there when it was refused, and leaves nothing behind in the browser', async () => {
    const stored = storage();
    vi.stubGlobal('localStorage', stored);
    const { items, refuses, send } = server();
    refuses.all = true;
    await expect(newCreation().create({ text: 'A' }, { send })).rejects.toThrow('No.');
    expect([items.length, stored.getItem('form:me/sent')]).toEqual([0, null]);
    refuses.all = false;
    await newCreation().create({ text: 'A' }, { send });
    expect(stored.getItem('form:me/sent')).toBeNull();
  });

  test('is found in few questions, however often it was sent since without a network', async () => {
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

  test('is kept no longer by a browser whose person gives it up', async () => {
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

  test('is brought up to what was typed since, and known until that is done', async () => {
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
    // The first page that knows of it types on; its update is lost, and the page after a reload goes on with it.
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

  test('fills no browser, however long it is and however often it is sent', async () => {
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

  test('is there once, whatever is typed and whatever the network loses, on a browser that keeps nothing too', async () => {
    const losses = fc.constantFrom('nothing', 'request', 'response');
    const attempts = fc.array(fc.record({ text: fc.constantFrom('A', 'B', 'C'), lost: losses }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(attempts, fc.boolean(), async (all, hasStorage) => {
        vi.stubGlobal('localStorage', hasStorage ? storage() : undefined);
        const { items, network, refuses, send } = server();
        const creation = newCreation();
        for (const { text, lost } of [...all, { text: 'last', lost: 'nothing' as const }]) {
          network.lost = lost;
          refuses.all = lost === 'nothing' && text === 'C';
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
