/**
 * The tests that show a guarantee of docs/trust.md have its id in their titles: `a link works once [R05]`. The column
 * 'Tests' of the page's tables is generated from these tags.
 */

/** A title with a tag. */
export interface TaggedTest {
  id: string;
  /** From the project's root. */
  path: string;
  /** The titles of the enclosing `describe` and of the test, without tags. */
  title: string;
}

interface Title {
  line: number;
  text: string;
}

const tag = /\[([RP]\d\d)\]/g;
const withoutTags = (title: string): string => title.replace(/ ?\[[RP]\d\d\]/g, '');
const lineOf = (source: string, index: number): number => source.slice(0, index).split('\n').length - 1;
const indentOf = (line: string): number => line.length - line.trimStart().length;

/** A string that is the first argument of a call whose next argument is options or a function. */
const title = /\(\s*(['"`])((?:\\.|(?!\1)[^\n\\])*)\1,\s*(?:\{|async\b|\(|\w+ =>)/g;
const titlesOf = (source: string): Title[] =>
  [...source.matchAll(title)].map((match) => ({
    line: lineOf(source, match.index + match[0].indexOf(match[1] ?? '')),
    text: match[2] ?? '',
  }));

/** The title of the `describe` around a test. Relies on the formatter: a call ends in a line with its own indent. */
function enclosing(lines: string[], titles: Title[], inner: Title): Title | undefined {
  return titles.findLast(({ line }) => {
    const indent = indentOf(lines[line] ?? '');
    if (line >= inner.line || indent >= indentOf(lines[inner.line] ?? '')) return false;
    const isClosed = lines[line]?.endsWith(';') === true;
    return (
      !isClosed &&
      !lines.slice(line + 1, inner.line).some((text) => text.startsWith(`${' '.repeat(indent)}}`))
    );
  });
}

/** A title as text: escapes resolved, and what is inserted at run time shown as an ellipsis. */
const readable = (text: string): string =>
  withoutTags(text)
    .replace(/\$\{[^}]*\}|%[sijdfo]|\$[a-z]\w*/g, '…')
    .replace(/\\(.)/g, '$1');

/** Every tag of a test file, once for each title that has it. */
export function taggedTests({ path, text: source }: { path: string; text: string }): TaggedTest[] {
  const lines = source.split('\n');
  const titles = titlesOf(source);
  return titles.flatMap((inner) => {
    const ids = new Set([...inner.text.matchAll(tag)].map(([, id = '']) => id));
    if (ids.size === 0) return [];
    const outer = enclosing(lines, titles, inner);
    const full = [outer, inner]
      .flatMap((part) => (part === undefined ? [] : [readable(part.text)]))
      .join(' › ');
    return [...ids].map((id) => ({ id, path, title: full }));
  });
}

/** Problems with the tags of a file: each belongs in the title of a test. */
export function tagProblems({ path, text }: { path: string; text: string }): string[] {
  const inTitles = titlesOf(text).flatMap((each) => each.text.match(tag) ?? []).length;
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
const escaped = (text: string): string => text.replace(/[|<*`]/g, '\\$&');

/** How many titles a row shows. With more it has the number of tests in each file. */
const titlesShown = 3;

function testsCell(tests: TaggedTest[]): string {
  const files = [...Map.groupBy(tests, ({ path }) => shortPath(path))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  if (tests.length > titlesShown) return files.map(([path, own]) => `\`${path}\` (${own.length})`).join(', ');
  const titles = (own: TaggedTest[]) => own.map((test) => `“${escaped(test.title)}”`).join(', ');
  return files.map(([path, own]) => `\`${path}\`: ${titles(own)}`).join('<br>');
}

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
