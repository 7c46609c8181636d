import type {
  decideFixes as decideCall,
  listFixes,
  listStoryFixes,
  suggestFix as suggestCall,
} from '@inkling/contract/fixes';
import { chapterLimits, fixLimits } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { z } from 'zod';
import { signInRequired } from '../../platform/access.ts';
import { AppError, badInput, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { findReadableText, placeSelection } from '../annotations/index.ts';
import { type Passage, updateChapter } from '../chapters/index.ts';
import { requireAuthor } from '../stories/index.ts';
import { lockActivePerson, requireUnblocked } from '../users/index.ts';
import { applyFixes, placesIn, replaceIn } from './apply-fixes.ts';
import { fixApplied, fixSuggested } from './fixes.events.ts';
import { requireOwn } from './fixes.policy.ts';
import * as queries from './fixes.queries.ts';
import { lineOf } from './replace-passages.ts';

type Suggestion = z.output<(typeof suggestCall)['body']>;

/**
 * Suggests a fix for a passage of a chapter that the viewer may read, once per chosen id. Throws NOT_ALLOWED for one's own
 * story, between people of whom one has blocked the other, and where the author accepts none; QUOTA_REACHED, TEXT_CHANGED, and
 * BAD_INPUT for words that cannot be replaced.
 */
export async function suggestFix(ctx: RequestContext, viewer: Viewer, body: Suggestion) {
  const { _id, storyId, chapterId, replacement, note, ...selection } = body;
  const place = { userId: viewer.id, kind: 'highlight' as const, storyId, chapterId };
  const id = await createOnce(ctx, _id, {
    isSame: (chosen) => queries.isFixOf(ctx.db, chosen, viewer.id, chapterId),
    create: async () => {
      const text = await findReadableText(ctx, place, selection.version);
      if (text === undefined) throw notFound('Chapter');
      const passage = await placeSelection(ctx, text, selection);
      if (replacement === passage.selectedText)
        throw badInput(
          'replacement',
          'This is the same as the current text. Please enter the corrected text.',
        );
      const length = [...passage.selectedText].length;
      if (length > fixLimits.words || !(await canReplace(ctx, text.content, passage, replacement)))
        throw badInput(
          'selectedText',
          'Please select text in one paragraph and one style, and enter plain text to replace it.',
        );
      const { version } = text;
      return transaction(ctx.db, (tx) =>
        store(ctx, tx, { ...place, _id, version, passage, replacement, note }),
      );
    },
  });
  const [fix] = await queries.listOwn(ctx, viewer.id, { id, page: 1, limit: 1 });
  if (fix === undefined) throw notFound('Suggestion');
  return presentOwn(fix);
}

/** Whether a suggestion for a passage can be applied as the text is now. */
async function canReplace(ctx: RequestContext, content: string, passage: Passage, words: string) {
  const { from, to } = lineOf(content, passage);
  const { selectedText } = passage;
  const place = { start: passage.start - from, end: passage.end - from, selectedText, words };
  const { isReplaced } = await replaceIn(ctx, { content: content.slice(from, to), replacements: [place] });
  return isReplaced[0] === true;
}

async function store(
  ctx: RequestContext,
  tx: Db,
  {
    _id,
    userId,
    ...fix
  }: Omit<queries.NewFix, 'id' | 'readerId' | 'now'> & { _id: string | undefined; userId: string },
): Promise<string | undefined> {
  if (!(await lockActivePerson(tx, userId))) throw signInRequired();
  const taker = await queries.findTaker(tx, userId, fix.storyId);
  if (taker === undefined) throw notFound('Story');
  if (taker.author_id === userId)
    throw new AppError('NOT_ALLOWED', 'This is your own story. Open the chapter to edit it.');
  requireUnblocked(taker.block, 'suggest fixes for this story');
  if (!taker.is_open)
    throw new AppError('NOT_ALLOWED', 'The author of this story isn’t accepting suggestions.');
  if (taker.own >= fixLimits.perReader || taker.all >= fixLimits.perStory)
    throw new AppError(
      'QUOTA_REACHED',
      'Too many suggestions for this story are waiting for its author. Please try again later.',
    );
  const id = await queries.insertFix(tx, { ...fix, id: _id, readerId: userId, now: ctx.clock.now() });
  const event = { storyId: fix.storyId, readerId: userId, authorId: taker.author_id };
  if (id !== undefined) await emit(ctx, tx, fixSuggested, { fixId: id, ...event });
  return id;
}

const presentOwn = ({ createdAt, ...fix }: queries.OwnRow) => ({
  ...fix,
  createdAt: createdAt.toISOString(),
});

/** The viewer's own suggestions, in one story or in all, with how many are in each state. */
export async function listOwn(
  ctx: RequestContext,
  viewer: Viewer,
  { storyId, page, limit }: z.output<(typeof listFixes)['query']>,
) {
  const [data, counts, isOpen] = await Promise.all([
    queries.listOwn(ctx, viewer.id, { storyId, page, limit }),
    queries.countOwn(ctx.db, viewer.id, storyId ?? null),
    storyId === undefined ? true : queries.isOpenStory(ctx.db, storyId),
  ]);
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return { data: data.map(presentOwn), pagination: paginate(page, limit, total), counts, isOpen };
}

export async function withdraw(ctx: RequestContext, viewer: Viewer, id: string): Promise<void> {
  requireOwn(viewer, await queries.findOwner(ctx.db, viewer.id, id));
  if (!(await queries.deleteOpen(ctx.db, viewer.id, id)))
    throw new AppError(
      'CONFLICT',
      'The author has already decided on this suggestion, so it can’t be withdrawn.',
    );
}

/** What readers suggest for the viewer's own story, or for one of its chapters, with the places in its text. */
export async function listOfStory(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { page, limit, ...wanted }: z.output<(typeof listStoryFixes)['query']>,
) {
  const chapterId = wanted.chapterId ?? null;
  await requireAuthor(ctx.db, viewer, storyId);
  const [rows, isOpen] = await Promise.all([
    queries.listOpen(ctx.db, { storyId, chapterId, authorId: viewer.id }, page, limit),
    queries.isOpenStory(ctx.db, storyId),
  ]);
  const groups = rows.map(({ ids }) => ids);
  const text = chapterId === null ? null : await placeAll(ctx, { storyId, chapterId }, groups);
  const data = rows.map(({ total, suggestions, ...row }) => ({
    ...row,
    suggestions: suggestions
      .slice(0, fixLimits.shown)
      .map((one) => ({ ...one, createdAt: new Date(one.createdAt).toISOString() })),
  }));
  return { data, pagination: paginate(page, limit, rows[0]?.total ?? 0), isOpen, text };
}

/** Where each group of equal suggestions is in a chapter's current text. */
async function placeAll(
  ctx: RequestContext,
  chapter: { storyId: string; chapterId: string },
  groups: string[][],
) {
  const current = await queries.findText(ctx.db, chapter, null);
  if (current === undefined) throw notFound('Chapter');
  const fixes = await queries.findOpen(ctx.db, chapter.storyId, groups.flat());
  const placed = await placesIn(ctx, current, fixes, (version) => queries.findText(ctx.db, chapter, version));
  const found = new Map(placed.flatMap(({ fix, place }) => (place ? [[fix.id, place] as const] : [])));
  const places = groups.map((ids) => {
    const id = ids.find((one) => found.has(one));
    const place = id === undefined ? undefined : found.get(id);
    return place ? { start: place.start, end: place.end } : null;
  });
  return { version: current.version, places };
}

export const setOpen = (ctx: RequestContext, viewer: Viewer, storyId: string, isOpen: boolean) =>
  transaction(ctx.db, async (tx) => {
    await requireAuthor(tx, viewer, storyId);
    await queries.setOpen(tx, storyId, isOpen);
    return { isOpen };
  });

const decidedMeanwhile = () =>
  new AppError(
    'TEXT_CHANGED',
    'One of these suggestions was withdrawn or decided in the meantime, so nothing was applied in its chapter. Please try again.',
  );

/**
 * Applies suggestions for the viewer's own story, as one new version of each chapter, or dismisses them. A suggestion whose
 * words are no longer there word for word becomes outdated: other text is never changed. If a chapter fails, those before it
 * stay applied.
 */
export async function decideFixes(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { action, ids, thank }: z.output<(typeof decideCall)['body']>,
): Promise<{ decided: number; outdated: number }> {
  await requireAuthor(ctx.db, viewer, storyId);
  const decision = { isThanked: thank, now: ctx.clock.now() };
  if (action === 'dismiss') {
    const decided = await queries.decide(ctx.db, storyId, ids, { ...decision, state: 'dismissed' });
    return { decided: decided.length, outdated: 0 };
  }
  const result = { decided: 0, outdated: 0 };
  const chapters = Map.groupBy(await queries.findOpen(ctx.db, storyId, ids), (fix) => fix.chapter_id);
  for (const [chapterId, fixes] of chapters) {
    const { content, version, applied, outdated } = await prepare(ctx, storyId, chapterId, fixes);
    if (applied.length > 0)
      await updateChapter(
        ctx,
        viewer,
        chapterId,
        { content, baseVersion: version, keepBaseVersion: true },
        async (tx) => {
          const rows = await queries.decide(tx, storyId, applied, { ...decision, state: 'applied' });
          if (rows.length < applied.length) throw decidedMeanwhile();
          const payloads = rows.map(({ id, reader_id }) => ({ fixId: id, storyId, readerId: reader_id }));
          await emit(ctx, tx, fixApplied, ...payloads);
          result.decided += rows.length;
        },
      );
    result.outdated += (
      await queries.decide(ctx.db, storyId, outdated, { ...decision, state: 'outdated', isThanked: false })
    ).length;
  }
  return result;
}

/** A chapter's text with those of some suggestions that fit it, and their ids. */
async function prepare(ctx: RequestContext, storyId: string, chapterId: string, fixes: queries.OpenFix[]) {
  const chapter = { storyId, chapterId };
  const current = await queries.findText(ctx.db, chapter, null);
  if (current === undefined) throw notFound('Chapter');
  const applied = await applyFixes(ctx, current, fixes, (version) =>
    queries.findText(ctx.db, chapter, version),
  );
  if (applied.content.length > chapterLimits.content)
    throw new AppError(
      'QUOTA_REACHED',
      'The chapter would be too long with these words. Please shorten it first.',
    );
  return { ...applied, version: current.version };
}
