// Runs on whatever Node the machine has (20.20 or newer) and needs no package: it installs what is missing,
// builds what is stale, and hands over to the Node that the project brings with it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { leanNode } from './lean-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const [command = 'start', ...rest] = process.argv.slice(2);

// npm ends at once when it is told to, whatever of what it has started goes on. Whether it has, its child sees by
// having another parent, or by the shell between them having one; without npm there may be reasons for that.
const startedByNpm = process.env.npm_lifecycle_script?.includes('scripts/bootstrap.mjs') ?? false;
function ofProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It is gone, or this is no Linux.
    return '';
  }
}
const hasShellBetween = /^[^\0]*sh\0-c\0/.test(ofProcess(process.ppid, 'cmdline'));
const ancestors = () => {
  const shells = hasShellBetween ? /\) \S+ (\d+)/.exec(ofProcess(process.ppid, 'stat'))?.[1] : '';
  return `${process.ppid} ${shells}`;
};
const atFirst = ancestors();
const isLeft = () => startedByNpm && ancestors() !== atFirst;
const looksEveryMs = 500;
/** The server ends after ten seconds at the latest once it is told; told again, it would leave work undone. */
const longestEndMs = 12_000;

const fail = (message) => {
  process.stderr.write(`\n${message}\n\n`);
  process.exit(1);
};
const say = (message) => process.stderr.write(`${message}\n`);

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

/** Whether `stamp` still says `state`. */
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

function install() {
  const stamp = join(modules, '.inkling-installed');
  const state = digest([join(root, 'package-lock.json')]);
  if (isFresh(stamp, state)) return;
  say('Installing packages (once; it takes a minute) …');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'];
  if (run('npm', args) !== 0)
    fail('The packages could not be installed. Check the network, then run this again.');
  writeFileSync(stamp, state);
}

/** The Node that the project brings; npm leaves out install scripts at times, so its one step is made up for here. */
function projectNode() {
  const brought = join(modules, 'node/bin/node');
  const works = () => existsSync(brought) && spawnSync(brought, ['--version']).status === 0;
  if (works()) return brought;
  if (major >= 24) return process.execPath;
  if (existsSync(join(modules, 'node/installArchSpecificPackage.js'))) {
    run(process.execPath, ['installArchSpecificPackage.js'], { cwd: join(modules, 'node'), stdio: 'ignore' });
  }
  if (works()) return brought;
  return fail(
    'Node 24 could not be installed for this machine. Install Node 24 yourself, then run this again.',
  );
}

const webFolder = join(root, 'packages/web');
const webInputs = () => [
  ...filesBelow(join(webFolder, 'src')).filter((file) => !file.includes('.test.')),
  ...filesBelow(join(webFolder, 'public')),
  ...filesBelow(join(root, 'packages/contract/src')),
  join(webFolder, 'vite.config.ts'),
  join(webFolder, 'fold-into-main.ts'),
  join(webFolder, 'react-router.config.ts'),
  join(root, 'package-lock.json'),
];

/** Says what the pages were built from. */
const builtFrom = join(webFolder, 'build/.built-from');

/** Lays a Brotli and a gzip copy beside each script and style sheet, for the server to send. */
function compressTexts(folder) {
  for (const file of filesBelow(folder).filter((name) => /\.(js|css|svg|txt|json)$/.test(name))) {
    const text = readFileSync(file);
    if (text.length < 1024) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(text));
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  }
}

function build(node) {
  const state = digest(webInputs());
  if (isFresh(builtFrom, state)) return;
  say('Building the pages …');
  const reactRouter = join(modules, '@react-router/dev/bin.cjs');
  rmSync(builtFrom, { force: true });
  const status = run(node, [reactRouter, 'build'], {
    cwd: webFolder,
    env: { ...environment(node), NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) fail('The pages could not be built; the lines above say why.');
  compressTexts(join(webFolder, 'build/client'));
  mkdirSync(dirname(builtFrom), { recursive: true });
  writeFileSync(builtFrom, state);
}

/** The project's own programs first, so that every child process runs on the project's Node. */
const environment = (node) => ({
  ...process.env,
  PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  ),
});

/** Runs a long-lived program and ends with its status; signals go to it and not to us. It ends with npm. */
function handOver(program, args, env = {}) {
  if (isLeft()) process.exit(1);
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    // What the environment says already, stays.
    env: { ...env, ...environment(program) },
  });
  let told = false;
  process.on('SIGINT', () => {
    told = true;
  });
  for (const signal of ['SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      told = true;
      child.kill(signal);
    });
  }
  const look = setInterval(() => {
    if (!isLeft()) return;
    clearInterval(look);
    setTimeout(() => child.kill('SIGTERM'), told ? longestEndMs : 0);
  }, looksEveryMs);
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128 + 15)));
}

/** Runs programs one after the other; the first that fails ends it all, after `atEnd`. */
function each(node, programs, atEnd = () => {}) {
  for (const [name, ...args] of programs) {
    const status = run(node, args, { env: environment(node), stdio: 'inherit' });
    if (status === 0) continue;
    atEnd();
    fail(`${name} failed.`);
  }
  atEnd();
}

/** What starts whole programs or databases; CONTRIBUTING.md names it, too. */
const processTests = ['packages/server/src/process-tests/**', 'packages/server/src/platform/db/embedded/**'];

function test(node) {
  const isQuick = rest.includes('--quick');
  const vitestArgs = rest.filter((arg) => arg !== '--quick');
  const skipped = isQuick ? processTests.map((files) => `--exclude=${files}`) : [];
  const slowest = (...args) => run(node, ['scripts/slowest-files.ts', ...args]);
  slowest('clear');
  each(
    node,
    [
      ['Tests', bin('vitest/vitest.mjs'), 'run', ...skipped, ...vitestArgs],
      ...(rest.length === 0 ? [['Tests in the browser', bin('@playwright/test/cli.js'), 'test']] : []),
    ],
    slowest,
  );
}

/** A production machine may have the built pages and no development packages; it then starts with what is there. */
const isReadyForProduction = () =>
  process.env.NODE_ENV === 'production' &&
  existsSync(join(modules, 'fastify')) &&
  isFresh(builtFrom, digest(webInputs()));

const bin = (path) => join(modules, path);
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
    // Pages follow by themselves; for what the server is made of it starts anew.
    handOver(
      node,
      [
        ...['server', 'contract'].map((name) => `--watch-path=${join(root, 'packages', name, 'src')}`),
        '--watch-preserve-output',
        ...server,
        ...rest,
      ],
      { INKLING_DEV: '1' },
    );
    break;
  case 'check':
    each(node, [
      ['Route types', bin('@react-router/dev/bin.cjs'), 'typegen', webFolder],
      ['Types', bin('typescript/bin/tsc'), '-p', root],
      ['Types of the pages', bin('typescript/bin/tsc'), '-p', webFolder],
      ['Lint', bin('@biomejs/biome/bin/biome'), 'check', root],
      ['Architecture', 'scripts/check-architecture.ts'],
      ['Names', 'scripts/check-names.ts'],
      ['Dependencies', 'scripts/check-dependencies.ts'],
      ['Docs', 'scripts/docs.ts', '--check'],
      ['Dead code', bin('knip/bin/knip.js')],
    ]);
    break;
  case 'test':
    build(node);
    test(node);
    break;
  case 'bench':
    build(node);
    handOver(node, ['bench/bench.ts', ...rest]);
    break;
  default:
    fail(`There is no ${command} here.`);
}
