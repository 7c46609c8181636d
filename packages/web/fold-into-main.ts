import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ESTree, type Plugin, parseAst, type Rolldown } from 'vite';

/** The name under which main.js exports the bundler's helpers to the other scripts. */
const helpers = 'bundlerHelpers';

type Statement = ESTree.Program['body'][number];
type ImportStatement = ESTree.ImportDeclaration | ESTree.ExportNamedDeclaration;

const importsFrom = (statement: Statement, file: string): statement is ImportStatement =>
  (statement.type === 'ImportDeclaration' || statement.type === 'ExportNamedDeclaration') &&
  statement.source !== null &&
  basename(statement.source.value) === basename(file);

const nameOf = (name: ESTree.ModuleExportName): string => (name.type === 'Literal' ? name.value : name.name);

/** The exported names of a statement with their local names: `export{a as b}` gives [b, a]. */
const exportedNames = (statement: Statement): [string, string][] =>
  statement.type === 'ExportNamedDeclaration'
    ? statement.specifiers.map((one) => [nameOf(one.exported), nameOf(one.local)])
    : [];

/** The imports of a statement as a destructuring pattern, `{name:local,…}`. */
const asPattern = (statement: Statement): string =>
  statement.type === 'ImportDeclaration'
    ? `{${statement.specifiers.map((one) => `${one.type === 'ImportSpecifier' ? nameOf(one.imported) : 'default'}:${one.local.name}`)}}`
    : '{}';

/** Replaces each statement that imports from `file` with the result of `replacement`. */
function replaceImports(
  text: string,
  file: string,
  replacement: (statement: ImportStatement) => string,
): string {
  return parseAst(text)
    .body.filter((statement) => importsFrom(statement, file))
    .reduceRight(
      (result, one) => result.slice(0, one.start) + replacement(one) + result.slice(one.end),
      text,
    );
}

/** The bundler's helpers as one expression: an object of their exports. */
function asExpression(text: string): string {
  const [exports] = parseAst(text).body.filter((one) => one.type === 'ExportNamedDeclaration');
  if (exports === undefined) throw new Error('The bundler’s helpers export nothing.');
  const members = exportedNames(exports).map(([name, local]) => `${name}:${local}`);
  return `(()=>{${text.slice(0, exports.start)}return{${members}}})()`;
}

type Files = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/**
 * Removes `styles` from the dependencies of dynamic imports, since every page has them already. The router adds a `#` to
 * their address, so the bundler's loader does not recognise them and requests them a second time.
 */
const withoutStyles = (path: string, styles: string[], main: string): string =>
  styles.reduce((text, style) => text.replaceAll(`"${style}"`, `"${main}"`), readFileSync(path, 'utf8'));

/**
 * Merges tiny chunks into the main script, because each one is a request on every page. These are the bundler's helpers
 * and the entries that only re-export from main (root, entry.client). The bundler has no setting for either.
 */
export function foldIntoMain(): Plugin {
  return {
    name: 'inkling:fold-into-main',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // Browsers cache the files for a year, so the names have to change when this plugin does.
    augmentChunkHash: () => readFileSync(import.meta.filename, 'utf8'),
    writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === 'chunk');
      const main = chunks.find(({ name }) => name === 'main')?.fileName;
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')?.fileName;
      if (main === undefined || runtime === undefined)
        throw new Error(
          'The build has no main script or no runtime chunk; check the groups in vite.config.ts.',
        );
      const texts = new Map(
        chunks.map(({ fileName }) => [fileName, readFileSync(join(dir, fileName), 'utf8')]),
      );
      const textOf = (file: string): string => texts.get(file) ?? '';

      const reExports = chunks.filter(
        ({ isEntry, fileName }) =>
          isEntry && parseAst(textOf(fileName)).body.every((statement) => importsFrom(statement, main)),
      );
      const localNames = new Map(parseAst(textOf(main)).body.flatMap(exportedNames));
      const addedExports = reExports
        .flatMap(({ fileName }) => parseAst(textOf(fileName)).body.flatMap(exportedNames))
        .map(([name, nameInMain]) => `${localNames.get(nameInMain)} as ${name}`);
      if (new Set(addedExports.map((one) => one.split(' as ')[1])).size < addedExports.length)
        throw new Error('Two entries of the main script export the same name.');

      const removed = new Set([runtime, ...reExports.map(({ fileName }) => fileName)]);
      for (const [file, text] of texts) {
        if (removed.has(file)) rmSync(join(dir, file));
        else if (file === main) {
          const asDeclaration = (one: ImportStatement) => `const ${asPattern(one)}=${helpers};`;
          const body = replaceImports(text, runtime, asDeclaration).replaceAll(runtime, main);
          const names = [helpers, ...addedExports].join(',');
          writeFileSync(
            join(dir, file),
            `const ${helpers}=${asExpression(textOf(runtime))};${body}export{${names}};`,
          );
        } else {
          const asDeclaration = (one: ImportStatement) =>
            `import{${helpers}}from"./${basename(main)}";const ${asPattern(one)}=${helpers};`;
          writeFileSync(
            join(dir, file),
            replaceImports(text, runtime, asDeclaration).replaceAll(runtime, main),
          );
        }
      }
      const manifest = join(dir, '.vite/manifest.json');
      const files: Files = JSON.parse(readFileSync(manifest, 'utf8'));
      const styles = Object.values(files).find(({ file }) => file === main)?.css ?? [];
      for (const file of texts.keys()) {
        if (!removed.has(file)) writeFileSync(join(dir, file), withoutStyles(join(dir, file), styles, main));
      }
      const remaining = Object.entries(files).filter(([, { file }]) => file !== runtime);
      for (const [, entry] of remaining) {
        if (removed.has(entry.file)) entry.file = main;
        entry.imports = entry.imports?.filter((key) => files[key]?.file !== runtime) ?? [];
      }
      writeFileSync(manifest, JSON.stringify(Object.fromEntries(remaining)));
    },
  };
}
