// Runs on any Node from 20.20 on without packages: installs missing packages, builds outdated pages, and hands over
// to the project's own Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { leanNode } from '../packages/server/bin/lean-node.mjs';
import { isInstalled } from './installed.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const [command = 'start', ...rest] = process.argv.slice(2);

// npm exits at once on a signal, even if its child still runs. The child notices this when its parent changes, or the
// parent of the shell between them. Without npm, a new parent means nothing.
const startedByNpm = process.env.npm_lifecycle_script?.includes('scripts/bootstrap.mjs') ?? false;
function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // The process is gone, or this is not Linux.
    return '';
  }
}
const hasShellBetween = /^[^\0]*sh\0-c\0/.test(readProc(process.ppid, 'cmdline'));
const ancestors = () => {
  const shells = hasShellBetween ? /\) \S+ (\d+)/.exec(readProc(process.ppid, 'stat'))?.[1] : '';
  return `${process.ppid} ${shells}`;
};
const initialAncestors = ancestors();
const isOrphaned = () => startedByNpm && ancestors() !== initialAncestors;
const pollIntervalMs = 500;
/** A server stops within ten seconds after a signal; a second signal would interrupt it. */
const maxStopMs = 12_000;

const fail = (message) => {
  process.stderr.write(`\n${message}\n\n`);
  process.exit(1);
};
const log = (message) => process.stderr.write(`${message}\n`);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 20)) {
  fail(`Inkling needs Node 20.20 or newer to install itself; this is ${process.versions.node}.`);
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Whether the stamp file still contains `state`. */
const isFresh = (stamp, state) => existsSync(stamp) && readFileSync(stamp, 'utf8') === state;

function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  if (error) throw error;
  return status ?? 1;
}

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {};

/** Whether `npm install` or `npm ci` was run before, which is what people are used to. */
function isInstalledByNpm(lockFile) {
  const installed = join(modules, '.package-lock.json');
  const platform = { os: process.platform, cpu: process.arch };
  return existsSync(installed) && isInstalled(packagesIn(lockFile), packagesIn(installed), platform);
}

function install() {
  const stamp = join(modules, '.inkling-installed');
  const lockFile = join(root, 'package-lock.json');
  const state = digest([lockFile]);
  if (isFresh(stamp, state)) return;
  if (isInstalledByNpm(lockFile)) return writeFileSync(stamp, state);
  log('Installing packages (once; it takes a minute) …');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'];
  if (run('npm', args) !== 0) fail('The packages couldn’t be installed. Check the network, then try again.');
  writeFileSync(stamp, state);
}

/** The project's own Node. If npm skipped its install script, this runs the script. */
function projectNode() {
  const bundledNode = join(modules, 'node/bin/node');
  const works = () => existsSync(bundledNode) && spawnSync(bundledNode, ['--version']).status === 0;
  if (works()) return bundledNode;
  if (major >= 24) return process.execPath;
  if (existsSync(join(modules, 'node/installArchSpecificPackage.js'))) {
    run(process.execPath, ['installArchSpecificPackage.js'], { cwd: join(modules, 'node'), stdio: 'ignore' });
  }
  if (works()) return bundledNode;
  return fail('Node 24 couldn’t be installed for this machine. Install Node 24 yourself, then try again.');
}

const webFolder = join(root, 'packages/web');
const webInputs = () =>
  [
    ...filesBelow(join(webFolder, 'src')),
    ...filesBelow(join(webFolder, 'public')),
    ...filesBelow(join(root, 'packages/contract/src')),
    ...readdirSync(webFolder)
      .filter((file) => file.endsWith('.ts'))
      .sort()
      .map((file) => join(webFolder, file)),
    join(root, 'package-lock.json'),
  ].filter((file) => !/\.test\.|[\\/]testing[\\/]/.test(relative(root, file)));

/** The stamp file with the digest of the sources of the built pages. */
const builtFrom = join(webFolder, 'build/.built-from');

/** Writes a Brotli and a gzip copy of every text file, which the server sends; of WebAssembly gzip only, as Brotli takes a minute. */
function compressTexts(folder) {
  for (const file of filesBelow(folder).filter((name) => /\.(js|css|svg|txt|json|wasm)$/.test(name))) {
    const text = readFileSync(file);
    if (text.length < 1024) continue;
    if (!file.endsWith('.wasm')) writeFileSync(`${file}.br`, brotliCompressSync(text));
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  }
}

function build(node) {
  const state = digest(webInputs());
  if (isFresh(builtFrom, state)) return;
  log('Building the pages …');
  rmSync(builtFrom, { force: true });
  const options = {
    cwd: webFolder,
    env: { ...environment(node), NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  if (run(node, [bin('@react-router/dev/bin.cjs'), 'build'], options) !== 0)
    fail('The pages couldn’t be built. See the output above for the reason.');
  if (run(node, ['build-service-worker.ts'], options) !== 0)
    fail('The service worker couldn’t be built. See the output above for the reason.');
  compressTexts(join(webFolder, 'build/client'));
  mkdirSync(dirname(builtFrom), { recursive: true });
  writeFileSync(builtFrom, state);
}

/** Puts the project's programs first in PATH, so that child processes use the project's Node. */
const environment = (node) => ({
  ...process.env,
  PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  ),
});

/** Runs a long-lived program, forwards signals to it, and exits with its status. Stops it when npm exits. */
function handOver(program, args, env = {}) {
  if (isOrphaned()) process.exit(1);
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    // Existing environment variables take precedence.
    env: { ...env, ...environment(program) },
  });
  let signalled = false;
  process.on('SIGINT', () => {
    signalled = true;
  });
  for (const signal of ['SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      signalled = true;
      child.kill(signal);
    });
  }
  const poll = setInterval(() => {
    if (!isOrphaned()) return;
    clearInterval(poll);
    setTimeout(() => child.kill('SIGTERM'), signalled ? maxStopMs : 0);
  }, pollIntervalMs);
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128 + 15)));
}

/** Runs programs in sequence and stops at the first failure. */
function runAll(node, programs) {
  for (const [name, ...args] of programs)
    if (run(node, args, { env: environment(node), stdio: 'inherit' }) !== 0) fail(`${name} failed.`);
}

/** The only browser test of `--quick`; keep in sync with docs/testing.md. */
const journey = ['e2e/journey.spec.ts', '--grep', 'The Night Ferry'];

/** The module with calls whose folder all of these files are in, if there is one. */
function moduleWith(files) {
  const names = new Set(files.map((file) => /packages\/server\/src\/modules\/([^/]+)/.exec(file)?.[1]));
  const [name] = names;
  const fixtures = join(root, `packages/server/src/modules/${name}/${name}.fixtures.ts`);
  return names.size === 1 && existsSync(fixtures) ? name : undefined;
}

function test(node) {
  const isQuick = rest.includes('--quick');
  const files = rest.filter((arg) => arg !== '--quick');
  const module = moduleWith(files);
  if (module !== undefined) {
    // The matrix makes the calls of this module only.
    process.env.INKLING_TEST_MODULE = module;
    files.push('packages/server/src/contract-checks/access-matrix.test.ts');
  }
  // vitest.config.ts leaves the long tests out.
  if (isQuick) process.env.INKLING_QUICK_TESTS = '1';
  run(node, ['scripts/check-rows.ts', 'clear']);
  const tests = ['Tests', bin('vitest/vitest.mjs'), 'run', ...files];
  const rows = ['Row types of statements', 'scripts/check-rows.ts'];
  const inBrowser = ['Tests in the browser', bin('@playwright/test/cli.js'), 'test'];
  if (files.length > 0) runAll(node, [tests, rows]);
  else if (isQuick) runAll(node, [...checks, tests, rows, [...inBrowser, ...journey]]);
  else runAll(node, [tests, rows, inBrowser]);
}

/** A production machine may have built pages but no development packages; it starts without installing. */
const isReadyForProduction = () =>
  process.env.NODE_ENV === 'production' &&
  existsSync(join(modules, 'fastify')) &&
  isFresh(builtFrom, digest(webInputs()));

const bin = (path) => join(modules, path);
/** What `npm run check` runs. */
const checks = [
  ['Route types', bin('@react-router/dev/bin.cjs'), 'typegen', webFolder],
  ['Types', bin('typescript/bin/tsc'), '-p', root],
  ['Types of the pages', bin('typescript/bin/tsc'), '-p', webFolder],
  ['Lint', bin('@biomejs/biome/bin/biome'), 'check', root],
  ['Imports and names', 'scripts/check-sources.ts'],
  ['Docs', 'scripts/docs.ts', '--check'],
  ['Dead code', bin('knip/bin/knip.js')],
  [
    'Dependencies of the server',
    ...[
      bin('knip/bin/knip.js'),
      '--production',
      '--strict',
      '--dependencies',
      '--workspace',
      'packages/server',
    ],
  ],
];
const server = ['packages/server/bin/inkling.mjs', 'start'];
if (command !== 'build' && !(command === 'start' && isReadyForProduction())) install();
const node = projectNode();
switch (command) {
  case 'start':
    build(node);
    handOver(node, [...leanNode.args, ...server, ...rest], leanNode.env);
    break;
  case 'build':
    build(node);
    break;
  case 'dev':
    handOver(node, ['scripts/dev.ts', ...rest]);
    break;
  case 'check':
    runAll(node, checks);
    break;
  case 'docs':
    handOver(node, ['scripts/docs.ts', ...rest]);
    break;
  case 'test':
    build(node);
    test(node);
    break;
  case 'bench':
    build(node);
    handOver(node, ['bench/bench.ts', ...rest]);
    break;
  case 'release':
    build(node);
    handOver(node, ['scripts/release.ts', ...rest]);
    break;
  default:
    fail(`Unknown command: ${command}.`);
}
