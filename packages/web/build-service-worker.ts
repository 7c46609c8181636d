import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/**
 * Builds the service worker after the pages, because it lists their files (docs/decisions/0076-kept-stories.md). The
 * argument is the folder of the build; tests have another release of it.
 */

const folder = process.argv[2] ?? join(import.meta.dirname, 'build');
const client = join(folder, 'client');
const assets = join(client, 'assets');

interface RoutePart {
  parentId?: string;
  path?: string;
  module: string;
  imports?: string[];
  css?: string[];
}
interface Manifest {
  url: string;
  entry: { module: string; imports: string[] };
  routes: Record<string, RoutePart>;
}

/** The pages that open without a network: their routes in src/routes.ts. */
const offlineRoutes = [
  'reader/screens/reading/reading',
  'member/screens/library/library',
  'open/screens/story/story',
];
/** Fonts of other languages and faces are loaded when they are needed. */
const fonts = /^(literata|source-sans-3)-latin-(wght|opsz|standard)-(normal|italic).*\.woff2$/;
/** Scripts that nothing offline needs: editors, forms, search, the settings screen (not those of reading) and the like. */
const unneeded =
  /^(editor|forms|search|settings(?!-panel)|write|import|export|crop|review|trash|prosemirror|toc|chat|collection|global-search|image-cropper|(add|create)-|(people|schedule|story|link)-(dialog|preview)|pick-|library-files)/;

const readText = (name: string): string => readFileSync(join(assets, name), 'utf8');
const nameOf = (address: string): string => address.replace(/^\/?assets\//, '');

function readManifest(): Manifest {
  const file = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name));
  if (file === undefined) throw new Error('The pages are not built yet.');
  const text = readText(file);
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

/** The scripts that these scripts import, at once or later. */
function importsOf(name: string): { now: string[]; later: string[] } {
  const text = readText(name);
  const now = [...text.matchAll(/(?:from|import)\s*[`"']\.\/([\w.-]+\.js)/g)].map(([, found = '']) => found);
  const later = [...text.matchAll(/import\(\s*[`"']\.\/([\w.-]+\.js)/g)].map(([, found = '']) => found);
  return { now, later };
}

function withStaticImports(names: Iterable<string>): Set<string> {
  const all = new Set<string>();
  const add = (name: string): void => {
    if (all.has(name)) return;
    all.add(name);
    for (const found of importsOf(name).now) add(found);
  };
  for (const name of names) add(name);
  return all;
}

function offlineFiles(): { files: string[]; main: string } {
  const manifest = readManifest();
  const first = new Set([manifest.url, manifest.entry.module, ...manifest.entry.imports].map(nameOf));
  const styles = new Set<string>();
  for (const id of offlineRoutes) {
    let part = manifest.routes[id];
    if (part === undefined) throw new Error(`There is no route ${id}.`);
    while (part !== undefined) {
      for (const file of [part.module, ...(part.imports ?? [])]) first.add(nameOf(file));
      for (const file of part.css ?? []) styles.add(nameOf(file));
      part = part.parentId === undefined ? undefined : manifest.routes[part.parentId];
    }
  }
  const scripts = withStaticImports(first);
  // What these pages load later, and what that loads, such as the parts around a chapter's text.
  for (let depth = 0; depth < 2; depth += 1) {
    const later = [...scripts]
      .flatMap((name) => importsOf(name).later)
      .filter((name) => !unneeded.test(name));
    for (const name of withStaticImports(later)) scripts.add(name);
  }
  for (const name of readdirSync(assets)) {
    if (fonts.test(name)) styles.add(name);
    if (name.endsWith('.css') && styles.size === 0) styles.add(name);
  }
  return { files: [...scripts, ...styles].sort(), main: nameOf(manifest.entry.module) };
}

const { files, main } = offlineFiles();
/** Pages change with their scripts, and with what renders them. */
const renderer = readFileSync(join(folder, 'server/index.js'));
const version = createHash('sha256').update(files.join()).update(renderer).digest('hex').slice(0, 16);
/** The reading screen's page is the same for every story until its script has run. */
const readingShell = '/reading/00000000-0000-7000-8000-000000000000';
const precached = [
  ...files.map((name) => ({ url: `/assets/${name}`, revision: null })),
  ...['/library', readingShell].map((url) => ({ url, revision: version })),
];

await build({
  configFile: false,
  root: import.meta.dirname,
  logLevel: 'warn',
  define: {
    precached: JSON.stringify(precached),
    siteVersion: JSON.stringify(version),
    mainScript: JSON.stringify(`/assets/${main}`),
    readingShell: JSON.stringify(readingShell),
    'process.env.NODE_ENV': '"production"',
  },
  publicDir: false,
  build: {
    target: 'es2022',
    emptyOutDir: false,
    // Not among the files that are served as they are: the server decides which worker it sends.
    outDir: folder,
    rolldownOptions: {
      input: join(import.meta.dirname, 'src/lib/offline/service-worker.ts'),
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
      checks: { pluginTimings: false },
    },
  },
});
