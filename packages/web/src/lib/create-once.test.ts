import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, offlineError } from './api.ts';
import { CreateOnce } from './create-once.ts';

interface Values {
  text: string;
}
interface Item extends Values {
  id: string;
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

/** A server that creates one item per id, on a network that can lose requests and responses. */
function server() {
  const items: (Item & { deleted: boolean })[] = [];
  const network = { lost: 'nothing' as 'nothing' | 'request' | 'response', requests: 0 };
  const rejects = { all: false };
  const post = (values: Values, id: string): Item => {
    if (rejects.all) throw new ApiError(400, 'BAD_INPUT', 'No.');
    const earlier = items.find((one) => one.id === id);
    if (earlier?.deleted) throw new ApiError(409, 'ID_TAKEN', 'Taken.');
    if (earlier !== undefined) return earlier;
    const created = { id, ...values, deleted: false };
    items.push(created);
    return created;
  };
  /** Creates an item through this network. */
  const create = (creation: CreateOnce<Values>, text: string) =>
    creation.create({ text }, async (id): Promise<Item> => {
      network.requests += 1;
      if (network.lost === 'request') throw offlineError();
      if (network.lost === 'nothing') return post({ text }, id);
      try {
        post({ text }, id);
      } catch {
        // Error responses are lost too.
      }
      throw offlineError();
    });
  return { items, network, rejects, create };
}

const newCreation = () =>
  new CreateOnce<Values>({ storageKey: 'form:me/sent', isSame: (one, other) => one.text === other.text });
const succeeds = (one: Promise<unknown>) => one.then(() => true).catch(() => false);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('CreateOnce', () => {
  test('creates one item when the response is lost and the request is repeated', async () => {
    vi.stubGlobal('localStorage', storage());
    const { items, network, create } = server();
    const creation = newCreation();
    network.lost = 'response';
    expect(await succeeds(create(creation, 'A'))).toBe(false);
    network.lost = 'nothing';
    expect(await create(creation, 'A')).toMatchObject({ created: { text: 'A' }, repeated: true });
    expect(items).toHaveLength(1);
    // The next call creates another item.
    expect(await create(creation, 'A')).toMatchObject({ repeated: false });
    expect(items).toHaveLength(2);
  });

  test('returns what has arrived when it was changed before the retry, in one request', async () => {
    vi.stubGlobal('localStorage', storage());
    const { items, network, create } = server();
    const creation = newCreation();
    network.lost = 'request';
    await succeeds(create(creation, 'A'));
    network.lost = 'response';
    await succeeds(create(creation, 'B'));
    network.lost = 'nothing';
    network.requests = 0;
    expect(await create(creation, 'C')).toMatchObject({ created: { text: 'B' }, repeated: true });
    expect([items.length, network.requests]).toEqual([1, 1]);
  });

  test('finds the item after a reload by the same values; different values create another item', async () => {
    vi.stubGlobal('localStorage', storage());
    const { items, network, create } = server();
    network.lost = 'response';
    await succeeds(create(newCreation(), 'A'));
    network.lost = 'nothing';
    expect((await create(newCreation(), 'A')).created.id).toBe(items[0]?.id);
    network.lost = 'response';
    await succeeds(create(newCreation(), 'B'));
    network.lost = 'nothing';
    expect(await create(newCreation(), 'C')).toMatchObject({ created: { text: 'C' }, repeated: false });
    expect(items).toHaveLength(3);
  });

  test('creates the item again when the first one was deleted before the retry', async () => {
    vi.stubGlobal('localStorage', storage());
    const { items, network, create } = server();
    const creation = newCreation();
    network.lost = 'response';
    await succeeds(create(creation, 'A'));
    for (const one of items) one.deleted = true;
    network.lost = 'nothing';
    expect((await create(creation, 'A')).repeated).toBe(false);
    expect(items.map(({ deleted }) => deleted)).toEqual([true, false]);
  });

  test('stores nothing in the browser when the server refuses the first request', async () => {
    const stored = storage();
    vi.stubGlobal('localStorage', stored);
    const { items, rejects, create } = server();
    rejects.all = true;
    await expect(create(newCreation(), 'A')).rejects.toThrow('No.');
    expect([items.length, stored.getItem('form:me/sent')]).toEqual([0, null]);
    rejects.all = false;
    await create(newCreation(), 'A');
    expect(stored.getItem('form:me/sent')).toBeNull();
  });

  test('forgets an unfinished request when the user discards it', async () => {
    const stored = storage();
    vi.stubGlobal('localStorage', stored);
    const { items, network, create } = server();
    const creation = newCreation();
    network.lost = 'response';
    await succeeds(create(creation, 'A'));
    expect(stored.getItem('form:me/sent')).toContain('A');
    creation.clear();
    expect(stored.getItem('form:me/sent')).toBeNull();
    network.lost = 'nothing';
    expect(await create(creation, 'B')).toMatchObject({ created: { text: 'B' }, repeated: false });
    expect(items).toHaveLength(2);
  });

  test('does not store long values, but knows them until the page is closed', async () => {
    const stored = storage();
    vi.stubGlobal('localStorage', stored);
    const { items, network, create } = server();
    const creation = newCreation();
    network.lost = 'response';
    await succeeds(create(creation, 'word '.repeat(30_000)));
    expect(stored.getItem('form:me/sent')).not.toBeNull();
    await succeeds(create(creation, 'word '.repeat(100_000)));
    expect(stored.getItem('form:me/sent')).toBeNull();
    network.lost = 'nothing';
    expect((await create(creation, 'last')).repeated).toBe(true);
    expect(items).toHaveLength(1);
  });

  test('creates one item for any values and any lost messages, with or without storage [R48]', async () => {
    const losses = fc.constantFrom('nothing', 'request', 'response');
    const attempts = fc.array(fc.record({ text: fc.constantFrom('A', 'B', 'C'), lost: losses }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(attempts, fc.boolean(), async (all, hasStorage) => {
        vi.stubGlobal('localStorage', hasStorage ? storage() : undefined);
        const { items, network, rejects, create } = server();
        const creation = newCreation();
        for (const { text, lost } of [...all, { text: 'last', lost: 'nothing' as const }]) {
          network.lost = lost;
          rejects.all = lost === 'nothing' && text === 'C';
          const done = await create(creation, text).catch(() => null);
          if (done === null) continue;
          expect(items).toEqual([done.created]);
          if (!done.repeated) expect(done.created.text).toBe(text);
          return;
        }
      }),
    );
  });
});
