import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface SourceFile {
  /** Relative to the project root, with slashes. */
  path: string;
  text: string;
}

const excluded = /(^|\/)(node_modules|build|\.react-router|test-results)\//;

/** Reads the source files in these folders whose names match `endings`; paths are relative to the project root. */
export const sourceFiles = (root: string, folders: string[], endings: RegExp): SourceFile[] =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && endings.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !excluded.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
