import { isBuiltin } from 'node:module';
import type { SourceFile } from '../source-files.ts';

export interface Manifest {
  name: string;
  dependencies: ReadonlySet<string>;
  devDependencies: ReadonlySet<string>;
}

/** The package.json files by folder: '' for the root, or for example `packages/server`. */
export type Manifests = ReadonlyMap<string, Manifest>;

/** Files other than tests that only run in development or build the pages. */
const developmentFiles = [
  /^packages\/server\/src\/pages\/dev-pages\.ts$/,
  // Vite's configuration, and the route table that it reads.
  /^packages\/web\/([\w.-]+|src\/routes)\.ts$/,
  /^(bench|e2e|scripts)\//,
  /^[\w.-]+\.ts$/,
];
/** `npm start` runs these before packages are installed. */
const bootstrapFiles = /^scripts\/[\w-]+\.mjs$/;

const isDevelopment = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) ||
  /(^|\/)(testing|contract-checks)\//.test(path) ||
  /fixture/.test(path) ||
  developmentFiles.some((pattern) => pattern.test(path));

/** What the server imports of it is checked in the build (`process-tests/production-install.test.ts`). */
const isBuilt = (path: string): boolean => path.startsWith('packages/web/src/');

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
// A specifier contains no space or comma, so that test strings such as ['import', x] do not match.
const importPattern =
  /^[ \t]*(?:import|export)\s(?!type[\s{])[^'"`;]*?from\s*['"]([^'"\s,]+)['"]|^[ \t]*import\s*['"]([^'"\s,]+)['"]|\bimport\(\s*['"]([^'"\s,]+)['"]\s*\)/gm;

/** `@scope/name/part` → `@scope/name`; null for our own files and built-in modules. */
function packageOf(specifier: string): string | null {
  if (/^[./]/.test(specifier) || isBuiltin(specifier) || specifier.includes(':')) return null;
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** The packages that a file imports at run time; type imports are erased. */
export function packagesIn(text: string): string[] {
  const specifiers = [...text.replace(comments, '').matchAll(importPattern)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
  return [...new Set(specifiers.map(packageOf).filter((name) => name !== null))];
}

const folderOf = (path: string): string => /^packages\/[^/]+/.exec(path)?.[0] ?? '';

/**
 * Finds imports that a production install (`npm ci --omit=dev`) lacks, one sentence each. Production files need
 * their packages in the `dependencies` of their own package.json; the pages' sources, which are built, in either list.
 * Development files may use any dependency of the whole project.
 */
export function findUndeclared(
  files: SourceFile[],
  manifests: Manifests,
): { violations: string[]; imports: number } {
  const violations: string[] = [];
  let imports = 0;
  const allPackages = new Set(
    [...manifests.values()].flatMap((one) => [...one.dependencies, ...one.devDependencies, one.name]),
  );
  for (const { path, text } of files) {
    const own = manifests.get(folderOf(path));
    const development = isDevelopment(path);
    const ownPackages = new Set([...(own?.dependencies ?? []), ...(own?.devDependencies ?? [])]);
    for (const name of packagesIn(text)) {
      imports += 1;
      if (bootstrapFiles.test(path))
        violations.push(`${path} imports ${name}, but runs before packages are installed.`);
      else if (!(development ? allPackages : isBuilt(path) ? ownPackages : own?.dependencies)?.has(name)) {
        const where = development ? 'any package.json' : `the dependencies of ${folderOf(path)}/package.json`;
        violations.push(`${path} imports ${name}, which is not in ${where}.`);
      }
    }
  }
  return { violations, imports };
}
