import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUndeclared, type Manifest } from './dependencies/rules.ts';
import { sourceFiles } from './source-files.ts';

/**
 * Checks that each package.json declares what its sources import. Fails if it finds too few files, so that a check of
 * nothing cannot pass.
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
const sources = sourceFiles(root, folders, /\.(ts|tsx|mjs)$/);
const problems = Object.entries(minFiles).flatMap(([folder, min]) => {
  const count = sources.filter(({ path }) => path.startsWith(folder)).length;
  return count >= min
    ? []
    : [`Only ${count} files were found in ${folder}. Is the check running in the wrong folder?`];
});
const { violations, imports } = findUndeclared(sources, manifests);
problems.push(...violations);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `Dependencies: ${sources.length} files, ${imports} imports, ${problems.length} violations.\n`,
);
process.exit(problems.length === 0 && imports > 0 ? 0 : 1);
