import { describe, expect, test } from 'vitest';
import { fillTests, rowProblems, taggedTests, tagProblems } from './test-tags.ts';

/** Written apart, because a tag in this file would count as one of docs/trust.md. */
const tag = (id: string) => `[${id}]`;
const path = 'packages/server/src/links.test.ts';

describe('tags', () => {
  const titlesIn = (text: string) => taggedTests({ path, text }).map(({ id, title }) => [id, title]);

  test('are found in the titles of tests and of describes, several in one title', () => {
    const text = `
describe('a link ${tag('R01')}', () => {
  test('works once ${tag('R02')} ${tag('P01')}', async () => {});
});
test("the owner's link", () => {});
`;
    expect(titlesIn(text)).toEqual([
      ['R01', 'a link'],
      ['R02', 'a link › works once'],
      ['P01', 'a link › works once'],
    ]);
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
    expect(titlesIn(text)).toEqual([
      ['R01', "the user's link … in … px of …"],
      ['R02', 'slow'],
    ]);
  });

  test('name only the describe that is still open', () => {
    const text = `
describe('first', () => {
  test('one', () => {});
});
describe.each([1, 2])('second', () => {
  if (linux) {
    test('two ${tag('R01')}', () => {});
  }
});
for (const width of [320]) {
  test('three ${tag('R02')}', () => {});
}
`;
    expect(titlesIn(text)).toEqual([
      ['R01', 'second › two'],
      ['R02', 'three'],
    ]);
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
    { id: 'R01', path, title: 'a | b' },
    { id: 'R01', path: 'e2e/links.spec.ts', title: 'c' },
    ...['a', 'b', 'c', 'd'].map((title) => ({ id: 'R02', path, title })),
    { id: 'P01', path, title: 'e' },
  ];

  test('have the titles of up to three tests, and the number of more in each file', () => {
    const filled = fillTests(page, tests);
    expect(filled).toContain(
      '| R01 | Few | held | `e2e/links.spec.ts`: “c”<br>`links.test.ts`: “a \\| b” | |\n',
    );
    expect(filled).toContain('| R02 | Many | in part | `links.test.ts` (4) | a \\| b |\n');
    expect(filled).toContain('| R03 | None | held | | |\n');
    expect(filled).toContain('| P01 | Another | `links.test.ts`: “e” |\n');
    expect(fillTests(filled, tests)).toBe(filled);
  });

  test('need a test for each guarantee that applies, a row for each tag, and ids that exist once', () => {
    expect(rowProblems(page, tests)).toEqual([
      `The row R03 has no test: add ${tag('R03')} to the title of one.`,
    ]);
    const unknown = { id: 'R99', path, title: 'x' };
    expect(rowProblems(`${page}| P01 | Again | |\n`, [...tests, unknown])).toEqual([
      'The row P01 exists twice.',
      `The row R03 has no test: add ${tag('R03')} to the title of one.`,
      `${path}: there is no row R99.`,
    ]);
  });
});
