import { isBuiltin } from 'node:module';

export interface SourceFile {
  /** From the project's root, with slashes. */
  path: string;
  text: string;
}

export interface Manifest {
  name: string;
  dependencies: ReadonlySet<string>;
  devDependencies: ReadonlySet<string>;
}

/** The manifests of the project: its root's under '', the others under their folder, such as `packages/server`. */
export type Manifests = ReadonlyMap<string, Manifest>;

/** Files that only run in development or build the pages, although no test. */
const developmentFiles = [
  /^packages\/server\/src\/pages\/dev-pages\.ts$/,
  // Vite's settings, and the table of routes that it reads.
  /^packages\/web\/([\w.-]+|src\/routes)\.ts$/,
  /^(bench|e2e|scripts)\//,
  /^[\w.-]+\.ts$/,
];
/** `npm start` runs these before any package is installed. */
const bareFiles = /^scripts\/[\w-]+\.mjs$/;

const isDevelopment = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) ||
  /(^|\/)(testing|contract-checks)\//.test(path) ||
  /fixture/.test(path) ||
  developmentFiles.some((pattern) => pattern.test(path));

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
// A specifier holds no space or comma, so that texts of tests such as ['import', x] are none.
const importPattern =
  /^[ \t]*(?:import|export)\s(?!type[\s{])[^'"`;]*?from\s*['"]([^'"\s,]+)['"]|^[ \t]*import\s*['"]([^'"\s,]+)['"]|\bimport\(\s*['"]([^'"\s,]+)['"]\s*\)/gm;

/** `@scope/name/part` → `@scope/name`; null for our own files and what Node brings. */
function packageOf(specifier: string): string | null {
  if (/^[./]/.test(specifier) || isBuiltin(specifier) || specifier.includes(':')) return null;
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** The packages that a file needs when it runs; types are erased before. */
export function packagesIn(text: string): string[] {
  const specifiers = [...text.replace(comments, '').matchAll(importPattern)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
  return [...new Set(specifiers.map(packageOf).filter((name) => name !== null))];
}

const folderOf = (path: string): string => /^packages\/[^/]+/.exec(path)?.[0] ?? '';

/**
 * Every import that a production install (`npm ci --omit=dev`) would not find, one sentence each: what runs there
 * needs its packages among the `dependencies` of its own package.json. What only runs in development may use the
 * `devDependencies` too, those of the whole project included.
 */
export function findUndeclared(
  files: SourceFile[],
  manifests: Manifests,
): { violations: string[]; imports: number } {
  const violations: string[] = [];
  let imports = 0;
  const everywhere = new Set(
    [...manifests.values()].flatMap((one) => [...one.dependencies, ...one.devDependencies, one.name]),
  );
  for (const { path, text } of files) {
    const own = manifests.get(folderOf(path));
    const development = isDevelopment(path);
    for (const name of packagesIn(text)) {
      imports += 1;
      if (bareFiles.test(path)) violations.push(`${path} imports ${name}, and runs before it is installed.`);
      else if (development ? !everywhere.has(name) : !own?.dependencies.has(name)) {
        const where = development ? 'any package.json' : `the dependencies of ${folderOf(path)}/package.json`;
        violations.push(`${path} imports ${name}, which is not in ${where}.`);
      }
    }
  }
  return { violations, imports };
}
