/**
 * The tests that show a guarantee of docs/trust.md have its id in their titles: `a link works once [R05]`. The column
 * 'Tests' of the page's tables is generated from these tags.
 */

/** A title with a tag; the path is from the project's root. */
export interface TaggedTest {
  id: string;
  path: string;
}

const tag = /\[([RP]\d\d)\]/g;
/** A string that is the first argument of a call whose next argument is options or a function. */
const title = /\(\s*(['"`])((?:\\.|(?!\1)[^\n\\])*)\1,\s*(?:\{|async\b|\(|\w+ =>)/g;
const titlesOf = (source: string): string[] => [...source.matchAll(title)].map(([, , text = '']) => text);

/** Every tag of a test file, once for each title that has it. */
export const taggedTests = ({ path, text }: { path: string; text: string }): TaggedTest[] =>
  titlesOf(text).flatMap((each) => [...each.matchAll(tag)].map(([, id = '']) => ({ id, path })));

/** Problems with the tags of a file: each belongs in the title of a test. */
export function tagProblems({ path, text }: { path: string; text: string }): string[] {
  const inTitles = taggedTests({ path, text }).length;
  const all = text.match(tag)?.length ?? 0;
  return all === inTitles ? [] : [`${path}: a tag such as [R01] belongs in the title of a test or describe.`];
}

const row = /^\| ([RP]\d\d) \|/;
const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** The path as the page writes it: files of the server from its src/. */
const shortPath = (path: string): string => path.replace(/^packages\/server\/src\//, '');

const testsCell = (tests: TaggedTest[]): string =>
  [...Map.groupBy(tests, ({ path }) => shortPath(path))]
    .map(([path, own]) => `\`${path}\` (${own.length})`)
    .sort()
    .join(', ');

/** The page with the column 'Tests' of every table whose rows have ids. */
export function fillTests(page: string, tests: TaggedTest[]): string {
  const byId = Map.groupBy(tests, ({ id }) => id);
  let column = -1;
  return page
    .split('\n')
    .map((line) => {
      if (line.startsWith('| Id |')) column = cellsOf(line).indexOf('Tests');
      const id = row.exec(line)?.[1];
      if (id === undefined) return line;
      const cell = testsCell(byId.get(id) ?? []);
      const cells = cellsOf(line).map((old, index) => (index === column ? cell : old));
      return `|${cells.map((text) => (text === '' ? ' |' : ` ${text} |`)).join('')}`;
    })
    .join('\n');
}

/** Problems with the rows: an id that exists twice, a guarantee without a test, a tag without a row. */
export function rowProblems(page: string, tests: TaggedTest[]): string[] {
  const rows = page.split('\n').flatMap((line) => {
    const id = row.exec(line)?.[1];
    return id === undefined ? [] : [{ id, applies: !cellsOf(line).includes('not applicable yet') }];
  });
  const ids = rows.map(({ id }) => id);
  const tagged = new Set(tests.map(({ id }) => id));
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `The row ${id} exists twice.`),
    ...rows
      .filter(({ id, applies }) => applies && !tagged.has(id))
      .map(({ id }) => `The row ${id} has no test: add [${id}] to the title of one.`),
    ...tests.filter(({ id }) => !ids.includes(id)).map(({ id, path }) => `${path}: there is no row ${id}.`),
  ];
}
