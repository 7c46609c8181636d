import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findViolations } from './architecture/rules.ts';
import { findUndeclared, type Manifest } from './dependencies/rules.ts';
import { findOldNames } from './names/rules.ts';
import { sourceFiles } from './source-files.ts';

/**
 * Checks imports against the architecture (docs/architecture.md), that each package.json declares what its sources
 * import, and names against the glossary. Fails if it finds too few files, so that a check of nothing cannot pass.
 */
const root = join(import.meta.dirname, '..');
const folders = ['packages', 'scripts', 'bench', 'e2e'];
const minFiles = { 'packages/contract/': 15, 'packages/server/': 250, 'packages/web/': 100, 'scripts/': 5 };

const namesIn = (value: unknown): Set<string> =>
  new Set(typeof value === 'object' && value !== null ? Object.keys(value) : []);

function manifestOf(folder: string): [string, Manifest] {
  const file: Record<string, unknown> = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const { name, dependencies, devDependencies } = file;
  if (typeof name !== 'string') throw new Error(`${folder}/package.json has no name.`);
  return [folder, { name, dependencies: namesIn(dependencies), devDependencies: namesIn(devDependencies) }];
}

const manifests = new Map(
  ['', 'packages/contract', 'packages/server', 'packages/web'].map((folder) => manifestOf(folder)),
);
const files = sourceFiles(root, folders, /\.(ts|tsx|mjs|sql)$/);
const code = files.filter(({ path }) => !path.endsWith('.sql'));
const tooFew = Object.entries(minFiles)
  .filter(([folder, min]) => code.filter(({ path }) => path.startsWith(folder)).length < min)
  .map(([folder]) => `Too few files were found in ${folder}. Is the check running in the wrong folder?`);
const architecture = findViolations(files.filter(({ path }) => /^packages\/.*\.(ts|tsx|sql)$/.test(path)));
const dependencies = findUndeclared(code, manifests);
const problems = [...tooFew, ...architecture.violations, ...dependencies.violations, ...findOldNames(code)];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `Sources: ${files.length} files, ${architecture.imports} imports, ${problems.length} violations.\n`,
);
process.exit(problems.length === 0 && architecture.imports > 0 && dependencies.imports > 0 ? 0 : 1);
