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
      /** What has arrived while the browser runs nothing in this tab. */
      let waiting: Message[] | null = null;
      let receive = (_message: Message): void => undefined;
      const tab = new ActiveTab({
        id,
        channel: {
          post: (message) => {
            for (const { own: other, listener } of listeners) if (other !== own) listener(message);
          },
          listen: (listener) => {
            receive = listener;
            listeners.push({
              own,
              listener: (message) => {
                if (waiting === null) listener(message);
                else waiting.push(message);
              },
            });
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
      const suspend = () => {
        waiting = [];
      };
      const resume = () => {
        const messages = waiting ?? [];
        waiting = null;
        for (const message of messages) receive(message);
      };
      return { tab, states, flushes, suspend, resume };
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

  test('a suspended tab that responds too late gives way to the one that edits now', async () => {
    const open = browser();
    const first = open('1');
    await first.tab.open();
    first.suspend();
    const second = open('2');
    await second.tab.open();
    expect([first.states, second.states]).toEqual([['mine'], ['mine']]);
    first.resume();
    expect([first.states, second.states]).toEqual([['mine', 'taken'], ['mine']]);
    expect(first.flushes).toEqual(['flushed']);
  });
});
