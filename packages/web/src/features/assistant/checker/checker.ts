import { type Dialect, dialects } from '@inkling/contract/english-text';
import type { CheckedIssue } from '@inkling/contract/harper-lints';
import { deviceSettings } from '../../../lib/device-settings.ts';
import { onNetworkIdle } from '../../../lib/on-network-idle.ts';
import { inputKey, readInput, storeInput } from '../../../lib/stored-input.ts';
import type { Question, Reply } from './checker.worker.ts';

/** How this device's checker works, for all stories. */
interface CheckerSettings {
  /** Whether the author has started it, so that it need not be asked for again. */
  isOn: boolean;
  dialect: Dialect;
  /** Names of Harper's rules that are off. */
  rulesOff: string[];
}

const maxListed = 500;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 100;
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(isText).slice(-maxListed) : [];

const settings = deviceSettings<CheckerSettings>(
  'checker-settings',
  { isOn: false, dialect: 'american', rulesOff: [] },
  ({ isOn, dialect, rulesOff }) => ({
    isOn: isOn === true,
    dialect: dialects.find((known) => known === dialect) ?? 'american',
    rulesOff: textsOf(rulesOff),
  }),
);
const checkerSettings = settings.read;
export const changeCheckerSettings = settings.change;
export const useCheckerSettings = settings.use;

/** What the author always ignores in a story, on this device: words, and `rule: text` of other issues. */
export const ignoredIn = (userId: string, storyId: string): string[] =>
  textsOf(readInput<{ ignored: unknown }>(inputKey(userId, `checker/${storyId}`))?.ignored);

/** Stores the newest 500. */
export const storeIgnored = (userId: string, storyId: string, ignored: readonly string[]): void =>
  storeInput(inputKey(userId, `checker/${storyId}`), { ignored: ignored.slice(-maxListed) });

type Asked = Question extends infer Q ? (Q extends { id: number } ? Omit<Q, 'id'> : never) : never;

/** The checker in a worker of this page. Texts never leave the device. */
export interface Checker {
  /** Rejects when the worker could not be loaded, has failed or was closed. */
  ask(question: Asked): Promise<CheckedIssue[][]>;
  close(): void;
}

/** Starts the checker, which the browser fetches when it is used for the first time (about 8 MB) and then has stored. */
function openChecker(): Checker {
  const worker = new Worker(new URL('./checker.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, PromiseWithResolvers<CheckedIssue[][]>>();
  let last = 0;
  const fail = (message: string) => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) asked?.reject(new Error(data.error));
    else asked?.resolve(data.issues);
  };
  worker.onerror = () => fail('The checker couldn’t be loaded.');
  return {
    ask(question) {
      last += 1;
      const asked = Promise.withResolvers<CheckedIssue[][]>();
      waiting.set(last, asked);
      worker.postMessage({ ...question, id: last });
      return asked.promise;
    },
    close() {
      worker.terminate();
      fail('The checker was closed.');
    },
  };
}

/** Loaded, and not in use yet. */
let loaded: Checker | undefined;

/**
 * Loads the checker while an editor is open, once its page is quiet, if the author has started it on this device before:
 * its dictionary takes seconds, which the first sentence would wait for. Returns what ends that.
 */
export function preloadChecker(): () => void {
  let isOver = false;
  const { isOn, dialect } = checkerSettings();
  if (isOn)
    onNetworkIdle(() => {
      if (isOver || loaded !== undefined) return;
      loaded = openChecker();
      // A panel that opens it reports what fails.
      loaded.ask({ kind: 'prepare', dialect, words: [] }).catch(() => {});
    });
  return () => {
    isOver = true;
    loaded?.close();
    loaded = undefined;
  };
}

/** The checker that is loaded, or another one. */
export function takeChecker(): Checker {
  const checker = loaded ?? openChecker();
  loaded = undefined;
  return checker;
}
