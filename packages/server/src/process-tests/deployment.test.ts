import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
