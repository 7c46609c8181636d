import { randomInt } from 'node:crypto';
import { type Feedback, maxIdeaSeed, maxStoryNames } from '@inkling/contract/assistant';
import { plainText } from '@inkling/contract/chapter-text';
import { countNames, type Dialect, formsOf, namesOf, type Range } from '@inkling/contract/english-text';
import type { CheckedIssue } from '@inkling/contract/harper-lints';
import { maxAssistantText } from '@inkling/contract/limits';
import { AppError } from '../../platform/app-error.ts';
import { second } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { snapshot } from '../../platform/db/db.ts';
import { checkerBusy, yieldOften } from '../../platform/threads.ts';
import { hasRight, requireRight } from '../plans/index.ts';
import { requireAuthor } from './assistant.policy.ts';
import { findStory, textsOfStory, wordsOfNames } from './assistant.queries.ts';
import { drawIdeas, type Wishes } from './draw-ideas.ts';
import { measureText } from './feedback-notes.ts';
import { isEnglish, languageOf } from './measure-text.ts';
import { readingOf, writtenIdeasFor } from './model.service.ts';

/** UTF-16 units; the checker takes about a tenth of a second for as much prose. */
const pieceSize = 4_000;
/** Where a piece may end, the best first: after a line, a sentence, a word. */
const ends = [/^[\s\S]*\n/, /^[\s\S]*[.!?…]\S{0,3}\s/, /^[\s\S]*\s/];

/** The end of the piece that begins at `start`; a word that is longer than a piece is one. */
function endFrom(text: string, start: number): number {
  const limit = start + pieceSize;
  if (limit >= text.length) return text.length;
  const head = text.slice(start, limit);
  const length = ends.map((end) => end.exec(head)?.[0].length).find((found) => found !== undefined);
  if (length !== undefined) return start + length;
  const more = text.slice(limit).search(/\s/);
  return more === -1 ? text.length : limit + more + 1;
}

/** A text in pieces of whole lines, or of whole sentences or words where those are longer. Takes linear time. */
export function* piecesOf(text: string): Generator<Range> {
  for (let start = 0; start < text.length; ) {
    const end = endFrom(text, start);
    yield { start, end };
    start = end;
  }
}

const feedbackWorker = new URL('./feedback.worker.ts', import.meta.url);
const grammarWorker = new URL('./grammar.worker.ts', import.meta.url);
/** Shorter texts (in characters) are measured in place: passing them to a thread would cost more. */
const minThreadedText = 20_000;
const maxNames = 1000;
/** For all pieces of a text, with the time in which those of others are checked. */
const maxCheckTime = 20 * second;

/** Throws PLAN_REQUIRED without the right, and TOO_LARGE for a text that is too long. */
async function requireText(ctx: RequestContext, viewer: Viewer, text: string): Promise<void> {
  await requireRight(ctx.db, ctx, viewer.id, 'assistant');
  if (text.length > maxAssistantText) {
    const max = maxAssistantText.toLocaleString('en');
    throw new AppError('TOO_LARGE', `Please send at most ${max} characters at a time, such as one chapter.`);
  }
}

/** Measures a text, and has a model read it if the author agreed; nothing of it is stored or logged (docs/product/assistant.md#feedback). */
export async function feedbackOn(
  ctx: RequestContext,
  viewer: Viewer,
  { text }: { text: string },
): Promise<Feedback> {
  await requireText(ctx, viewer, text);
  const measured =
    text.length < minThreadedText
      ? measureText({ text })
      : ((await ctx.threads.run(feedbackWorker, 'measureText', { text })) as ReturnType<typeof measureText>);
  const { written, modelMessage } = await readingOf(ctx, viewer, text);
  return { ...measured, reading: written && { text: written.value, model: written.model }, modelMessage };
}

/**
 * Ideas of a model if the author agreed, and otherwise of the deck: with a seed always the same ones (docs/product/assistant.md#story-ideas).
 */
export async function storyIdeas(
  ctx: RequestContext,
  viewer: Viewer,
  { seed: wanted, ...wishes }: Wishes & { seed?: number | undefined },
) {
  await requireRight(ctx.db, ctx, viewer.id, 'assistant');
  const seed = wanted ?? randomInt(maxIdeaSeed);
  const deck = { source: 'deck' as const, seed, ideas: drawIdeas(seed, wishes) };
  if (wanted !== undefined) return { ...deck, modelMessage: null };
  const { written, modelMessage } = await writtenIdeasFor(ctx, viewer, wishes);
  if (written === null) return { ...deck, modelMessage };
  return { source: 'model' as const, seed, ideas: written.value, modelMessage };
}

/**
 * Checks a text in the checker's thread, if it is English; the names that it uses twice are known. Piece by piece, so that
 * the texts of several people take turns and none waits until a slow one is done (docs/product/assistant.md#spelling).
 */
export async function grammarOf(
  ctx: RequestContext,
  viewer: Viewer,
  { text, dialect }: { text: string; dialect: Dialect },
) {
  await requireText(ctx, viewer, text);
  const language = languageOf(text);
  if (!isEnglish(language)) return { language, isCovered: false, issues: [] };
  const words = namesOf(countNames(text), maxNames).flatMap(formsOf);
  const issues: CheckedIssue[] = [];
  const startedAt = performance.now();
  for (const { start, end } of piecesOf(text)) {
    if (performance.now() - startedAt > maxCheckTime || ctx.isClientGone()) throw checkerBusy();
    const piece = { text: text.slice(start, end), dialect, words };
    const found = (await ctx.threads.checker.run(grammarWorker, 'checkText', piece)) as CheckedIssue[];
    for (const issue of found)
      issues.push({
        ...issue,
        startOffset: start + issue.startOffset,
        endOffset: start + issue.endOffset,
      });
  }
  return { language, isCovered: true, issues };
}

/** Characters of a story that are read, the newest chapters first: about ten novels. */
const maxRead = 5_000_000;

/** Whether the author has the assistant, and then the names in their story (docs/product/assistant.md#spelling). */
export async function storyAssistant(ctx: RequestContext, viewer: Viewer, id: string) {
  requireAuthor(viewer, await findStory(ctx.db, id));
  if (!(await hasRight(ctx.db, ctx, viewer.id, 'assistant'))) return { isAllowed: false, names: [] };
  const counts = new Map<string, number>();
  const pause = yieldOften();
  let read = 0;
  await snapshot(ctx.db, async (tx) => {
    for await (const { content } of textsOfStory(tx, id)) {
      countNames(plainText(content), counts);
      read += content.length;
      if (read > maxRead || ctx.isClientGone()) break;
      await pause();
    }
  });
  const names = await wordsOfNames(ctx.db, id);
  return {
    isAllowed: true,
    names: [...new Set([...names, ...namesOf(counts, maxStoryNames)])].slice(0, maxStoryNames),
  };
}
