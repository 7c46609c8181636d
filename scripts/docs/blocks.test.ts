import { describe, expect, test } from 'vitest';
import { anchorsOf, fillBlocks, linksOf, referencesOf, ruleProblems, table, testsOf } from './blocks.ts';

describe('generated parts of a page', () => {
  const page = 'before\n<!-- generated: limits live -->\nold\n<!-- end -->\nafter\n';

  test('replace what is between their marks and nothing else', () => {
    const used = new Set<string>();
    const filled = fillBlocks(page, { 'limits live': 'new' }, used);
    expect(filled).toBe('before\n<!-- generated: limits live -->\nnew\n<!-- end -->\nafter\n');
    expect(fillBlocks(filled, { 'limits live': 'new' }, used)).toBe(filled);
    expect([...used]).toEqual(['limits live']);
  });

  test('are refused when their name is unknown', () => {
    expect(() => fillBlocks(page, {}, new Set())).toThrow("There is no generated part 'limits live'.");
  });

  test('are refused when the end mark is missing', () => {
    expect(() => fillBlocks('<!-- generated: a -->\n', { a: '' }, new Set())).toThrow('end mark');
  });
});

test('a table has a head, a line and its rows', () => {
  expect(table(['a', 'b'], [['1', '2']])).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
});

test('a rule belongs to the page that its name begins with, and exists once', () => {
  const pages = [
    { name: 'live', text: '- `live.a` One.\n- `live.a` Two.\n' },
    { name: 'time', text: '- `live.b` Three.\nText with `time.not-a-rule` in it.\n' },
  ];
  expect(ruleProblems(pages)).toEqual([
    'live.md: the rule live.a exists twice.',
    'time.md: the rule live.b belongs to another page.',
  ]);
});

test('the tests of a page are paths from the root', () => {
  expect(testsOf('`platform/clock.test.ts`, `e2e/live.spec.ts` and `clock.ts`')).toEqual([
    'packages/server/src/platform/clock.test.ts',
    'e2e/live.spec.ts',
  ]);
});

test('anchors, links and references are found', () => {
  expect([...anchorsOf('# One, two\n## Titles and previews\n')]).toEqual(['one-two', 'titles-and-previews']);
  expect(linksOf('[a](x.md#y) [b](#z) [c](https://example.org/x.md)')).toEqual([
    { path: 'x.md', anchor: 'y' },
    { path: '', anchor: 'z' },
  ]);
  expect(referencesOf('see docs/product/live.md#access.')).toEqual([
    { path: 'docs/product/live.md', anchor: 'access' },
  ]);
});
