import type { AppContext } from '../../platform/context.ts';
import { PrebuiltJson } from '../../platform/http/sent-json.ts';
import * as texts from './chapter-text.ts';
import type { DraftText } from './drafts.queries.ts';

const worker = new URL('./chapter-text.worker.ts', import.meta.url);
/** Shorter texts (characters in total) are processed in place: passing them to a thread would cost more. */
const minThreadedText = 20_000;
/** The same limit for serializing a text, which takes up to 20 ms for this many characters. */
const minThreadedJson = 200_000;

type Ctx = Pick<AppContext, 'threads'>;

/** Whether a text is processed in a thread. That may take seconds, so never await it while holding a lock. */
export const isLongTask = ({ content, before }: texts.TextToSave): boolean =>
  content.length + (before?.content.length ?? 0) >= minThreadedText;

/** Like `processText`, but in a thread for a long text, so that other requests do not wait for it. */
export async function processText(ctx: Ctx, task: texts.TextToSave): Promise<texts.ProcessedText> {
  if (!isLongTask(task)) return texts.processText(task);
  const { content, before, nextParagraph } = task;
  // Pass only the needed fields, since everything is copied to the thread.
  const stored = before && { content: before.content, paragraph_ids: before.paragraph_ids };
  const needed: texts.TextToSave = { before: stored, content, nextParagraph };
  return (await ctx.threads.run(worker, 'processText', needed)) as texts.ProcessedText;
}

/** Like `wordsOf`, but in a thread for a long text. */
export async function wordsOf(ctx: Ctx, content: string): Promise<number> {
  if (content.length < minThreadedText) return texts.wordsOf({ content });
  return (await ctx.threads.run(worker, 'wordsOf', { content })) as number;
}

/** Like `textAsJson`, but in a thread for a long text. */
async function textAsJson(ctx: Ctx, { content, paragraph_ids }: texts.StoredText): Promise<Uint8Array> {
  const text = { content, paragraph_ids };
  if (content.length < minThreadedJson) return texts.textAsJson(text);
  return (await ctx.threads.run(worker, 'textAsJson', text)) as Uint8Array;
}

/** Like `draftAsJson`, but in a thread for a long draft. */
async function draftAsJson(ctx: Ctx, draft: DraftText): Promise<Uint8Array> {
  if (draft.content.length < minThreadedJson) return texts.draftAsJson(draft);
  return (await ctx.threads.run(worker, 'draftAsJson', draft)) as Uint8Array;
}

/** The response with these drafts, each with its fields. */
export async function draftsResponse(
  ctx: Ctx,
  drafts: { fields: object; text: DraftText }[],
): Promise<PrebuiltJson> {
  const parts: Uint8Array[] = [];
  for (const { fields, text } of drafts) {
    const comma = parts.length === 0 ? '' : ',';
    parts.push(Buffer.from(`${comma}${JSON.stringify(fields).slice(0, -1)},`), await draftAsJson(ctx, text));
  }
  const [start, end] = [Buffer.from('{"success":true,"data":['), Buffer.from(']}')];
  return new PrebuiltJson(Buffer.concat([start, ...parts, end]));
}

/** The response with these fields, followed by the serialized end of the object. */
function responseEndingIn(end: Uint8Array, fields: object, sent: 'many' | 'once' = 'once'): PrebuiltJson {
  const head = `{"success":true,"data":${JSON.stringify(fields).slice(0, -1)},`;
  return new PrebuiltJson(Buffer.concat([Buffer.from(head), end, Buffer.from('}')]), sent);
}

/** The response with these fields and a text, as the contract's fields `content` and `paragraphIds`. */
export const textResponse = async (
  ctx: Ctx,
  fields: object,
  text: texts.StoredText,
  sent: 'many' | 'once' = 'once',
): Promise<PrebuiltJson> => responseEndingIn(await textAsJson(ctx, text), fields, sent);
