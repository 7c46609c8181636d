import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { builtFiles, firstModules } from './built-files.ts';

/**
 * Builds the service workers after the pages, because one lists their files (docs/decisions/0076-kept-stories.md). The
 * argument is the folder of the build; tests have another release of it.
 */

const folder = process.argv[2] ?? join(import.meta.dirname, 'build');
const client = join(folder, 'client');
const assets = join(client, 'assets');

/** The pages that open without a network. */
const offlinePages = [
  'screens/reading/reading.tsx',
  'screens/library/library.tsx',
  'screens/story/story.tsx',
];
/** Modules that nothing offline needs: editors, forms, search, the settings screen (not those of reading) and the like. */
const unneeded =
  /\/(search(?!\/(story-search|found-in-text))|chat|imports|uploads|editor|library-files)\/|\/((settings|import|export|crop|review|trash|collection)(?!.*panel)|(add|create|edit)-|(people|schedule|story|link)-(dialog|preview|form)|pick-)[^/]*$/;

function offlineFiles(): { files: string[]; main: string } {
  const built = builtFiles(client);
  let keys = built.withImports(built.keysOf([...firstModules, ...offlinePages]));
  // What these pages load later, and what that loads, such as the parts around a chapter's text.
  for (let depth = 0; depth < 2; depth += 1) {
    const later = built.importedLater(keys).filter((key) => !unneeded.test(key));
    keys = built.withImports([...keys, ...later]);
  }
  const others = readdirSync(assets).filter(
    (name) => /\.(css|woff2)$/.test(name) || /^manifest-.*\.js$/.test(name),
  );
  const [main = ''] = built.filesOf(built.keysOf(['entry.client.tsx']));
  return { files: [...built.filesOf(keys), ...others.map((name) => `assets/${name}`)].sort(), main };
}

const hashOf = (...parts: (string | Buffer)[]): string =>
  parts
    .reduce((hash, part) => hash.update(part), createHash('sha256'))
    .digest('hex')
    .slice(0, 16);

const { files, main } = offlineFiles();
/** Pages change with their scripts, and with what renders them. */
const renderer = readFileSync(join(folder, 'server/index.js'));
const version = hashOf(files.join(), renderer);
const rain = 'ambient-rain.mp3';
/** The reading screen's page is the same for every story until its script has run. */
const readingShell = '/reading/00000000-0000-7000-8000-000000000000';
const precached = [
  ...files.map((name) => ({ url: `/${name}`, revision: null })),
  { url: `/${rain}`, revision: hashOf(readFileSync(join(client, rain))) },
  ...['/library', readingShell].map((url) => ({ url, revision: version })),
];

const buildWorker = (source: string, name: string, define: Record<string, string>) =>
  build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    define,
    publicDir: false,
    build: {
      target: 'es2022',
      emptyOutDir: false,
      // Not among the files that are served as they are: the server decides which worker it sends.
      outDir: folder,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/lib', source),
        output: { format: 'iife', entryFileNames: name },
        checks: { pluginTimings: false },
      },
    },
  });

await buildWorker('push-worker.ts', 'push-worker.js', {});
await buildWorker('member-worker.ts', 'member-worker.js', {});
await buildWorker('offline/service-worker.ts', 'service-worker.js', {
  precached: JSON.stringify(precached),
  siteVersion: JSON.stringify(version),
  mainScript: JSON.stringify(`/${main}`),
  readingShell: JSON.stringify(readingShell),
  'process.env.NODE_ENV': '"production"',
});
