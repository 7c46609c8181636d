import { posix } from 'node:path';
import { modules } from '../../packages/server/src/modules.ts';
import type { SourceFile } from '../source-files.ts';
import { sqlViolations } from './sql-rules.ts';
import {
  callViolations,
  featureViolation,
  formViolations,
  pathViolations,
  tagViolations,
} from './web-rules.ts';

/** The modules in order: each may import only those above it (docs/architecture.md). */
const moduleOrder = modules.map(({ name }) => name);

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

/** The imports of a file: paths relative to the project root for our own files, names for packages. */
function importsOf({ path, text }: SourceFile): string[] {
  return [...text.matchAll(importPattern)].map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    if (name.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), name));
    if (name.startsWith('@inkling/contract/'))
      return `packages/contract/src/${name.slice('@inkling/contract/'.length)}.ts`;
    return name;
  });
}

const isTest = (path: string) =>
  /\.test\.tsx?$/.test(path) || path.includes('/testing/') || path.includes('fixture');
const server = 'packages/server/src/';
const web = 'packages/web/src/';
const capabilityOf = (path: string): string | undefined =>
  /^packages\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1];
const isPackage = (target: string, name: string) => target === name || target.startsWith(`${name}/`);

type Rule = (from: string, to: string) => string | null;

/** Tests of merging run the web's own queue against the server. */
const drivesOfflineQueue = (from: string, to: string): boolean =>
  from.startsWith(`${server}testing/offline-`) && to.startsWith(`${web}lib/offline/`);

/** Contract imports zod and itself; server and web import the contract and never each other. */
const packages: Rule = (from, to) => {
  if (from.startsWith('packages/contract/')) {
    if (isTest(from) || to.startsWith('packages/contract/') || to === 'zod') return null;
    return 'the contract imports only zod and itself';
  }
  const migration = /^packages\/server\/migrations\/[\w-]+/.exec(from)?.[0];
  if (
    migration !== undefined &&
    to !== 'kysely' &&
    !to.startsWith('node:') &&
    !to.startsWith(`${migration}/`)
  )
    return 'a migration imports only kysely, Node and its own folder, so that later changes of the code cannot change it';
  if (from.startsWith(server) && to.startsWith('packages/web/') && !drivesOfflineQueue(from, to))
    return 'the server never imports the web';
  if (from.startsWith('packages/web/') && to.startsWith('packages/server/'))
    return 'the web never imports the server';
  return null;
};

/** platform ← modules ← app; ui, lib ← features ← screens ← routes. */
const layers: Rule = (from, to) => {
  if (isTest(from)) return null;
  if (
    from.startsWith(`${server}platform/`) &&
    to.startsWith(server) &&
    !to.startsWith(`${server}platform/`)
  ) {
    return 'the platform must not import capabilities';
  }
  if (from.startsWith(`${server}modules/`) && to.startsWith(server)) {
    const allowed = to.startsWith(`${server}platform/`) || to.startsWith(`${server}modules/`);
    if (!allowed) return 'a capability imports only the platform and other capabilities';
  }
  if (!from.startsWith(web) || !to.startsWith(web)) return null;
  const layerOf = (path: string) => path.slice(web.length).split('/')[0] ?? '';
  const lower: Record<string, string[]> = {
    ui: ['ui', 'styles'],
    lib: ['lib', 'ui'],
    features: ['features', 'ui', 'lib'],
    screens: ['screens', 'features', 'ui', 'lib'],
  };
  const allowed = lower[layerOf(from)];
  if (allowed !== undefined && !allowed.includes(layerOf(to)))
    return `${layerOf(from)} may not import ${layerOf(to)}`;
  if (layerOf(from) === 'screens' && layerOf(to) === 'screens') {
    const screen = (path: string) => path.slice(`${web}screens/`.length).split('/')[0];
    if (screen(from) !== screen(to)) return 'no screen imports another';
  }
  return null;
};

/** Another capability only through its index.ts, and only an earlier one. */
const capabilities: Rule = (from, to) => {
  const [importer, imported] = [capabilityOf(from), capabilityOf(to)];
  if (importer === undefined || imported === undefined || importer === imported || isTest(from)) return null;
  if (!moduleOrder.includes(importer)) return `${importer} is not in the list of modules.ts`;
  if (to !== `${server}modules/${imported}/index.ts`)
    return `${imported} must be imported through its index.ts`;
  if (moduleOrder.indexOf(imported) > moduleOrder.indexOf(importer))
    return `${importer} comes before ${imported} and must not import it`;
  return null;
};

/** Libraries are confined: databases to queries and tables, HTTP to routes, headless components to ui. */
const technology: Rule = (from, to) => {
  if (isTest(from)) return null;
  if (isPackage(to, 'kysely') || isPackage(to, 'pg')) {
    const isAllowed = /^packages\/server\/(migrations\/|src\/platform\/db\/)|\.queries\.ts$/.test(from);
    if (!isAllowed) return `${to} stays in platform/db, *.queries.ts and migrations`;
  }
  if (isPackage(to, 'fastify') || to.startsWith('@fastify/')) {
    const isAllowed = /^packages\/server\/src\/(platform\/http\/|pages\/|app\.ts)|\.routes\.ts$/.test(from);
    if (!isAllowed) return `${to} stays in platform/http, pages, app.ts and *.routes.ts`;
  }
  if (
    (isPackage(to, 'socket.io') || isPackage(to, 'engine.io')) &&
    !from.startsWith(`${server}platform/live/`)
  ) {
    return `${to} stays in platform/live; capabilities send and receive events through it`;
  }
  if (isPackage(to, 'socket.io-client') && !from.startsWith(`${web}lib/`)) return 'the network stays in lib/';
  if (isPackage(to, 'radix-ui') || isPackage(to, 'react-hot-toast')) {
    if (!from.startsWith(`${web}ui/`)) return `${to} is wrapped in ui/`;
  }
  if (
    from.startsWith(`${web}ui/`) &&
    (isPackage(to, 'react-router') || to.startsWith('@tanstack/') || to.startsWith('packages/contract/'))
  ) {
    return 'ui must not import the router, queries or the contract';
  }
  return null;
};

const fetches = /(?<![\w.])fetch\(/;
/** zlib's and crypto's functions that block the event loop, and with it every other request, while they work. */
const blocking =
  /\b(?:(?:brotli|zstd)(?:Compress|Decompress)|deflate(?:Raw)?|inflate(?:Raw)?|gzip|gunzip|unzip|scrypt|pbkdf2|argon2)Sync\b/;
/** The encodings of responses compress short ones where they are made, which takes less time than handing them over. */
const runsElsewhere = /\.(?:worker|child)\.ts$|\/platform\/http\/encoding\.ts$/;

/** Finds all violations of the architecture, one sentence each; also returns the number of checked imports. */
export function findViolations(files: SourceFile[]): { violations: string[]; imports: number } {
  let imports = 0;
  const violations = [callViolations, formViolations, pathViolations, tagViolations].flatMap((check) =>
    check(files),
  );
  for (const file of files) {
    for (const target of importsOf(file)) {
      imports += 1;
      for (const rule of [packages, layers, capabilities, featureViolation, technology]) {
        const violation = rule(file.path, target);
        if (violation !== null) violations.push(`${file.path} imports ${target}: ${violation}.`);
      }
    }
    const isRestricted =
      file.path.startsWith(web) && !file.path.startsWith(`${web}lib/`) && !isTest(file.path);
    if (
      file.path.startsWith(server) &&
      !isTest(file.path) &&
      !runsElsewhere.test(file.path) &&
      blocking.test(file.text)
    )
      violations.push(`${file.path}: ${blocking.exec(file.text)?.[0]} blocks all requests; use a thread's.`);
    if (isRestricted && fetches.test(file.text)) violations.push(`${file.path}: the network stays in lib/.`);
  }
  violations.push(...sqlViolations(files.filter(({ path }) => !isTest(path))));
  return { violations, imports };
}
