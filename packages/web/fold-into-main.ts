import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ESTree, type Plugin, parseAst, type Rolldown } from 'vite';

/** What main.js calls the bundler's helpers, which other scripts take from there. */
const helpers = 'bundlerHelpers';

type Statement = ESTree.Program['body'][number];
type Taking = ESTree.ImportDeclaration | ESTree.ExportNamedDeclaration;

const takesFrom = (statement: Statement, file: string): statement is Taking =>
  (statement.type === 'ImportDeclaration' || statement.type === 'ExportNamedDeclaration') &&
  statement.source !== null &&
  basename(statement.source.value) === basename(file);

const nameOf = (name: ESTree.ModuleExportName): string => (name.type === 'Literal' ? name.value : name.name);

/** The names that a statement exports, each with what it stands for: `export{a as b}` gives b → a. */
const exported = (statement: Statement): [string, string][] =>
  statement.type === 'ExportNamedDeclaration'
    ? statement.specifiers.map((one) => [nameOf(one.exported), nameOf(one.local)])
    : [];

/** `{name:local,…}` of what a statement imports, to take it out of an object instead. */
const asPattern = (statement: Statement): string =>
  statement.type === 'ImportDeclaration'
    ? `{${statement.specifiers.map((one) => `${one.type === 'ImportSpecifier' ? nameOf(one.imported) : 'default'}:${one.local.name}`)}}`
    : '{}';

/** Text with each statement that takes something from `file` put as `instead` says. */
function replaced(text: string, file: string, instead: (statement: Taking) => string): string {
  return parseAst(text)
    .body.filter((statement) => takesFrom(statement, file))
    .reduceRight((left, one) => left.slice(0, one.start) + instead(one) + left.slice(one.end), text);
}

/** The bundler's helpers as one expression, an object of what they export. */
function asExpression(text: string): string {
  const [exports] = parseAst(text).body.filter((one) => one.type === 'ExportNamedDeclaration');
  if (exports === undefined) throw new Error('The bundler’s helpers export nothing.');
  const members = exported(exports).map(([name, local]) => `${name}:${local}`);
  return `(()=>{${text.slice(0, exports.start)}return{${members}}})()`;
}

type Files = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/**
 * A script that loads none of `styles` with what it loads later: every page has them. The bundler would ask for them
 * a second time, since the router writes their address with a `#` behind it and they look like others.
 */
const withoutStyles = (path: string, styles: string[], main: string): string =>
  styles.reduce((text, style) => text.replaceAll(`"${style}"`, `"${main}"`), readFileSync(path, 'utf8'));

/**
 * Folds into the main script what the bundler sets beside it in files of a few bytes, each a request on every
 * page: its helpers, and the entries that only pass on what the main script holds (root, entry.client). The
 * bundler has no setting for either.
 */
export function foldIntoMain(): Plugin {
  return {
    name: 'inkling:fold-into-main',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // What is written below has no part in the files' names otherwise, and they are kept for a year.
    augmentChunkHash: () => readFileSync(import.meta.filename, 'utf8'),
    writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === 'chunk');
      const main = chunks.find(({ name }) => name === 'main')?.fileName;
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')?.fileName;
      if (main === undefined || runtime === undefined)
        throw new Error('There is no main script to fold into.');
      const texts = new Map(
        chunks.map(({ fileName }) => [fileName, readFileSync(join(dir, fileName), 'utf8')]),
      );
      const textOf = (file: string): string => texts.get(file) ?? '';

      const passedOn = chunks.filter(
        ({ isEntry, fileName }) =>
          isEntry && parseAst(textOf(fileName)).body.every((statement) => takesFrom(statement, main)),
      );
      const held = new Map(parseAst(textOf(main)).body.flatMap(exported));
      const more = passedOn
        .flatMap(({ fileName }) => parseAst(textOf(fileName)).body.flatMap(exported))
        .map(([name, inMain]) => `${held.get(inMain)} as ${name}`);
      if (new Set(more.map((one) => one.split(' as ')[1])).size < more.length)
        throw new Error('Two entries of the main script export the same name.');

      const gone = new Set([runtime, ...passedOn.map(({ fileName }) => fileName)]);
      for (const [file, text] of texts) {
        if (gone.has(file)) rmSync(join(dir, file));
        else if (file === main) {
          const taken = (one: Taking) => `const ${asPattern(one)}=${helpers};`;
          const body = replaced(text, runtime, taken).replaceAll(runtime, main);
          const names = [helpers, ...more].join(',');
          writeFileSync(
            join(dir, file),
            `const ${helpers}=${asExpression(textOf(runtime))};${body}export{${names}};`,
          );
        } else {
          const taken = (one: Taking) =>
            `import{${helpers}}from"./${basename(main)}";const ${asPattern(one)}=${helpers};`;
          writeFileSync(join(dir, file), replaced(text, runtime, taken).replaceAll(runtime, main));
        }
      }
      const manifest = join(dir, '.vite/manifest.json');
      const files: Files = JSON.parse(readFileSync(manifest, 'utf8'));
      const styles = Object.values(files).find(({ file }) => file === main)?.css ?? [];
      for (const file of texts.keys()) {
        if (!gone.has(file)) writeFileSync(join(dir, file), withoutStyles(join(dir, file), styles, main));
      }
      const kept = Object.entries(files).filter(([, { file }]) => file !== runtime);
      for (const [, entry] of kept) {
        if (gone.has(entry.file)) entry.file = main;
        entry.imports = entry.imports?.filter((key) => files[key]?.file !== runtime) ?? [];
      }
      writeFileSync(manifest, JSON.stringify(Object.fromEntries(kept)));
    },
  };
}
