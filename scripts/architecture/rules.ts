import { posix } from 'node:path';

export interface SourceFile {
  /** From the project's root, with slashes. */
  path: string;
  text: string;
}

/** The capabilities in order: one may use only those above it (docs/architecture.md). */
const capabilityOrder = [
  'users',
  'uploads',
  'genres',
  'stories',
  'chapters',
  'imports',
  'library',
  'sessions',
  'ratings',
  'comments',
  'annotations',
  'chat',
  'community',
  'rewards',
  'plans',
  'analytics',
  'assistant',
  'notifications',
  'search',
  'home',
  'site',
  'profiles',
  'account',
  'personal-data',
  'admin',
];

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

/** What a file imports: paths from the project's root for our own files, names for packages. */
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

/** Contract imports zod and itself; server and web import the contract and never each other. */
const packages: Rule = (from, to) => {
  if (from.startsWith('packages/contract/')) {
    if (isTest(from) || to.startsWith('packages/contract/') || to === 'zod') return null;
    return 'the contract imports zod and itself alone';
  }
  if (from.startsWith(server) && to.startsWith('packages/web/')) return 'the server never imports the web';
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
    return 'the platform knows no capability';
  }
  if (from.startsWith(`${server}modules/`) && to.startsWith(server)) {
    const allowed = to.startsWith(`${server}platform/`) || to.startsWith(`${server}modules/`);
    if (!allowed) return 'a capability imports the platform and other capabilities alone';
  }
  if (!from.startsWith(web) || !to.startsWith(web)) return null;
  const room = (path: string) => path.slice(web.length).split('/')[0] ?? '';
  const lower: Record<string, string[]> = {
    ui: ['ui', 'styles'],
    lib: ['lib', 'ui'],
    features: ['features', 'ui', 'lib'],
    screens: ['screens', 'features', 'ui', 'lib', 'pending-screens.ts'],
  };
  const allowed = lower[room(from)];
  if (allowed !== undefined && !allowed.includes(room(to))) return `${room(from)} may not import ${room(to)}`;
  if (room(from) === 'screens' && room(to) === 'screens') {
    const screen = (path: string) => path.slice(`${web}screens/`.length).split('/')[0];
    if (screen(from) !== screen(to)) return 'no screen imports another';
  }
  return null;
};

/** Another capability only through its index.ts, and only an earlier one. */
const capabilities: Rule = (from, to) => {
  const [mine, theirs] = [capabilityOf(from), capabilityOf(to)];
  if (mine === undefined || theirs === undefined || mine === theirs || isTest(from)) return null;
  if (!capabilityOrder.includes(mine)) return `${mine} is no capability of the plan`;
  if (to !== `${server}modules/${theirs}/index.ts`) return `${theirs} is entered through its index.ts`;
  if (capabilityOrder.indexOf(theirs) > capabilityOrder.indexOf(mine))
    return `${mine} comes before ${theirs}`;
  return null;
};

/** Technology stays home: databases in queries and tables, HTTP in routes, headless parts in ui. */
const technology: Rule = (from, to) => {
  if (isTest(from)) return null;
  if (isPackage(to, 'kysely') || isPackage(to, 'pg')) {
    const home = /^packages\/server\/(migrations\/|src\/platform\/db\/)|\.(queries|table)\.ts$/.test(from);
    if (!home) return `${to} stays in platform/db, *.queries.ts, *.table.ts and migrations`;
  }
  if (isPackage(to, 'fastify') || to.startsWith('@fastify/')) {
    const home = /^packages\/server\/src\/(platform\/http\/|pages\/|app\.ts)|\.routes\.ts$/.test(from);
    if (!home) return `${to} stays in platform/http, pages, app.ts and *.routes.ts`;
  }
  if (
    (isPackage(to, 'socket.io') || isPackage(to, 'engine.io')) &&
    !from.startsWith(`${server}platform/live/`)
  ) {
    return `${to} stays in platform/live; capabilities hear and tell through it`;
  }
  if (isPackage(to, 'socket.io-client') && !from.startsWith(`${web}lib/`)) return 'the network stays in lib/';
  if (isPackage(to, 'radix-ui') || isPackage(to, 'react-hot-toast')) {
    if (!from.startsWith(`${web}ui/`)) return `${to} is wrapped in ui/`;
  }
  if (
    from.startsWith(`${web}ui/`) &&
    (isPackage(to, 'react-router') || to.startsWith('@tanstack/') || to.startsWith('packages/contract/'))
  ) {
    return 'ui knows no router, no query and no contract';
  }
  return null;
};

const fetches = /(?<![\w.])fetch\(/;

/** Every breach of the plan, one sentence each, and how many imports were looked at. */
export function findViolations(files: SourceFile[]): { violations: string[]; imports: number } {
  let imports = 0;
  const violations: string[] = [];
  for (const file of files) {
    for (const target of importsOf(file)) {
      imports += 1;
      for (const rule of [packages, layers, capabilities, technology]) {
        const breach = rule(file.path, target);
        if (breach !== null) violations.push(`${file.path} imports ${target}: ${breach}.`);
      }
    }
    const inRoom = file.path.startsWith(web) && !file.path.startsWith(`${web}lib/`) && !isTest(file.path);
    if (inRoom && fetches.test(file.text)) violations.push(`${file.path}: the network stays in lib/.`);
  }
  return { violations, imports };
}
