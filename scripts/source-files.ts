import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const left = /(^|\/)(node_modules|build|\.react-router|test-results)\//;

/** The sources below these folders whose names end in one of `endings`; paths begin at the project's root. */
export const sourceFiles = (root: string, folders: string[], endings: RegExp) =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && endings.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !left.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
