import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { batched } from '../../platform/db/batch.ts';
import type { Db } from '../../platform/db/db.ts';
import { ReadyAnswer } from '../../platform/http/ready-answer.ts';
import { keptWithin } from '../../platform/kept-within.ts';
import { presentSummary, presentText } from './chapters.present.ts';
import { findReadables, findVersion, type ReadableRow } from './chapters.queries.ts';

/** Answers that are kept ready, by chapter and version: within one, a text never changes. */
const keptBytes = 24 * 1024 * 1024;

/** The last answer with a text: what goes before the text, in characters and bytes, and the whole. */
interface KeptAnswer {
  head: string;
  headBytes: number;
  whole: Buffer;
}

interface Reading {
  find: (key: string) => Promise<ReadableRow | undefined>;
  answers: ReturnType<typeof keptWithin<KeptAnswer>>;
}

const readings = new WeakMap<Db, Reading>();

function readingOf(db: Db): Reading {
  const known = readings.get(db);
  if (known) return known;
  const reading: Reading = {
    find: batched<string, ReadableRow>(async (keys) => {
      const asked = keys.map((key) => ({ chapterId: key.slice(0, 36), viewerId: key.slice(37) }));
      const rows = await findReadables(db, asked);
      return new Map(rows.map((row) => [`${row.id} ${row.viewer_id}`, row]));
    }),
    answers: keptWithin<KeptAnswer>(keptBytes, ({ whole }) => whole.length),
  };
  readings.set(db, reading);
  return reading;
}

/** The end of the answer, which the text is: JSON in UTF-8 from the field `content` on. */
async function textOf(db: Db, chapter: ReadableRow): Promise<Buffer> {
  const version = await findVersion(db, chapter, chapter.version);
  if (version === undefined) throw notFound('Chapter');
  return Buffer.from(`${JSON.stringify(presentText(version)).slice(1)}}`);
}

/** The answer with this head: the kept one as it is, or its text behind a new head. */
async function answerOf(
  db: Db,
  answers: Reading['answers'],
  chapter: ReadableRow,
  head: string,
): Promise<Buffer> {
  const key = `${chapter.id} ${chapter.version}`;
  const kept = answers.get(key);
  if (kept?.head === head) return kept.whole;
  const text = kept?.whole.subarray(kept.headBytes) ?? (await textOf(db, chapter));
  const bytes = Buffer.from(head);
  const whole = Buffer.concat([bytes, text]);
  answers.set(key, { head, headBytes: bytes.length, whole });
  return whole;
}

/**
 * A published chapter for a reader. Who may read and which version stands is asked of the database for every
 * request; the text itself comes ready from memory (docs/product.md §3.7).
 */
export async function readChapter(ctx: RequestContext, viewer: Viewer, id: string): Promise<ReadyAnswer> {
  const { find, answers } = readingOf(ctx.db);
  const chapter = await find(`${id.toLowerCase()} ${viewer.id}`);
  if (chapter === undefined || !chapter.is_published) throw notFound('Chapter');
  if (!chapter.story_is_published && chapter.author_id !== viewer.id) throw notFound('Chapter');
  const summary = { ...presentSummary(chapter, false), isLiked: chapter.is_liked };
  const head = `{"success":true,"data":${JSON.stringify(summary).slice(0, -1)},`;
  return new ReadyAnswer(await answerOf(ctx.db, answers, chapter, head));
}
