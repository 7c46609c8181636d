import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as search from '../chapters/anchors/find-again.ts';
import { findPassage } from '../chapters/anchors/passages.ts';
import { processText } from '../chapters/chapter-text.ts';
import { applyFixes } from './apply-fixes.ts';
import type { OpenFix, VersionText } from './fixes.queries.ts';
import { replacePassages } from './replace-passages.ts';

const here = {
  run: async (_file: URL, _name: string, task: object) => search.findAgain(task as search.FindTask),
};
const ctx = { threads: { background: here } } as unknown as Parameters<typeof applyFixes>[0];

/** A word of a text; each has its own identity, whatever the others say. */
interface Word {
  text: string;
}
type Text = Word[][];

const contentOf = (text: Text) => text.map((line) => line.map((word) => word.text).join(' ')).join('\n');

/**
 * Words that the first text has in many lines, so that many places look alike, and those that authors add. None is twice in a
 * line: of two equal words side by side, nothing in the text shows which one was removed.
 */
const old = ['teh', 'lamp', 'door', 'and', 'She', 'light', '*so*', 'old', 'was', 'not', 'there', 'Nobody'];
const added = ['new', 'wind', 'sea', '*salt*', 'ship'];

const line = fc.uniqueArray(fc.constantFrom(...old), { minLength: 5 });
const texts = fc.uniqueArray(line, { minLength: 2, maxLength: 6, selector: String });
const edits = fc.array(
  fc.record({
    kind: fc.constantFrom('add', 'remove', 'change', 'addLine', 'removeLine', 'moveLine', 'split', 'join'),
    line: fc.nat(),
    at: fc.nat(),
    word: fc.constantFrom(...added),
  }),
  { maxLength: 5 },
);
type Edit = (typeof edits)['generate'] extends (...input: never[]) => { value: (infer E)[] } ? E : never;

function edited(text: Text, { kind, line: anyLine, at: anyAt, word }: Edit): Text {
  const index = anyLine % text.length;
  const line = text[index] ?? [];
  const at = anyAt % Math.max(1, line.length);
  const withLines = (...lines: Text) => text.toSpliced(index, 1, ...lines.filter((one) => one.length > 0));
  if (kind === 'add') return withLines(line.toSpliced(at, 0, { text: word }));
  if (kind === 'remove') return withLines(line.toSpliced(at, 1));
  if (kind === 'change') return withLines(line.toSpliced(at, 1, { text: word }));
  if (kind === 'addLine') return withLines([{ text: word }, { text: 'again' }], line);
  if (kind === 'removeLine') return text.length > 1 ? withLines() : text;
  if (kind === 'moveLine') return text.toSpliced(index, 1).toSpliced(anyAt % text.length, 0, line);
  if (kind === 'split') return withLines(line.slice(0, at), line.slice(at));
  return text.toSpliced(index, 2, [...line, ...(text[index + 1] ?? [])]);
}

const versionOf = (version: number, content: string, before: ReturnType<typeof stored> | null): VersionText =>
  stored(version, content, before);
function stored(version: number, content: string, before: VersionText | null) {
  const { paragraphIds } = processText({ before, content, nextParagraph: 1000 * version });
  return { version, content, paragraph_ids: paragraphIds };
}

test('after whatever edits, suggestions are applied where their words are now, or refused: never on other text', async () => {
  const counts = { applied: 0, outdated: 0 };
  const picks = fc.array(
    fc.record({ line: fc.nat(), from: fc.nat(), count: fc.integer({ min: 1, max: 3 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  await fc.assert(
    fc.asyncProperty(texts, picks, edits, async (lines, chosen, changes) => {
      const first: Text = lines.map((line) => line.map((text) => ({ text })));
      const before = versionOf(1, contentOf(first), null);
      const wordsOf = new Map<string, Word[]>();
      const fixes = chosen.flatMap(({ line: anyLine, from, count }, number): OpenFix[] => {
        const index = anyLine % first.length;
        const line = first[index] ?? [];
        const words = line.slice(from % line.length, (from % line.length) + count);
        const start =
          contentOf(first.slice(0, index)).length +
          (index === 0 ? 0 : 1) +
          line.slice(0, from % line.length).reduce((sum, { text }) => sum + text.length + 1, 0);
        const passage = findPassage(before.content, start, start + contentOf([words]).length);
        if (passage === null) return [];
        const place = {
          start_offset: passage.start,
          end_offset: passage.end,
          original: passage.selectedText,
        };
        const fix = {
          id: `${number}`,
          chapter_id: '',
          reader_id: '',
          version: 1,
          replacement: `fixed${number}`,
        };
        const asked = { ...passage, words: fix.replacement };
        if (!replacePassages({ content: before.content, replacements: [asked] }).isReplaced[0]) return [];
        wordsOf.set(fix.id, words);
        return [{ ...fix, ...place }];
      });
      const last = changes.reduce(edited, first);
      const now = versionOf(2, contentOf(last), before);
      const { content, applied, outdated } = await applyFixes(ctx, now, fixes, async () => before);
      counts.applied += applied.length;
      counts.outdated += outdated.length;
      // The same by the identity of each word.
      let wanted: Text = last;
      for (const id of applied) {
        const words = wordsOf.get(id) ?? [];
        wanted = wanted.map((line) => {
          const at = line.indexOf(words[0] as Word);
          const isThere = at !== -1 && words.every((word, index) => line[at + index] === word);
          const style = /\*/.test(words[0]?.text ?? '') ? '*' : '';
          return isThere ? line.toSpliced(at, words.length, { text: `${style}fixed${id}${style}` }) : line;
        });
      }
      expect(content).toBe(contentOf(wanted));
    }),
    { numRuns: 400, seed: 1 },
  );
  expect(counts.applied).toBeGreaterThan(100);
  expect(counts.outdated).toBeGreaterThan(20);
});

test('2,000 suggestions for one line or for 10,000 paragraphs are applied at once', () => {
  const line = 'word '.repeat(100_000).trim();
  const many = `${'one word and more\n'.repeat(9_999)}end`;
  for (const [content, step] of [
    [line, 50],
    [many, 90],
  ] as const) {
    const replacements = Array.from({ length: 2000 }, (_, index) => {
      const start = content.indexOf('word', index * step);
      return { start, end: start + 4, selectedText: 'word', words: 'world' };
    });
    const before = performance.now();
    const { isReplaced } = replacePassages({ content, replacements });
    expect(isReplaced.every(Boolean)).toBe(true);
    expect(performance.now() - before).toBeLessThan(2_000);
  }
});
