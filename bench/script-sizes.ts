import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const build = join(import.meta.dirname, '../packages/web/build/client');

interface RoutePart {
  id: string;
  parentId?: string;
  module: string;
  imports?: string[];
}

interface Manifest {
  url: string;
  entry: { module: string; imports: string[] };
  routes: Record<string, RoutePart>;
}

const pages = [
  { name: 'landing page', route: 'public/screens/landing/landing', max: 150 },
  { name: 'reading', route: 'reader/screens/reading/reading', max: 150 },
  { name: 'chapter editor', route: 'editor/screens/write-chapter/write-chapter', max: 320 },
];

/** The build's list of the files that each page loads: `window.__reactRouterManifest={…};`. */
function readManifest(): Manifest {
  const file = readdirSync(join(build, 'assets')).find((name) => /^manifest-.*\.js$/.test(name));
  if (file === undefined) throw new Error('The pages are not built yet; npm run bench builds them.');
  const text = readFileSync(join(build, 'assets', file), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

export interface ScriptSize {
  name: string;
  /** Kilobytes after gzip. */
  size: number;
  max: number;
  files: number;
}

/** The scripts that a browser loads before a page is usable: entry, manifest and the modules of its routes. */
export function scriptSizes(): ScriptSize[] {
  const manifest = readManifest();
  return pages.map(({ name, route, max }) => {
    const files = new Set([manifest.url, manifest.entry.module, ...manifest.entry.imports]);
    let part = manifest.routes[route];
    while (part !== undefined) {
      for (const file of [part.module, ...(part.imports ?? [])]) files.add(file);
      part = part.parentId === undefined ? undefined : manifest.routes[part.parentId];
    }
    const scripts = [...files].filter((file) => file.endsWith('.js'));
    const bytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(build, file))).length, 0);
    return { name, size: bytes / 1024, max, files: scripts.length };
  });
}
