import { describe, expect, test } from 'vitest';
import { ActiveTab, type Channel, type TabState } from './active-tab.ts';

describe('two tabs with the same chapter [P02]', () => {
  type Message = Parameters<Channel['post']>[0];

  /** Tabs of one browser: each receives the messages of the others. */
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

  test('the second tab waits; when it takes over, the first saves its text and stops editing', async () => {
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

  test('only one of two tabs that open at the same moment can edit', async () => {
    const open = browser();
    const [one, two] = [open('1'), open('2')];
    await Promise.all([one.tab.open(), two.tab.open()]);
    expect([one.states, two.states]).toEqual([['mine'], ['elsewhere']]);
  });
});
