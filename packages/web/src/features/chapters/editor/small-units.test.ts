import { afterEach, describe, expect, test } from 'vitest';
import { openTab } from './use-active-tab.ts';

describe('two tabs with the same chapter [P02]', () => {
  const name = 'a chapter';
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  function open() {
    const states: string[] = [];
    const tab = openTab(
      name,
      (state) => states.push(state),
      () => states.push('saves'),
    );
    closing.push(tab.close);
    return { states, ...tab };
  }

  test('the second tab waits; when it takes over, the first saves its text and stops editing', async () => {
    const first = open();
    await expect.poll(() => first.states).toEqual(['mine']);
    const second = open();
    await expect.poll(() => second.states).toEqual(['elsewhere']);
    second.take();
    await expect.poll(() => second.states).toEqual(['elsewhere', 'mine']);
    expect(first.states).toEqual(['mine', 'saves', 'taken']);
  });

  test('only one of two tabs that open at the same moment can edit', async () => {
    const [one, two] = [open(), open()];
    await expect.poll(() => [one.states, two.states]).toEqual([['mine'], ['elsewhere']]);
  });

  test('a tab that is closed leaves the chapter to the next one', async () => {
    const first = open();
    await expect.poll(() => first.states).toEqual(['mine']);
    first.close();
    const second = open();
    await expect.poll(() => second.states).toEqual(['mine']);
  });

  test('a tab that found the chapter open elsewhere edits it as soon as that tab is closed', async () => {
    const first = open();
    await expect.poll(() => first.states).toEqual(['mine']);
    const second = open();
    await expect.poll(() => second.states).toEqual(['elsewhere']);
    first.close();
    await expect.poll(() => second.states).toEqual(['elsewhere', 'mine']);
    const third = open();
    third.take();
    await expect.poll(() => third.states.at(-1)).toBe('mine');
    expect(second.states).toEqual(['elsewhere', 'mine', 'saves', 'taken']);
  });

  test('a suspended tab that does not respond gives way to the one that takes over', async () => {
    const first = open();
    await expect.poll(() => first.states).toEqual(['mine']);
    // A suspended tab does not hear that another one takes over.
    await navigator.locks.request(name, { steal: true }, () => undefined);
    await expect.poll(() => first.states).toEqual(['mine', 'saves', 'taken']);
    const unresponsive = Promise.withResolvers<void>();
    void navigator.locks.request(name, () => unresponsive.promise).catch(() => undefined);
    const second = open();
    await expect.poll(() => second.states).toEqual(['elsewhere']);
    second.take();
    await expect.poll(() => second.states).toEqual(['elsewhere', 'mine']);
  });
});
