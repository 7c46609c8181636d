import { createECDH } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { limitsSetting } from './http/rate-limits-table.ts';
import { StartupProblem } from './startup-problem.ts';

const onOffValue = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], 'use on or off')
  .transform((value) => value === 'on' || value === 'true' || value === '1');
const onOff = (fallback: boolean) => onOffValue.default(fallback);

const url = (protocols: string[]) =>
  z.string().refine(
    (value) => {
      try {
        return protocols.includes(new URL(value).protocol);
      } catch {
        return false;
      }
    },
    {
      message: `use an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      abort: true,
    },
  );

/** Whether people can reach the site there, as it serves its pages from the root of a host. */
const isPublicAddress = (value: string): boolean => {
  const { username, password, pathname, search, hash } = new URL(value);
  return pathname === '/' && [username, password, search, hash].every((part) => part === '');
};

/** The driver ignores any other word, and would connect unencrypted. */
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const hasKnownSslMode = (value: string): boolean =>
  new URL(value).searchParams.getAll('sslmode').every((mode) => sslModes.includes(mode));

const mailbox = z
  .string()
  .max(254)
  .regex(/^[^\s<>@,;:"()\p{Cc}]+@[^\s<>@,;:"()\p{Cc}]+$/u, 'use an address such as hello@stories.example');

const wholeNumber = (min: number, max: number, message: string) =>
  z.coerce.number(message).int(message).min(min, message).max(max, message);
const days = (fallback: number) =>
  wholeNumber(1, 3650, 'use a number of days from 1 to 3650').default(fallback);
const megabytes = (fallback: number, min: number) =>
  wholeNumber(min, 2_000_000_000, `use a whole number of megabytes from ${min} up`).default(fallback);

const connections = (fallback: number, min: number) =>
  wholeNumber(min, 1000, `use a number from ${min} to 1000`).default(fallback);

/** A price as people write it; `readConfig` checks its decimals against the currency. */
const price = (fallback: string) =>
  z
    .string()
    .regex(/^(?=.*[1-9])\d{1,7}(?:\.\d{1,3})?$/, 'use an amount such as 4.99')
    .default(fallback);

const stripePrice = z
  .string()
  .regex(/^price_\w{1,200}$/, 'use the id of a price at Stripe: price_…')
  .optional();

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Whether the value is `off`, a number of hops, or a comma-separated list of addresses and networks. */
function areProxies(list: string): boolean {
  if (list === 'off' || /^[1-9]$/.test(list)) return true;
  return list.split(',').every((entry) => {
    const [address = '', bits, ...rest] = entry.trim().split('/');
    if (namedNetworks.has(address)) return bits === undefined;
    const max = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const given = bits ?? '1';
    return rest.length === 0 && /^[1-9][0-9]{0,2}$/.test(given) && Number(given) <= max;
  });
}

/** Whether this is the origin of a server that push messages may be sent to; unencrypted only on this machine. */
const isPushServer = (value: string): boolean =>
  /^(?:https:|http:\/\/127\.0\.0\.1:)/.test(value) && URL.canParse(value) && new URL(value).origin === value;

/** Whether requests to a model can be sent to this address: with no name, password, query or fragment in it. */
function isModelServer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '');
}

const textAddressHint =
  'use an https address with {text} after its host, such as https://dictionary.example/?q={text}';

/** Whether this is the address of another site with one place for words, which is not in its host. */
function isTextAddress(value: string): boolean {
  const [before = '', after, ...rest] = value.split('{text}');
  if (after === undefined || rest.length > 0 || !URL.canParse(before)) return false;
  // The host ends before the words and contains no credentials.
  return /^https:\/\/[^/?#@\\\s]+[/?#]\S*$/.test(before) && /^\S*$/.test(after);
}

/** Whether this is a private key of P-256 (VAPID, RFC 8292): 32 bytes in base64url, not all of which are keys. */
function isPushKey(value: string): boolean {
  if (!/^[\w-]{43}$/.test(value)) return false;
  try {
    createECDH('prime256v1').setPrivateKey(value, 'base64url');
    return true;
  } catch {
    return false;
  }
}

export const minPassphraseLength = 12;

/**
 * Every setting with its validation and default. `.env.example` and the table in docs/operating.md are generated
 * from this schema; secret settings can also be given as NAME_FILE.
 */
export const settings = z.object({
  PORT: wholeNumber(0, 65_535, 'use a number from 0 to 65535')
    .default(3000)
    .describe('Port that the server listens on.'),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address that the server listens on; 0.0.0.0 for every network.'),
  STOP_DELAY: wholeNumber(0, 600, 'use a number of seconds from 0 to 600')
    .default(0)
    .describe(
      'Seconds that the server keeps listening after a stop signal. /readyz returns 503 from the signal on, so that a load balancer notices first.',
    ),
  PUBLIC_URL: url(['http:', 'https:'])
    .refine(
      isPublicAddress,
      'use an address without a path, user or password, such as https://stories.example; a site needs its own host name',
    )
    .optional()
    .describe(
      'Address at which people reach this site, such as https://stories.example, without a path. Links in previews and emails start with it. Default: http://localhost and the port.',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .describe('Folder for the embedded database, uploads and secrets.'),
  REDIS_URL: url(['redis:', 'rediss:'])
    .optional()
    .describe(
      'Redis through which several processes pass live events to each other; without it they use the database.',
    ),
  DATABASE_URL: url(['postgres:', 'postgresql:'])
    .refine(hasKnownSslMode, `use one of these for sslmode: ${sslModes.join(', ')}`)
    .optional()
    .describe(
      'Your own PostgreSQL, 18 or newer, instead of the embedded one. With sslmode=verify-full the connection is encrypted and the server’s certificate is checked.',
    ),
  DATABASE_DIRECT_URL: url(['postgres:', 'postgresql:'])
    .refine(hasKnownSslMode, `use one of these for sslmode: ${sslModes.join(', ')}`)
    .optional()
    .describe(
      'The address of PostgreSQL itself, if DATABASE_URL is that of a pooler in transaction mode, such as PgBouncer 1.21 or newer (docs/operating.md#database-connections).',
    ),
  DATABASE_REPLICA_URL: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((one) => one !== ''))
    .pipe(z.array(url(['postgres:', 'postgresql:']).refine(hasKnownSslMode)).max(8))
    .describe(
      'Addresses of streaming standbys that GET requests read from, separated by commas; each must lead to one server (docs/operating.md#standbys).',
    ),
  DATABASE_REQUEST_CONNECTIONS: connections(10, 2).describe(
    'The maximum number of database connections that each process opens for requests.',
  ),
  DATABASE_BACKGROUND_CONNECTIONS: connections(6, 5).describe('The same for events and jobs.'),
  DATABASE_SEARCH_CONNECTIONS: connections(2, 1).describe('The same for searches; further searches wait.'),
  S3_ENDPOINT: url(['http:', 'https:'])
    .optional()
    .describe(
      'Address of an S3-compatible service that stores images, such as https://s3.example.com; without it they are stored in DATA_DIR/files.',
    ),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'use the name of a bucket, such as inkling-files')
    .optional()
    .describe('Bucket of the S3 service; it must exist.'),
  S3_REGION: z
    .string()
    .min(1)
    .default('us-east-1')
    .describe('Region of the S3 service, as the service names it.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Access key that may read, write and delete in the bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret of the access key.'),
  TRUST_PROXY: z
    .string()
    .refine(
      areProxies,
      'name your reverse proxies: addresses or networks separated by commas, such as loopback or 10.0.0.0/8, or the number of proxies in a row (1 to 9); off for none. on is not accepted: with it, clients could choose the address that rate limits count',
    )
    .default('off')
    .describe(
      'Reverse proxies whose X-Forwarded-For is trusted: addresses or networks separated by commas (or loopback), or the number of proxies in a row (1 to 9) if nothing else can reach the server; off for none.',
    ),
  RATE_LIMIT: onOff(true).describe('Rate limits for each person and address; off only for measurements.'),
  RATE_LIMITS: limitsSetting
    .optional()
    .describe(
      'Rate limits that replace the defaults (docs/product/http.md#rate-limits), such as upload=10/1m,contact=5/1h: flow=calls/time, separated by commas. Other flows keep their default.',
    ),
  NEW_ACCOUNT_HOURS: wholeNumber(0, 8760, 'use a number of hours from 0 to 8760')
    .default(24)
    .describe(
      'Hours for which an account is new. Comments, reviews, posts, chat messages, collections and series by new accounts are held for review if they contain a link, and NEW_ACCOUNT_TEXTS_PER_HOUR limits how many they write; 0 turns both off.',
    ),
  REPEATED_TEXTS: wholeNumber(0, 1000, 'use a number from 0 to 1000')
    .default(3)
    .describe(
      'From which time on a text is held for review that the same person writes again within 24 hours; 0 for never.',
    ),
  TEXTS_PER_HOUR: wholeNumber(1, 1_000_000, 'use a number from 1 up')
    .default(300)
    .describe(
      'How many comments, reviews, posts, chat messages, series, collections and notes in collections one person can write or change per hour.',
    ),
  NEW_ACCOUNT_TEXTS_PER_HOUR: wholeNumber(1, 1_000_000, 'use a number from 1 up')
    .default(60)
    .describe('The same for new accounts.'),
  TEXT_QUOTA_MB: megabytes(2048, 1).describe(
    'Maximum megabytes of text (versions, drafts, notes and descriptions) in the stories of one account.',
  ),
  MIN_FREE_MB: megabytes(256, 0).describe(
    'Megabytes to keep free on the disk of DATA_DIR. With less, uploads, imports and exports are refused, and /readyz reports it.',
  ),
  SESSION_IDLE_DAYS: days(30).describe('Days without use after which a session ends.'),
  SESSION_MAX_DAYS: days(180).describe('Days after which a session ends, even if it is used.'),
  REQUIRE_VERIFICATION: onOff(false).describe(
    'Let people publish only after they have verified their email address. Set SMTP_URL first: the link comes by email.',
  ),
  API_DOCS: onOffValue
    .optional()
    .describe(
      'Serve the API documentation at /api/v1/docs and /api/v1/openapi.json (on or off). Default: off with NODE_ENV=production, otherwise on.',
    ),
  ADDRESS_KEY: z
    .string()
    .min(32, 'use at least 32 random characters')
    .optional()
    .describe(
      'Secret key for hashing the IP addresses that accounts have signed in from. Default: created once, in DATA_DIR/addresses.secret; several processes need the same key.',
    ),
  SMTP_URL: url(['smtp:', 'smtps:'])
    .optional()
    .describe(
      'Mail server, such as smtps://user:password@mail.example. Without one, emails are written as files to the outbox in DATA_DIR, and the log shows their links.',
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\p{Cc}]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u,
      'use an address, or a name and <an address>',
    )
    .optional()
    .describe(
      'Sender of emails, such as Inkling <post@stories.example>. Default: no-reply at the host of PUBLIC_URL.',
    ),
  PUSH_KEY: z
    .string()
    .refine(isPushKey, 'use 32 random bytes in base64url, as in DATA_DIR/push.secret')
    .optional()
    .describe(
      'Secret key (VAPID) that identifies this site to push services. Default: created once, in DATA_DIR/push.secret; several processes need the same key.',
    ),
  BACKUPS: z
    .string()
    .regex(/^(off|([01]\d|2[0-3]):[0-5]\d)$/, 'use off, or a time in UTC such as 02:30')
    .default('02:30')
    .describe('Time in UTC at which the site is backed up every day (docs/backup.md), or off.'),
  BACKUP_TO: z
    .enum(['disk', 'bucket'], 'use disk or bucket')
    .default('disk')
    .describe(
      'Where daily backups are stored: disk for DATA_DIR/backups, bucket for the folder backups in S3_BUCKET, which must not be public.',
    ),
  BACKUP_KEEP: wholeNumber(1, 1000, 'use a number of backups from 1 to 1000')
    .default(14)
    .describe('Number of daily backups to store. Older ones are deleted after each new one.'),
  BACKUP_PASSPHRASE: z
    .string()
    .min(minPassphraseLength, `use at least ${minPassphraseLength} characters`)
    .optional()
    .describe(
      'Passphrase under which backups also contain the keys of ADDRESS_KEY and PUSH_KEY, and with which they are restored.',
    ),
  PUSH_SERVICES: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((entry) => entry.trim() || []))
    .refine(
      (list) => list.every(isPushServer),
      'use addresses without a path, such as https://push.example, separated by commas',
    )
    .describe(
      'Additional push services that browsers may use, such as https://push.example, separated by commas. Those of Chrome, Firefox, Safari and Edge are always allowed.',
    ),
  EMAILS_PER_HOUR: wholeNumber(1, 10_000_000, 'use a number of emails from 1 up')
    .default(500)
    .describe(
      'Emails that your mail server accepts per hour. Emails about notifications, such as digests, use at most four fifths of these; account emails are always sent.',
    ),
  OUTBOX_DAYS: wholeNumber(0, 36_500, 'use a number of days, or 0')
    .default(30)
    .describe('Days after which emails in the outbox are deleted; 0 keeps them.'),
  EVENT_MONTHS: wholeNumber(0, 1_200, 'use a number of months, or 0')
    .default(0)
    .describe(
      'Whole months of the event log to keep, besides the current one (docs/scaling.md#what-grows); 0 keeps all.',
    ),
  OPERATOR_NAME: z
    .string()
    .regex(/^[^\p{Cc}]{1,100}$/u, 'use a name of at most 100 characters')
    .optional()
    .describe(
      'Person or organization that runs this site, as named in the terms, the privacy policy and on the contact page.',
    ),
  CONTACT_EMAIL: mailbox
    .optional()
    .describe(
      'Email address that the contact page shows and its form sends to. Without one, read the messages with `inkling admin messages`.',
    ),
  PRIVACY_EMAIL: mailbox
    .optional()
    .describe('Email address for questions about personal data. Default: CONTACT_EMAIL.'),
  LOOKUP_URL: z
    .string()
    .refine(isTextAddress, textAddressHint)
    .optional()
    .describe(
      'Address where readers look up selected words; {text} stands for the words, as in https://dictionary.example/?q={text}. It opens in a new tab. If it is not set, there is no such link.',
    ),
  TRANSLATE_URL: z
    .string()
    .refine(isTextAddress, textAddressHint)
    .optional()
    .describe('Address where readers translate selected words, in the same form.'),
  EXTERNAL_COVERS: onOff(true).describe(
    'Whether stories may show covers from other sites, which then see the IP address of each reader who loads one.',
  ),
  OFFLINE: onOff(true).describe(
    'Whether readers can keep stories on their devices; off also removes, at their next visit, what browsers have kept.',
  ),
  PLANS: onOff(true).describe(
    'Whether some features need a plan; off gives all of them to everyone and hides the plans. Always off if NODE_ENV is production and STRIPE_SECRET_KEY is not set.',
  ),
  PLAN_PRO_PRICE: price('4.99').describe('Price of Pro, in units of PLAN_CURRENCY, such as 4.99.'),
  PLAN_PREMIUM_PRICE: price('9.99').describe('Price of Premium.'),
  PLAN_CURRENCY: z
    .string()
    .refine(
      (code) => /^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf('currency').includes(code),
      'use the code of a currency, such as USD',
    )
    .default('USD')
    .describe('Currency of the prices (ISO 4217).'),
  PLAN_PERIOD: z
    .enum(['month', 'year'], 'use month or year')
    .default('month')
    .describe('What a price pays for: month or year.'),
  PLAN_GRACE_DAYS: wholeNumber(0, 60, 'use a number of days from 0 to 60')
    .default(7)
    .describe('Days that a plan stays active after a payment fails.'),
  AI_BASE_URL: z
    .string()
    .refine(isModelServer, 'use an address such as https://models.example/v1, without a key in it')
    .optional()
    .describe(
      'Address of a server with the OpenAI chat API, such as http://127.0.0.1:8080/v1, whose model writes feedback and story ideas for authors who agree. Without it no text leaves this site.',
    ),
  AI_MODEL: z
    .string()
    .regex(/^[^\p{Cc}]{1,100}$/u, 'use the name of a model, at most 100 characters')
    .optional()
    .describe('Name of the model, as that server names it. Authors see it.'),
  AI_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, 'use at most 1000 characters without spaces')
    .optional()
    .describe('Secret key for that server, sent as a bearer token.'),
  AI_DAILY_REQUESTS: wholeNumber(1, 10_000, 'use a number from 1 to 10000')
    .default(20)
    .describe('How often the model writes for one person per day.'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^[sr]k_(?:test|live)_\w{1,300}$/,
      'use the secret key of your Stripe account: sk_live_… or sk_test_…',
    )
    .optional()
    .describe(
      'Stripe’s secret key, with which people pay for plans through Stripe (docs/operating.md#going-live-with-stripe). Without it plans are in a test mode that charges no one, or off if NODE_ENV is production.',
    ),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S{1,300}$/, 'use the signing secret of the webhook: whsec_…')
    .optional()
    .describe('Secret with which Stripe signs the events that it sends to /webhooks/stripe.'),
  STRIPE_PRO_PRICE: stripePrice.describe(
    'Id of the price of Pro at Stripe, such as price_1AbC; the amount is PLAN_PRO_PRICE.',
  ),
  STRIPE_PREMIUM_PRICE: stripePrice.describe('Id of the price of Premium at Stripe.'),
  STRIPE_SENDS_EMAILS: onOff(false).describe(
    'Whether Stripe itself emails receipts and failed payments, as set in its dashboard. Then Inkling sends neither; both stay in the notifications.',
  ),
  STRIPE_API_URL: url(['http:', 'https:'])
    .optional()
    .describe('Address of a server that answers in place of Stripe, for tests.'),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'use trace, debug, info, warn, error, fatal or silent',
    )
    .default('info')
    .describe('Least severe log lines to print.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'use 16 to 200 characters without spaces')
    .optional()
    .describe(
      'Token with which a monitoring program reads /metrics (as a bearer token). Without one there is no such page.',
    ),
  DOCTOR_FINE: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((entry) => entry.trim() || []))
    .refine(
      (list) => list.every((name) => /^[a-z]{1,20}!?$/.test(name)),
      'use names of checks separated by commas, such as mail,backup',
    )
    .describe(
      'Checks of `inkling doctor` whose warnings are fine on this site, separated by commas, such as mail,backup. With an exclamation mark (backup!) its problems are fine too.',
    ),
  DEMO: onOff(true).describe(
    'Fill an empty embedded database with the demo library; ignored with NODE_ENV=production or DATABASE_URL.',
  ),
});

export type Config = z.output<typeof settings> & { production: boolean; API_DOCS: boolean };
export const secretSettings: (keyof typeof settings.shape)[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'ADDRESS_KEY',
  'PUSH_KEY',
  'AI_KEY',
  'METRICS_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'BACKUP_PASSPHRASE',
];

type Environment = Record<string, string | undefined>;

/** Reads the settings from the environment (and a `.env` file); one error lists every invalid setting. */
export function readConfig(env: Environment): Config {
  const given: Environment = {};
  const problems: string[] = [];
  for (const name of Object.keys(settings.shape)) {
    const read = env[name] || secretFromFile(env, name);
    const value = typeof read === 'object' ? undefined : read?.trim();
    if (typeof read === 'object') problems.push(read.problem);
    if (value !== undefined && value !== '') given[name] = value;
  }
  problems.push(...missingSettings(given, bucketSettings), ...missingSettings(given, stripeSettings));
  if (given.BACKUP_TO === 'bucket' && given.S3_BUCKET === undefined)
    problems.push(
      'BACKUP_TO: bucket needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    );
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])
    if (given[name] !== undefined && given.DATABASE_URL === undefined)
      problems.push(`${name}: needs DATABASE_URL`);
  if ((given.AI_BASE_URL === undefined) !== (given.AI_MODEL === undefined))
    problems.push(
      `${given.AI_MODEL === undefined ? 'AI_MODEL' : 'AI_BASE_URL'}: is missing; AI_BASE_URL and AI_MODEL go together`,
    );
  const parsed = settings.safeParse(given);
  for (const { path, message } of parsed.error?.issues ?? []) problems.push(`${path.join('.')}: ${message}`);
  if (parsed.success && parsed.data.SESSION_IDLE_DAYS > parsed.data.SESSION_MAX_DAYS) {
    problems.push('SESSION_IDLE_DAYS: use at most as many days as SESSION_MAX_DAYS');
  }
  if (parsed.success) problems.push(...priceProblems(parsed.data));
  if (!environments.includes(env.NODE_ENV ?? ''))
    problems.push('NODE_ENV: use production for a real site, or leave it out');
  if (!parsed.success || problems.length > 0) {
    const heading = problems.length === 1 ? 'This setting is wrong' : 'These settings are wrong';
    throw new StartupProblem(
      `${heading}:\n  ${problems.join('\n  ')}\nSee docs/operating.md for every setting.`,
    );
  }
  const config = parsed.data;
  const production = env.NODE_ENV === 'production';
  return {
    ...config,
    DATA_DIR: resolve(config.DATA_DIR),
    API_DOCS: config.API_DOCS ?? !production,
    // The test checkout would give plans away.
    PLANS: config.PLANS && (!production || config.STRIPE_SECRET_KEY !== undefined),
    production,
  };
}

/** What NODE_ENV may be: a misspelled production would open a site with the defaults for trying it out. */
const environments = ['', 'production', 'development', 'test'];

/** How many decimals amounts in a currency (ISO 4217) have. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Prices with more decimals than their currency has. */
function priceProblems(config: z.output<typeof settings>): string[] {
  const most = decimalsOf(config.PLAN_CURRENCY);
  return (['PLAN_PRO_PRICE', 'PLAN_PREMIUM_PRICE'] as const)
    .filter((name) => (config[name].split('.')[1]?.length ?? 0) > most)
    .map((name) => `${name}: amounts in ${config.PLAN_CURRENCY} have at most ${most} decimals`);
}

const bucketSettings = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

const stripeSettings = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRO_PRICE',
  'STRIPE_PREMIUM_PRICE',
];

/** These settings must be given together or not at all. */
function missingSettings(given: Environment, names: readonly string[]): string[] {
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length === names.length) return [];
  const all = `${names.slice(0, -1).join(', ')} and ${names.at(-1)} go together`;
  return missing.map((name) => `${name}: is missing; ${all}`);
}

function secretFromFile(env: Environment, name: string): string | { problem: string } | undefined {
  const file = env[`${name}_FILE`];
  if (!file || !secretSettings.some((secret) => secret === name)) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const reason = missing ? 'does not exist' : 'can’t be read';
    return { problem: `${name}_FILE: ${file} ${reason}` };
  }
}

/** The site's base URL for links, without a trailing slash. */
export const publicUrl = (config: Config): string =>
  new URL(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).origin;
