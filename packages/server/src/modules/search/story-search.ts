import { searchLimits } from '@inkling/contract/limits';
import type { FoundInStory, MarkedText } from '@inkling/contract/search';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { isSpoilerFor } from '../chapters/index.ts';
import { stemmersOf } from './languages.ts';
import { excerptOf, type Range } from './marks.ts';
import { parseQuery } from './parse-query.ts';
import { termsOf, wordsOf } from './query-forms.ts';
import { inTurn, searchConnections } from './results.ts';
import { matchesOf } from './search.present.ts';
import { findInStory } from './story-search.queries.ts';
import { findStems } from './words.queries.ts';

interface Input {
  storyId: string;
  q: string;
  after: number;
  anyway: 'true' | 'false';
}

/** The paragraphs of a text that have matches. */
export function excerptsOf(text: string, ranges: readonly Range[]): MarkedText[] {
  const excerpts: MarkedText[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    const to = from + line.length;
    const inLine = ranges.filter(([start, end]) => start >= from && end <= to);
    const start = from;
    if (inLine.length > 0)
      excerpts.push(
        excerptOf(
          line,
          inLine.map(([a, b]): Range => [a - start, b - start]),
        ),
      );
    from = to + 1;
  }
  return excerpts;
}

/** Where a story has these words: the next chapters that do, with excerpts (docs/product/search.md#inside-a-story). */
export async function searchInStory(
  ctx: RequestContext,
  viewer: Viewer,
  { storyId, q, after, anyway }: Input,
) {
  const parts = parseQuery(q);
  if (parts.length === 0) return { data: [], next: null };
  return inTurn(ctx.db, async () => {
    const own = searchConnections(ctx.db);
    const stems = await findStems(own, wordsOf(parts), stemmersOf(viewer.languages));
    const query = termsOf(parts, stems);
    const rows = await findInStory(ctx, own, viewer, { storyId, query, after });
    const found = rows.slice(0, searchLimits.inStory).map((row) => {
      const isAhead = isSpoilerFor(viewer, {
        isAhead: row.is_ahead,
        authorId: row.author_id,
        writerId: null,
      });
      return { ...row, isAhead, texts: isAhead && anyway === 'false' ? [] : row.texts };
    });
    const pieces = found.flatMap(({ texts, language }) =>
      texts.map((text) => ({ text, language, isTitle: false })),
    );
    const ranges = await matchesOf(ctx.db, pieces, query);
    let piece = 0;
    const data = found.map(({ id, title, number, isAhead, texts }): FoundInStory => {
      const excerpts = new Map<string, MarkedText>();
      for (const text of texts) {
        // Two pieces share the words at their border.
        for (const one of excerptsOf(text, ranges[piece] ?? [])) excerpts.set(one.text, one);
        piece += 1;
      }
      const first = [...excerpts.values()].slice(0, searchLimits.excerpts);
      return { _id: id, title, chapterNumber: number, isAhead, excerpts: first };
    });
    return { data, next: rows.length > data.length ? (data.at(-1)?.chapterNumber ?? null) : null };
  });
}
