import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { folder, hashFile, type RecordedRow, root } from './recorded-rows.ts';
import { sourceFiles } from './source-files.ts';

// Compares the columns that statements return with the row types of `sql<Row>`, `allRows<Row>` and `firstRow<Row>`, and
// with the value types of `allValues<Value>` and `firstValue<Value>`. The tests record the columns (testing/recorded-rows.ts); here each file gets a copy in which `Row` is
// `Checked<Row, {…columns}>`, and the compiler checks the copies. What the tests have not run since an edit of its file is not checked.

const source = join(root, 'packages/server/src');
const copies = join(folder, 'copies');

/** The end of a template literal, from the character after its first backtick. */
function templateEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') return at;
    else if (text.startsWith('${', at)) at = closing(text, at + 2, '{', '}');
  }
  return text.length;
}

/** The bracket that closes the one before `start`. */
function closing(text: string, start: number, open: string, close: string): number {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '`') at = templateEnd(text, at + 1);
    else if (character === "'") at = Math.max(at, text.indexOf("'", at + 1));
    else if (character === open) depth += 1;
    else if (character === close) depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

interface Claim {
  /** Where the claimed type begins and ends. */
  start: number;
  end: number;
  line: number;
  /** Whether it is the type of the only column, not that of a row. */
  isValue: boolean;
}

/**
 * Each row type of a statement that is executed where it is written, with the line of its execution: `sql<Row>` with
 * `execute`, or `allRows<Row>` and `firstRow<Row>` with their template; and the types of values.
 */
export function claimsIn(text: string): Claim[] {
  return [...text.matchAll(/\b(?:sql|(?:all|first)(?:Row|Value)s?)</g)].flatMap(({ index, 0: name }) => {
    const start = index + name.length;
    const end = closing(text, start, '<', '>');
    const isValue = name.includes('Value');
    const lineAt = (position: number) => text.slice(0, position).split('\n').length;
    const template = /^(?:\(\w+(?:\.\w+)?\))?`/.exec(text.slice(end + 1))?.[0];
    if (template === undefined) return [];
    if (name !== 'sql<') return [{ start, end, line: lineAt(end + template.length), isValue }];
    const after = templateEnd(text, end + 2) + 1;
    const execute = /^\s*\.execute\b/.exec(text.slice(after))?.[0];
    return execute === undefined ? [] : [{ start, end, line: lineAt(after + execute.length), isValue }];
  });
}

/** Types of columns are wide: a text that is one of two words is a `string`. */
const checkedType = `
type Widened<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean
  : T extends (infer Item)[] ? Widened<Item>[] : T;
type Columns<Row> = { [Name in keyof Row]: Widened<Row[Name]> };
type Checked<Row, Actual extends Columns<Row>> = Row & (Actual extends never ? never : unknown);
type CheckedValue<Value, Actual extends [Widened<Value>]> = Value & (Actual extends never ? never : unknown);
`;

/** Of all workers' records of a line, the columns that each has, and whether one has been null. */
function typesByLine(rows: Pick<RecordedRow, 'line' | 'types'>[]): Map<number, Record<string, string>> {
  const byLine = new Map<number, Record<string, string>>();
  for (const { line, types } of rows) {
    const known = byLine.get(line) ?? types;
    const shared = Object.entries(types).filter(([name]) => name in known);
    const wider = shared.map(([name, type]) => [name, known[name]?.endsWith(' | null') ? known[name] : type]);
    byLine.set(line, Object.fromEntries(wider));
  }
  return byLine;
}

/** A file in which each claim that has been recorded is compared with its columns; null if there is none. */
export function checkedCopy(text: string, rows: Pick<RecordedRow, 'line' | 'types'>[]) {
  const byLine = typesByLine(rows);
  // A type parameter stands for the rows of callers.
  const claims = claimsIn(text).filter(
    ({ start, end, line }) => byLine.has(line) && !/^(T|Row|Value)\b/.test(text.slice(start, end)),
  );
  const copy = claims.reduceRight((copied, { start, end, line, isValue }) => {
    const columns = Object.entries(byLine.get(line) ?? {});
    const named = columns.map(([name, type]) => `${JSON.stringify(name)}: ${type}`);
    const claimed = copied.slice(start, end);
    const checked = isValue
      ? `CheckedValue<${claimed}, [${columns.map(([, type]) => type).join(', ')}]>`
      : `Checked<${claimed}, { ${named.join('; ')} }>`;
    return `${copied.slice(0, start)}${checked}${copied.slice(end)}`;
  }, text);
  return { copy: copy + checkedType, checked: claims.length };
}

function readRecorded(): RecordedRow[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.flatMap((name): RecordedRow[] => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

function check(): number {
  rmSync(copies, { recursive: true, force: true });
  const recorded = readRecorded();
  const paths: string[] = [];
  let [checked, claimed] = [0, 0];
  for (const { path, text } of sourceFiles(root, ['packages/server/src'], /\.queries\.ts$/)) {
    const hash = hashFile(join(root, path));
    const rows = recorded.filter((row) => row.file === path && row.hash === hash);
    const found = checkedCopy(text, rows);
    claimed += claimsIn(text).length;
    checked += found.checked;
    if (found.checked === 0) continue;
    const target = join(copies, relative(source, join(root, path)));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, found.copy);
    paths.push(target);
  }
  process.stdout.write(
    `Row types of statements: ${checked} of ${claimed} compared with the columns that tests have seen.\n`,
  );
  if (paths.length === 0) return 0;
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { rootDirs: [source, copies], noUnusedLocals: false, noUnusedParameters: false },
    files: paths,
  };
  writeFileSync(join(copies, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [compiler, '-p', copies], { stdio: 'inherit' }).status ?? 1;
}

if (import.meta.main) {
  if (process.argv[2] === 'clear') rmSync(folder, { recursive: true, force: true });
  else process.exitCode = check();
}
