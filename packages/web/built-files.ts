import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the build, in Vite's list of them. */
interface BuiltFile {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

/** What every page loads. */
export const firstModules = ['root.tsx', 'entry.client.tsx'];

/** The built scripts, by the modules that they were built from; `client` is the folder of the browser's files. */
export function builtFiles(client: string) {
  const all: Record<string, BuiltFile> = JSON.parse(
    readFileSync(join(client, '.vite/manifest.json'), 'utf8'),
  );

  /** The keys of modules, which are named below src. */
  const keysOf = (modules: readonly string[]): string[] =>
    modules.map((module) => {
      const key = Object.keys(all).find((one) => one.replace(/\?.*/, '') === `src/${module}`);
      if (key === undefined) throw new Error(`${module} has no script of its own.`);
      return key;
    });

  /** With what these scripts import at once. */
  function withImports(keys: Iterable<string>): Set<string> {
    const found = new Set<string>(keys);
    // A set that grows is read to its end.
    for (const key of found) for (const other of all[key]?.imports ?? []) found.add(other);
    return found;
  }

  const importedLater = (keys: Iterable<string>): string[] =>
    [...keys].flatMap((key) => all[key]?.dynamicImports ?? []);

  const filesOf = (keys: Iterable<string>): string[] => [...keys].flatMap((key) => all[key]?.file ?? []);

  return { keysOf, withImports, importedLater, filesOf };
}
