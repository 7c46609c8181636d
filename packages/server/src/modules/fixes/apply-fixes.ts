import type { AppContext } from '../../platform/context.ts';
import { findAgain, type Passage } from '../chapters/index.ts';
import type { OpenFix, VersionText } from './fixes.queries.ts';
import { type Replaced, type Replacement, type ReplaceTask, replacePassages } from './replace-passages.ts';

type Ctx = Pick<AppContext, 'threads'>;

const worker = new URL('./replace-passages.worker.ts', import.meta.url);
/** Shorter texts (characters) are changed here: passing them to a thread would cost more. */
const minThreadedText = 10_000;

/** Like `replacePassages`, but in a thread for a long text, which takes seconds if it is one line with many marks. */
export const replaceIn = async ({ threads }: Ctx, task: ReplaceTask): Promise<Replaced> =>
  task.content.length < minThreadedText
    ? replacePassages(task)
    : ((await threads.background.run(worker, 'replacePassages', task)) as Replaced);

interface Placed {
  fix: OpenFix;
  place: Pick<Passage, 'start' | 'end'> | null;
}

type FindText = (version: number) => Promise<VersionText | undefined>;

/** Where some suggestions are in a chapter's current text, in its order: null for those that are no longer there word for word. */
export async function placesIn(
  ctx: Ctx,
  current: VersionText,
  fixes: OpenFix[],
  textOf: FindText,
): Promise<Placed[]> {
  const placed: Placed[] = [];
  // One after the other, since each text may be long.
  for (const [version, of] of Map.groupBy(fixes, (fix) => fix.version)) {
    const places = of.map((fix) => ({ start: fix.start_offset, end: fix.end_offset }));
    if (version === current.version) {
      for (const [index, fix] of of.entries()) placed.push({ fix, place: places[index] ?? null });
      continue;
    }
    const old = await textOf(version);
    const passages = places.map((place) => ({ ...place, original: null }));
    const found = old === undefined ? [] : await findAgain(ctx, { old, next: current, passages });
    for (const [index, fix] of of.entries())
      placed.push({ fix, place: found[index]?.isSame ? found[index] : null });
  }
  for (const one of placed)
    if (one.place && current.content.slice(one.place.start, one.place.end) !== one.fix.original)
      one.place = null;
  return placed.sort(
    (a, b) => (a.place?.start ?? 0) - (b.place?.start ?? 0) || (a.place?.end ?? 0) - (b.place?.end ?? 0),
  );
}

/**
 * A chapter's current text with those of some suggestions that are there word for word, and the ids of those and of the
 * others. Of two that overlap, one stays open. `textOf` finds the text that a suggestion was made for.
 */
export async function applyFixes(ctx: Ctx, current: VersionText, fixes: OpenFix[], textOf: FindText) {
  const [applied, outdated]: [string[], string[]] = [[], []];
  const replacements: (Replacement & { ids: string[] })[] = [];
  for (const { fix, place } of await placesIn(ctx, current, fixes, textOf)) {
    const { id, original: selectedText, replacement: words } = fix;
    const last = replacements.at(-1);
    if (place === null) outdated.push(id);
    else if (last === undefined || place.start >= last.end)
      replacements.push({ start: place.start, end: place.end, selectedText, words, ids: [id] });
    else if (place.start === last.start && place.end === last.end && words === last.words) last.ids.push(id);
  }
  const { content, isReplaced } = await replaceIn(ctx, { content: current.content, replacements });
  for (const [index, { ids }] of replacements.entries())
    (isReplaced[index] ? applied : outdated).push(...ids);
  return { content, applied, outdated };
}
