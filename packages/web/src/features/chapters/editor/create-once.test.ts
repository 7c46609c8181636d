import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, offlineError } from '../../../lib/api.ts';
import { CreateOnce } from './create-once.ts';

interface Words {
  text: string;
}

/** A browser's storage. */
function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** A server that makes things once by key, on a network that loses what it is told to lose. */
function server() {
  const things: { id: number; key: string; words: Words; gone: boolean }[] = [];
  const network = { loses: 'nothing' as 'nothing' | 'question' | 'answer' };
  const refuses = { all: false };
  const send = async (words: Words, key: string): Promise<number> => {
    if (network.loses === 'question') throw offlineError();
    const respond = () => {
      if (refuses.all) throw new ApiError(400, 'BAD_INPUT', 'No.');
      const earlier = things.find((one) => one.key === key);
      if (earlier?.gone) throw new ApiError(404, 'NOT_FOUND', 'Gone.');
      if (earlier !== undefined && earlier.words.text !== words.text)
        throw new ApiError(422, 'KEY_REUSED', 'Used.');
      if (earlier !== undefined) return earlier.id;
      things.push({ id: things.length + 1, key, words, gone: false });
      return things.length;
    };
    if (network.loses === 'nothing') return respond();
    try {
      respond();
    } catch {
      // What it says is lost, too.
    }
    throw offlineError();
  };
  return { things, network, refuses, send };
}

const making = () =>
  new CreateOnce<Words>({ keptAs: 'form:me/sent', same: (one, other) => one.text === other.text });
const settled = (one: Promise<unknown>) => one.then(() => true).catch(() => false);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('something that is made on the server', () => {
  test('is made once, when its answer is lost and it is sent again', async () => {
    vi.stubGlobal('localStorage', storage());
    const { things, network, send } = server();
    const page = making();
    network.loses = 'answer';
    expect(await settled(page.make({ text: 'A' }, { send }))).toBe(false);
    network.loses = 'nothing';
    expect(await page.make({ text: 'A' }, { send })).toEqual({ made: 1, from: { text: 'A' } });
    expect(things).toHaveLength(1);
    // The next one is another.
    expect(await page.make({ text: 'A' }, { send })).toEqual({ made: 2, from: { text: 'A' } });
  });

  test('is told with the words that arrived, when they were changed since', async () => {
    vi.stubGlobal('localStorage', storage());
    const { things, network, send } = server();
    const page = making();
    network.loses = 'question';
    await settled(page.make({ text: 'A' }, { send }));
    network.loses = 'answer';
    await settled(page.make({ text: 'B' }, { send }));
    network.loses = 'nothing';
    expect(await page.make({ text: 'C' }, { send })).toEqual({ made: 1, from: { text: 'B' } });
    expect(things.map(({ words }) => words.text)).toEqual(['B']);
  });

  test('is known after a reload by the same words; others are another thing', async () => {
    vi.stubGlobal('localStorage', storage());
    const { things, network, send } = server();
    network.loses = 'answer';
    await settled(making().make({ text: 'A' }, { send }));
    network.loses = 'nothing';
    expect((await making().make({ text: 'A' }, { send })).made).toBe(1);
    network.loses = 'answer';
    await settled(making().make({ text: 'B' }, { send }));
    network.loses = 'nothing';
    expect(await making().make({ text: 'C' }, { send })).toEqual({ made: 3, from: { text: 'C' } });
    expect(things).toHaveLength(3);
  });

  test('is made anew when what had arrived was deleted meanwhile', async () => {
    vi.stubGlobal('localStorage', storage());
    const { things, network, send } = server();
    const page = making();
    network.loses = 'answer';
    await settled(page.make({ text: 'A' }, { send }));
    for (const one of things) one.gone = true;
    network.loses = 'nothing';
    expect((await page.make({ text: 'A' }, { send })).made).toBe(2);
  });

  test('is not there when it was refused, and leaves nothing behind in the browser', async () => {
    const kept = storage();
    vi.stubGlobal('localStorage', kept);
    const { things, refuses, send } = server();
    refuses.all = true;
    await expect(making().make({ text: 'A' }, { send })).rejects.toThrow('No.');
    expect([things.length, kept.getItem('form:me/sent')]).toEqual([0, null]);
    refuses.all = false;
    await making().make({ text: 'A' }, { send });
    expect(kept.getItem('form:me/sent')).toBeNull();
  });

  test('is found in few questions, however often it was sent since without a network', async () => {
    vi.stubGlobal('localStorage', storage());
    const { network, send } = server();
    let asked = 0;
    const counted: typeof send = (words, key) => {
      asked += 1;
      return send(words, key);
    };
    const page = making();
    network.loses = 'answer';
    await settled(page.make({ text: 'first' }, { send: counted }));
    network.loses = 'question';
    for (let tried = 0; tried < 50; tried += 1)
      await settled(page.make({ text: `${tried}` }, { send: counted }));
    network.loses = 'nothing';
    asked = 0;
    expect(await page.make({ text: 'now' }, { send: counted })).toEqual({ made: 1, from: { text: 'first' } });
    expect(asked).toBe(2);
  });

  test('is kept no longer by a browser whose person gives it up', async () => {
    const kept = storage();
    vi.stubGlobal('localStorage', kept);
    const { things, network, send } = server();
    const page = making();
    network.loses = 'answer';
    await settled(page.make({ text: 'A' }, { send }));
    expect(kept.getItem('form:me/sent')).toContain('A');
    page.forget();
    expect(kept.getItem('form:me/sent')).toBeNull();
    network.loses = 'nothing';
    expect(await page.make({ text: 'B' }, { send })).toEqual({ made: 2, from: { text: 'B' } });
    expect(things).toHaveLength(2);
  });

  test('is brought up to what was typed since, and known until that is done', async () => {
    vi.stubGlobal('localStorage', storage());
    const { things, network, send } = server();
    network.loses = 'answer';
    await settled(making().make({ text: 'A' }, { send }));
    const updates: [number, Words][] = [];
    const update = async (made: number, from: Words): Promise<number> => {
      updates.push([made, from]);
      if (updates.length < 3) throw offlineError();
      return made;
    };
    // The first page that knows of it types on; its update is lost, and the page after a reload goes on with it.
    const page = making();
    network.loses = 'question';
    await settled(page.make({ text: 'A' }, { send, update }));
    network.loses = 'nothing';
    expect(await settled(page.make({ text: 'B' }, { send, update }))).toBe(false);
    expect(await settled(page.make({ text: 'B' }, { send, update }))).toBe(false);
    expect(await making().make({ text: 'B' }, { send, update })).toEqual({ made: 1, from: { text: 'A' } });
    expect(updates).toEqual(Array.from({ length: 3 }, () => [1, { text: 'A' }]));
    expect(things).toHaveLength(1);
  });

  test('fills no browser, however long it is and however often it is sent', async () => {
    const kept = storage();
    vi.stubGlobal('localStorage', kept);
    const { things, network, send } = server();
    const page = making();
    network.loses = 'answer';
    for (let tried = 0; tried < 9; tried += 1) {
      await settled(page.make({ text: `${tried} ${'word '.repeat(10_000)}` }, { send }));
      expect(kept.getItem('form:me/sent')?.length ?? 0).toBeLessThan(210_000);
    }
    await settled(page.make({ text: 'word '.repeat(100_000) }, { send }));
    expect(kept.getItem('form:me/sent')).toBeNull();
    network.loses = 'nothing';
    expect((await page.make({ text: 'last' }, { send })).made).toBe(1);
    expect(things).toHaveLength(1);
  });

  test('is there once, whatever is typed and whatever the network loses, on a browser that keeps nothing too', async () => {
    const losses = fc.constantFrom('nothing', 'question', 'answer');
    const attempts = fc.array(fc.record({ text: fc.constantFrom('A', 'B', 'C'), loses: losses }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(attempts, fc.boolean(), async (all, keeps) => {
        vi.stubGlobal('localStorage', keeps ? storage() : undefined);
        const { things, network, refuses, send } = server();
        const page = making();
        for (const { text, loses } of [...all, { text: 'last', loses: 'nothing' as const }]) {
          network.loses = loses;
          refuses.all = loses === 'nothing' && text === 'C';
          const done = await page.make({ text }, { send }).catch(() => null);
          if (done === null) continue;
          expect(things.find(({ id }) => id === done.made)?.words).toEqual(done.from);
          expect(things).toHaveLength(1);
          return;
        }
      }),
    );
  });
});
