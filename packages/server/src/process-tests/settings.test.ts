import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { publicUrl, readConfig } from '../platform/config.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { createLog } from '../platform/log.ts';
import { unknownSettings } from '../platform/unknown-settings.ts';
import { createDatabase } from './testing/databases.ts';
import { runCommand, runInkling, startServer, stop } from './testing/programs.ts';

const help = 'See docs/operating.md for every setting.';
const startupMessage = (text: string) => `\nInkling can’t start.\n${text}\n\n`;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-settings-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('all wrong settings are reported together, with the valid values and without their own', async () => {
  const { code, stdout, stderr } = await runInkling(['start'], {
    PORT: 'canary',
    LOG_LEVEL: 'canary',
    RATE_LIMIT: 'canary',
    PUBLIC_URL: 'ftp://canary',
    DATABASE_URL: 'mysql://somebody:canary@localhost/books',
    TRUST_PROXY: 'canary',
    DEMO: 'canary',
  });
  expect(stderr).toBe(
    startupMessage(
      `These settings are wrong:
  PORT: use a number from 0 to 65535
  PUBLIC_URL: use an address that starts with http:// or https://
  DATABASE_URL: use an address that starts with postgres:// or postgresql://
  TRUST_PROXY: name your reverse proxies: addresses or networks separated by commas, such as loopback or 10.0.0.0/8, or the number of proxies in a row (1 to 9); off for none. on is not accepted: with it, clients could choose the address that rate limits count
  RATE_LIMIT: use on or off
  LOG_LEVEL: use trace, debug, info, warn, error, fatal or silent
  DEMO: use on or off
${help}`,
    ),
  );
  expect(stdout).toBe('');
  expect(code).toBe(78);
});

test('PUBLIC_URL is the root of a host, NODE_ENV a known word and sslmode one that the driver knows', () => {
  const problem = 'PUBLIC_URL: use an address without a path, user or password';
  for (const suffix of ['/books', '?a=b', '#top'])
    expect(() => readConfig({ PUBLIC_URL: `https://stories.example${suffix}` })).toThrow(problem);
  for (const PUBLIC_URL of ['https://canary@stories.example', 'https://:canary@stories.example/'])
    expect(() => readConfig({ PUBLIC_URL })).toThrow(problem);
  for (const PUBLIC_URL of ['https://stories.example', 'https://stories.example/'])
    expect(publicUrl(readConfig({ PUBLIC_URL }))).toBe('https://stories.example');
  for (const NODE_ENV of ['prod', 'Production'])
    expect(() => readConfig({ NODE_ENV })).toThrow('NODE_ENV: use production for a real site');
  for (const mode of ['required', 'on', 'verify_full', ''])
    expect(() => readConfig({ DATABASE_URL: `postgres://h/d?sslmode=${mode}` })).toThrow(
      'DATABASE_URL: use one of these for sslmode: disable, prefer, require, verify-ca, verify-full, no-verify',
    );
  expect(readConfig({ DATABASE_URL: 'postgres://h/d?sslmode=verify-full' }).production).toBe(false);
});

test('prices are amounts of their currency', async () => {
  const priced = (PLAN_CURRENCY: string, PLAN_PRO_PRICE: string) =>
    runCommand(['start'], { PLAN_CURRENCY, PLAN_PRO_PRICE, PLAN_PREMIUM_PRICE: '10' });
  const wrong = (problem: string) => ({
    code: 78,
    stdout: '',
    stderr: startupMessage(`This setting is wrong:\n  ${problem}\n${help}`),
  });
  for (const price of ['free', '-1', '4,99', '0', '0.00'])
    expect(await priced('USD', price)).toEqual(wrong('PLAN_PRO_PRICE: use an amount such as 4.99'));
  expect(await priced('JPY', '4.99')).toEqual(
    wrong('PLAN_PRO_PRICE: amounts in JPY have at most 0 decimals'),
  );
  expect(await priced('XQZ', '5')).toEqual(wrong('PLAN_CURRENCY: use the code of a currency, such as USD'));
});

test('a port is a whole number from 0 to 65535', async () => {
  const wrong = startupMessage(`This setting is wrong:\n  PORT: use a number from 0 to 65535\n${help}`);
  for (const PORT of ['65536', '-1', '80.5']) {
    expect(await runCommand(['start'], { PORT })).toEqual({ code: 78, stdout: '', stderr: wrong });
  }
});

test('TRUST_PROXY takes addresses, networks or a number of proxies; every accepted value works', async () => {
  const accepted = [
    'off',
    '1',
    '9',
    'loopback',
    '10.0.0.1',
    '10.0.0.0/8, ::1',
    'fd00::/8,uniquelocal',
    '::1/128',
  ];
  for (const TRUST_PROXY of accepted) {
    const config = readConfig({ TRUST_PROXY, LOG_LEVEL: 'silent' });
    const http = await createHttpServer(config, createLog(config, false));
    await http.close();
  }
  const refused = [
    'on',
    'true',
    '0',
    '10',
    '-1',
    '1.5',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/129',
    'loopback/8',
    '10.0.0.1,',
    '1.2.3.4/8/8',
  ];
  for (const TRUST_PROXY of refused) {
    expect(() => readConfig({ TRUST_PROXY }), TRUST_PROXY).toThrow('TRUST_PROXY: name your reverse proxies');
  }
});

test('a secret file that is missing or cannot be read is reported', async () => {
  const folder = await temporaryFolder();
  const missing = join(folder, 'secret');
  const fileProblem = (why: string) =>
    startupMessage(`This setting is wrong:\n  DATABASE_URL_FILE: ${why}\n${help}`);
  expect(await runCommand(['start'], { DATABASE_URL_FILE: missing })).toEqual({
    code: 78,
    stdout: '',
    stderr: fileProblem(`${missing} does not exist`),
  });
  expect((await runCommand(['start'], { DATABASE_URL_FILE: folder })).stderr).toBe(
    fileProblem(`${folder} can’t be read`),
  );
});

test('a port in use or an address of another machine is reported with what to do, and nothing is created', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'data');
  const blocker = createServer();
  onTestFinished(() => {
    blocker.close();
  });
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, '127.0.0.1', () => {
      const address = blocker.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const inUse = await runCommand(['start'], { PORT: String(port), DATA_DIR });
  expect(inUse.stderr).toBe(
    startupMessage(
      `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
    ),
  );
  expect(inUse.code).toBe(1);
  for (const HOST of ['192.0.2.1', 'nowhere.invalid']) {
    const { code, stderr } = await runCommand(['start'], { PORT: '0', HOST, DATA_DIR });
    expect(stderr).toBe(
      startupMessage(
        `HOST is ${HOST}, which is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for every network.`,
      ),
    );
    expect(code).toBe(78);
  }
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('a secret may be read from a file, and a variable that resembles a setting is logged without its value', async () => {
  const database = await createDatabase('migrated');
  const secret = join(await temporaryFolder(), 'secret');
  await writeFile(secret, `${database.url}\n`);
  const server = await startServer({
    // An empty variable counts as unset.
    DATABASE_URL: '',
    DATABASE_URL_FILE: secret,
    DATABSE_URL: 'canary',
    INKLING_COLOUR: 'canary',
  });
  expect((await stop(server)).code).toBe(0);
  const lines = server
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg])).toEqual([
    [40, 'DATABSE_URL is not an Inkling setting. Did you mean DATABASE_URL?'],
    [40, 'INKLING_COLOUR is not an Inkling setting. See docs/operating.md for every setting.'],
  ]);
  expect(server.stdout() + server.stderr()).not.toContain('canary');
});

test('common variables of other programs are not taken for misspelt settings', () => {
  const suggestion = (name: string) => /Did you mean (\w+)/.exec(unknownSettings({ [name]: '' }).join())?.[1];
  const intended = {
    DATABASE_URI: 'DATABASE_URL',
    DATADIR: 'DATA_DIR',
    LOGLEVEL: 'LOG_LEVEL',
    POTR: 'PORT',
    port: 'PORT',
    INKLING_PORT: 'PORT',
    PORT_FILE: 'PORT',
    RATE_LIMITZ: 'RATE_LIMIT',
    PUBLIC_ULR: 'PUBLIC_URL',
    DATABASE_URL_FIL: 'DATABASE_URL_FILE',
  };
  expect(Object.fromEntries(Object.keys(intended).map((name) => [name, suggestion(name)]))).toEqual(intended);
  const others = [
    'HOME',
    'HOSTNAME',
    'HOSTTYPE',
    'PATH',
    'TERM',
    'PWD',
    'USER',
    'LANG',
    'SHELL',
    'TMPDIR',
    'NODE_ENV',
    'INIT_CWD',
    'PORT',
    'DATABASE_URL_FILE',
    'INKLING_DEV',
    'LOGNAME',
    'EDITOR',
    'DISPLAY',
    'npm_config_port',
    'PGHOST',
    'PGPORT',
  ];
  expect(unknownSettings(Object.fromEntries(others.map((name) => [name, ''])))).toEqual([]);
});
