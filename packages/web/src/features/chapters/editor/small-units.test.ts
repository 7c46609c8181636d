import { countWords } from '@inkling/contract/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ActiveTab, type Channel, type TabState } from './active-tab.ts';
import { compareTexts } from './compare.ts';
import { moveItem } from './reorder.ts';
import { countInChunks } from './word-count.ts';

describe('counting words', () => {
  const count = (text: string) =>
    countInChunks(
      text,
      async () => undefined,
      () => false,
    );

  test('a long text has as many words in pieces as in one', async () => {
    const text = 'The rain came down on 猫が雨に the roofs.\n\n'.repeat(20_000);
    expect(await count(text)).toBe(countWords(text));
  });

  test('counting stops when something newer is typed', async () => {
    const long = 'word '.repeat(100_000);
    expect(
      await countInChunks(
        long,
        async () => undefined,
        () => true,
      ),
    ).toBeNull();
  });
});

describe('moving a chapter', () => {
  test('it stands at its new position, and the others keep their order', () => {
    expect(moveItem(['a', 'b', 'c', 'd'], 'a', 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(moveItem(['a', 'b', 'c', 'd'], 'd', 0)).toEqual(['d', 'a', 'b', 'c']);
    expect(moveItem(['a', 'b'], 'b', 9)).toEqual(['a', 'b']);
  });

  test('no move loses or doubles a chapter', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 1 }),
        fc.nat(),
        fc.integer(),
        (order, which, to) => {
          const id = order[which % order.length] ?? '';
          expect(moveItem(order, id, to).toSorted()).toEqual(order.toSorted());
        },
      ),
    );
  });
});

test('two texts side by side: what only one has is marked, what both have is folded', () => {
  const { left, right } = compareTexts('a\nb\nc\nd\ne', 'a\nb\nc\nd\nE');
  expect(left).toEqual([
    { kind: 'gap', hidden: 3, at: 0 },
    { kind: 'same', text: 'd', at: 3 },
    { kind: 'different', text: 'e', at: 4 },
  ]);
  expect(right.at(-1)).toEqual({ kind: 'different', text: 'E', at: 4 });
});

describe('two tabs with one chapter', () => {
  type Message = Parameters<Channel['post']>[0];

  /** Tabs of one browser: each hears what the others say. */
  function browser() {
    const listeners: { own: object; listener: (message: Message) => void }[] = [];
    return (id: string) => {
      const own = {};
      const states: TabState[] = [];
      const flushes: string[] = [];
      const tab = new ActiveTab({
        id,
        channel: {
          post: (message) => {
            for (const { own: other, listener } of listeners) if (other !== own) listener(message);
          },
          listen: (listener) => {
            listeners.push({ own, listener });
          },
          close: () => undefined,
        },
        wait: async () => undefined,
        onChange: (state) => {
          states.push(state);
        },
        onTaken: () => {
          flushes.push('flushed');
        },
      });
      return { tab, states, flushes };
    };
  }

  test('the second is told; when it takes over, the first keeps its text and is told', async () => {
    const open = browser();
    const first = open('1');
    await first.tab.open();
    const second = open('2');
    await second.tab.open();
    expect(first.states).toEqual(['mine']);
    expect(second.states).toEqual(['elsewhere']);
    await second.tab.take();
    expect(first.states).toEqual(['mine', 'taken']);
    expect(first.flushes).toEqual(['flushed']);
    expect(second.states).toEqual(['elsewhere', 'mine']);
  });

  test('of two that open at the same moment one writes', async () => {
    const open = browser();
    const [one, two] = [open('1'), open('2')];
    await Promise.all([one.tab.open(), two.tab.open()]);
    expect([one.states, two.states]).toEqual([['mine'], ['elsewhere']]);
  });
});
