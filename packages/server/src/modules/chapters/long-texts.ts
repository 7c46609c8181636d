import type { AppContext } from '../../platform/context.ts';
import { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import * as texts from './chapter-text.ts';
import type { DraftText } from './drafts.queries.ts';

const worker = new URL('./chapter-text.worker.ts', import.meta.url);
/** Texts of fewer characters in all are processed where they are: handing them to a thread would cost more. */
const longText = 20_000;
/** The same for making JSON of a text, which takes some 20 ms for this many characters in the worst case. */
const longToServe = 200_000;

type Ctx = Pick<AppContext, 'threads'>;

/** Whether a text is processed in a thread, which may take seconds: never to be waited for with a lock. */
export const isLongTask = ({ content, before }: texts.TextToSave): boolean =>
  content.length + (before?.content.length ?? 0) >= longText;

/** Like `processText`; a long text is processed in a thread, so that other requests do not wait for it. */
export async function processText(ctx: Ctx, task: texts.TextToSave): Promise<texts.ProcessedText> {
  if (!isLongTask(task)) return texts.processText(task);
  const { content, before, nextParagraph } = task;
  // No more of a row than is needed: all of it would be copied.
  const stored = before && { content: before.content, paragraph_ids: before.paragraph_ids };
  const needed: texts.TextToSave = { before: stored, content, nextParagraph };
  return (await ctx.threads.run(worker, 'processText', needed)) as texts.ProcessedText;
}

/** Like `textAsJson`; of a long text it is made in a thread. */
export async function textAsJson(
  ctx: Ctx,
  { content, paragraph_ids }: texts.StoredText,
): Promise<Uint8Array> {
  const text = { content, paragraph_ids };
  if (content.length < longToServe) return texts.textAsJson(text);
  return (await ctx.threads.run(worker, 'textAsJson', text)) as Uint8Array;
}

/** Like `draftAsJson`; of a long draft it is made in a thread. */
export async function draftAsJson(ctx: Ctx, draft: DraftText): Promise<Uint8Array> {
  if (draft.content.length < longToServe) return texts.draftAsJson(draft);
  return (await ctx.threads.run(worker, 'draftAsJson', draft)) as Uint8Array;
}

/** The response with these fields and what was made for the end of their object. */
export function responseEndingIn(end: Uint8Array, fields: object): PrebuiltJson {
  const head = `{"success":true,"data":${JSON.stringify(fields).slice(0, -1)},`;
  return new PrebuiltJson(Buffer.concat([Buffer.from(head), end, Buffer.from('}')]));
}

/** The response with these fields and a text, which the contract's schema has as `content` and `paragraphs`. */
export const textResponse = async (ctx: Ctx, fields: object, text: texts.StoredText): Promise<PrebuiltJson> =>
  responseEndingIn(await textAsJson(ctx, text), fields);
