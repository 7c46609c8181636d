import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeCheckerSettings, preloadChecker, takeChecker } from './checker.ts';

const workers: { sent: { kind: string }[]; isOver: boolean }[] = [];
beforeEach(() => {
  workers.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal(
    'Worker',
    class {
      sent: { kind: string }[] = [];
      isOver = false;
      constructor() {
        workers.push(this);
      }
      postMessage(message: { kind: string }) {
        this.sent.push(message);
      }
      terminate() {
        this.isOver = true;
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an open editor loads the checker before its first sentence, once the page is quiet and where it was started', () => {
  changeCheckerSettings({ isOn: false });
  preloadChecker()();
  vi.advanceTimersByTime(60_000);
  expect(workers).toEqual([]);

  changeCheckerSettings({ isOn: true });
  const end = preloadChecker();
  expect(workers).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(workers.map(({ sent }) => sent.map(({ kind }) => kind))).toEqual([['prepare']]);
  takeChecker();
  expect(workers).toHaveLength(1);
  end();
  expect(workers[0]?.isOver).toBe(false);
  // In use: the next one is another.
  takeChecker();
  expect(workers).toHaveLength(2);
});

test('a checker that no panel opened ends with the editor, and one that is left at once loads none', () => {
  changeCheckerSettings({ isOn: true });
  const end = preloadChecker();
  vi.advanceTimersByTime(60_000);
  end();
  expect(workers.map(({ isOver }) => isOver)).toEqual([true]);
  preloadChecker()();
  vi.advanceTimersByTime(60_000);
  expect(workers).toHaveLength(1);
});
