import { describe, expect, test } from 'vitest';
import { fillTests, rowProblems, taggedTests, tagProblems } from './test-tags.ts';

/** Written apart, because a tag in this file would count as one of docs/trust.md. */
const tag = (id: string) => `[${id}]`;
const path = 'packages/server/src/links.test.ts';

describe('tags', () => {
  const idsIn = (text: string) => taggedTests({ path, text }).map(({ id }) => id);

  test('are found in the titles of tests and of describes, several in one title', () => {
    const text = `
describe('a link ${tag('R01')}', () => {
  test('works once ${tag('R02')} ${tag('P01')}', async () => {});
});
test("the owner's link", () => {});
`;
    expect(idsIn(text)).toEqual(['R01', 'R02', 'P01']);
  });

  test('are found in titles with parameters, escapes and options, on a line of their own too', () => {
    const text = `
test('short', () => expect(1).toBe(1));
test.each([
  ['a', 1],
])(
  'the user\\'s link %s in \${width} px of $name ${tag('R01')}',
  async (link) => {},
);
test(\`slow ${tag('R02')}\`, { timeout: 9 }, async () => {});
`.replaceAll('\\`', '`');
    expect(idsIn(text)).toEqual(['R01', 'R02']);
  });

  test('outside a title are a problem', () => {
    expect(tagProblems({ path, text: `test('a ${tag('R01')}', () => {});` })).toEqual([]);
    expect(tagProblems({ path, text: `// ${tag('R01')}\ntest('a', () => {});` })).toHaveLength(1);
  });
});

describe('the tables of guarantees', () => {
  const page = `| Id | Requirement | Status | Tests | What remains |
| --- | --- | --- | --- | --- |
| R01 | Few | held | old | |
| R02 | Many | in part | | a \\| b |
| R03 | None | held | old | |
| R04 | Later | not applicable yet | | Not built |

| Id | Guarantee | Tests |
| --- | --- | --- |
| P01 | Another | |
`;
  const tests = [
    { id: 'R01', path },
    { id: 'R01', path: 'e2e/links.spec.ts' },
    { id: 'R02', path },
    { id: 'R02', path },
    { id: 'P01', path },
  ];

  test('have the number of tests in each file', () => {
    const filled = fillTests(page, tests);
    expect(filled).toContain('| R01 | Few | held | `e2e/links.spec.ts` (1), `links.test.ts` (1) | |\n');
    expect(filled).toContain('| R02 | Many | in part | `links.test.ts` (2) | a \\| b |\n');
    expect(filled).toContain('| R03 | None | held | | |\n');
    expect(filled).toContain('| P01 | Another | `links.test.ts` (1) |\n');
    expect(fillTests(filled, tests)).toBe(filled);
  });

  test('need a test for each guarantee that applies, a row for each tag, and ids that exist once', () => {
    expect(rowProblems(page, tests)).toEqual([
      `The row R03 has no test: add ${tag('R03')} to the title of one.`,
    ]);
    const unknown = { id: 'R99', path };
    expect(rowProblems(`${page}| P01 | Again | |\n`, [...tests, unknown])).toEqual([
      'The row P01 exists twice.',
      `The row R03 has no test: add ${tag('R03')} to the title of one.`,
      `${path}: there is no row R99.`,
    ]);
  });
});
