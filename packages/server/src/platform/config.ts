import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { StartupProblem } from './startup-problem.ts';

const onOff = (fallback: boolean) =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0'], 'use on or off')
    .transform((value) => value === 'on' || value === 'true' || value === '1')
    .default(fallback);

const url = (protocols: string[]) =>
  z.string().refine(
    (value) => {
      try {
        return protocols.includes(new URL(value).protocol);
      } catch {
        return false;
      }
    },
    `use an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  );

/**
 * Every setting, its check and its default. `.env.example` and the table in docs/operating.md are made
 * from this schema; `secret` settings may also come as NAME_FILE.
 */
export const settings = z.object({
  PORT: z.coerce
    .number('use a number from 0 to 65535')
    .int()
    .min(0, 'use a number from 0 to 65535')
    .max(65535, 'use a number from 0 to 65535')
    .default(3000)
    .describe('Port that the server listens on.'),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address that the server listens on; 0.0.0.0 for every network.'),
  PUBLIC_URL: url(['http:', 'https:'])
    .optional()
    .describe(
      'Address under which people reach this site, such as https://stories.example. Links in previews and mails begin with it. Default: http://localhost and the port.',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .describe('Folder for the embedded database, uploads and secrets.'),
  DATABASE_URL: url(['postgres:', 'postgresql:'])
    .optional()
    .describe('A PostgreSQL 15 or newer of your own instead of the embedded one.'),
  TRUST_PROXY: z
    .string()
    .min(1)
    .default('off')
    .describe(
      'Addresses of reverse proxies whose X-Forwarded-For counts (comma list, or loopback); off for none.',
    ),
  RATE_LIMIT: onOff(true).describe(
    'Limits on how often one person or address may call; off only for measurements.',
  ),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'use trace, debug, info, warn, error, fatal or silent',
    )
    .default('info')
    .describe('Least severe log lines to print.'),
  DEMO: onOff(true).describe(
    'Fill an empty embedded database with the demo library. Never done with NODE_ENV=production or DATABASE_URL.',
  ),
});

export type Config = z.output<typeof settings> & { production: boolean };
export const secretSettings: (keyof typeof settings.shape)[] = ['DATABASE_URL'];

type Environment = Record<string, string | undefined>;

/** Reads settings from the environment (and a `.env` file); every wrong one is named in one message. */
export function readConfig(env: Environment): Config {
  const given: Environment = {};
  for (const name of Object.keys(settings.shape)) {
    const value = env[name] ?? secretFromFile(env, name);
    if (value !== undefined && value !== '') given[name] = value.trim();
  }
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartupProblem(
      `These settings are wrong:\n  ${lines.join('\n  ')}\nSee docs/operating.md for every setting.`,
      78,
    );
  }
  const config = parsed.data;
  return { ...config, DATA_DIR: resolve(config.DATA_DIR), production: env.NODE_ENV === 'production' };
}

function secretFromFile(env: Environment, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  if (file === undefined || !secretSettings.some((secret) => secret === name)) return undefined;
  if (!existsSync(file)) throw new StartupProblem(`${name}_FILE names ${file}, which is not there.`, 78);
  return readFileSync(file, 'utf8');
}

/** The address that links begin with, without a slash at its end. */
export const publicUrl = (config: Config): string =>
  (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, '');
