import { getPriority, setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import type { CallKey } from '@inkling/contract/call';
import type { Story } from '@inkling/contract/stories';
import { sendablePage } from './compressed-page.worker.ts';
import { type CallResult, type PageOptions, renderer, routesOf, webEntryOf } from './render.ts';
import { webBuild } from './web-build.ts';

const build = await webBuild();
// On Linux this lowers the priority of this thread only, so that calls are answered first. The start does not wait longer.
if (process.platform === 'linux') setPriority(0, Math.min(19, getPriority(0) + 10));

const render = renderer(build, 'production');
const entry = webEntryOf(build);

export const routes = () => routesOf(build);
export const linkPreview = ({ story, image }: { story: Story; image: string | null }): string =>
  entry.linkPreview(story, image);
export const generatedCover = entry.generatedCover;

/** A call of a loader, which the main thread makes. */
export interface AskedCall {
  id: number;
  key: CallKey;
  input: object;
}
export interface AnsweredCall {
  id: number;
  answer: CallResult;
}

export interface PageTask {
  url: string;
  options: PageOptions | undefined;
  calls: MessagePort;
}

export async function page({ url, options, calls }: PageTask) {
  const waiting: ((answer: CallResult) => void)[] = [];
  calls.on('message', ({ id, answer }: AnsweredCall) => waiting[id]?.(answer));
  const ask = (key: CallKey, input: object) =>
    new Promise<CallResult>((resolve) => {
      const call: AskedCall = { id: waiting.push(resolve) - 1, key, input };
      calls.postMessage(call);
    });
  return render(url, ask, options).finally(() => calls.close());
}

/** A page that is sent many times, compressed here too: this thread's work does not delay calls. */
export async function sendable(task: PageTask) {
  const rendered = await page(task);
  return 'failure' in rendered ? rendered : sendablePage(rendered);
}
