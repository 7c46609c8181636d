import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, settings } from '../platform/config.ts';
import { findProgram } from './testing/proxies.ts';

const folder = join(import.meta.dirname, '../../../../deploy');
const balancer = join(folder, 'haproxy.cfg');

test('the sample of containers has three servers for requests behind the balancer, two for background work, and valid settings', () => {
  const file = readFileSync(join(folder, 'compose.yaml'), 'utf8');
  const { services } = z
    .object({
      services: z.record(
        z.string(),
        z.looseObject({
          command: z.union([z.string(), z.array(z.string())]).optional(),
          environment: z.record(z.string(), z.coerce.string()).optional(),
        }),
      ),
    })
    .parse(parse(file, { merge: true }));
  const named = (role: string) =>
    Object.keys(services).filter(
      (name) => services[name]?.command?.slice(-2).toString() === `--only,${role}`,
    );
  const balanced = [...readFileSync(balancer, 'utf8').matchAll(/^ {4}server (\w+) \1:3000$/gm)];
  expect(named('web')).toEqual(balanced.map(([, name]) => name));
  expect([named('web').length, named('jobs').length]).toEqual([3, 2]);
  const key = Buffer.alloc(32, 1).toString('base64url');
  for (const name of [...named('web'), ...named('jobs')]) {
    const environment = services[name]?.environment ?? {};
    const values = Object.entries(environment).map(([setting, value]) => {
      const filled = value.replaceAll(
        /\$\{(\w+)[^}]*\}/g,
        setting === 'PUBLIC_URL' ? 'https://site.example' : key,
      );
      return [setting, filled] as const;
    });
    expect(Object.keys(environment).filter((setting) => !(setting in settings.shape))).toEqual([]);
    expect(readConfig({ NODE_ENV: 'production', ...Object.fromEntries(values) }).BACKUP_TO).toBe('bucket');
  }
});

test('the containers of a release have no more rights than they need, and are reached from this machine alone', () => {
  const { services } = z
    .object({ services: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(parse(readFileSync(join(folder, '../compose.yaml'), 'utf8')));
  for (const service of Object.values(services))
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: expect.stringMatching(/^\d\ds$/),
    });
  const { inkling, database } = services;
  expect(inkling).toMatchObject({ env_file: '.env', tmpfs: ['/tmp'], volumes: ['files:/data'] });
  expect(inkling).not.toHaveProperty('cap_add');
  expect(inkling?.ports).toEqual([`\${BIND:-127.0.0.1}:3000:3000`]);
  expect(readConfig(z.record(z.string(), z.string()).parse(inkling?.environment)).PORT).toBe(3000);
  // Not started unless asked for.
  expect([database?.profiles, inkling?.depends_on]).toEqual([
    ['postgres'],
    { database: { condition: 'service_healthy', required: false } },
  ]);
});

test('HAProxy accepts its sample', ({ skip }) => {
  const program = findProgram('haproxy');
  if (program === null) return skip('haproxy is not installed');
  const { status, stderr } = spawnSync(program, ['-c', '-f', balancer], { encoding: 'utf8' });
  // Only the containers' names are unknown here.
  expect(
    stderr.match(/^\[(?:WARNING|ALERT)\].*$/gm)?.filter((line) => !line.includes('could not resolve')),
  ).toEqual([]);
  expect(status).toBe(0);
});

test('Caddy accepts its sample', ({ skip }) => {
  const program = findProgram('caddy');
  if (program === null) return skip('caddy is not installed');
  const args = ['adapt', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.not.stringMatching(/warn|error/i)]);
});

test('systemd accepts the unit, and finds it little exposed', ({ skip }) => {
  const program = findProgram('systemd-analyze');
  if (program === null) return skip('systemd-analyze is not installed');
  const copy = join(mkdtempSync(join(tmpdir(), 'inkling-unit-')), 'inkling.service');
  onTestFinished(() => rmSync(dirname(copy), { recursive: true }));
  // It also looks for the program.
  const unit = readFileSync(join(folder, 'inkling.service'), 'utf8').replace(
    '/opt/inkling/inkling',
    '/bin/true',
  );
  writeFileSync(copy, unit);
  const run = (...args: string[]) => spawnSync(program, [...args, copy], { encoding: 'utf8' });
  const verified = run('verify', '--man=no');
  expect([verified.status, verified.stderr]).toEqual([0, '']);
  // In tenths, from 0 to 100; a unit without any of this has 96.
  const { status, stdout } = run('security', '--offline=true', '--no-pager', '--threshold=25');
  expect(status, stdout).toBe(0);
});
