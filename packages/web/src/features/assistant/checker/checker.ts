import type { CheckedIssue } from '@inkling/contract/harper-lints';
import type { Question, Reply } from './checker.worker.ts';

type Asked = Question extends infer Q ? (Q extends { id: number } ? Omit<Q, 'id'> : never) : never;

/** The checker in a worker of this page. Texts never leave the device. */
export interface Checker {
  /** Rejects when the worker could not be loaded, has failed or was closed. */
  ask(question: Asked): Promise<CheckedIssue[][]>;
  close(): void;
}

/** Starts the checker, which the browser fetches when it is used for the first time (about 8 MB) and then has stored. */
export function openChecker(): Checker {
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
