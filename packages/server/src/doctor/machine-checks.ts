import { statfs } from 'node:fs/promises';
import { plansState } from '../modules/plans/index.ts';
import { publicUrl } from '../platform/config.ts';
import { diskState } from '../platform/disk-space.ts';
import { verifyEmailServer } from '../platform/email/configured.ts';
import { unknownSettings } from '../platform/unknown-settings.ts';
import { type Finding, type Machine, ok, problem, warning } from './check.ts';

/** Warnings about settings that are valid and yet probably not meant. */
export async function checkSettings({ config, env }: Machine): Promise<Finding> {
  const doubts = [
    ...unknownSettings(env),
    ...(config.production && !config.RATE_LIMIT
      ? ['RATE_LIMIT is off: nothing limits what one person does.']
      : []),
    ...(config.production && config.OPERATOR_NAME === undefined
      ? ['OPERATOR_NAME is not set: the terms and the privacy policy name no operator.']
      : []),
    ...(config.production && config.CONTACT_EMAIL === undefined
      ? ['CONTACT_EMAIL is not set: messages can only be read with `inkling admin messages`.']
      : []),
  ];
  if (doubts.length === 0) return ok('valid');
  return warning(
    `${doubts.length} to look at`,
    'docs/operating.md#settings describes every setting.',
    doubts,
  );
}

const reachMs = 5_000;

/** Whether PUBLIC_URL leads to a server of Inkling, as far as this machine can reach it. */
export async function checkAddress({ config }: Machine): Promise<Finding> {
  const url = publicUrl(config);
  if (config.production && config.PUBLIC_URL === undefined)
    return warning(
      'PUBLIC_URL is not set',
      'Set it to the address under which people reach this site; links in emails begin with it.',
    );
  if (config.production && !url.startsWith('https:'))
    return warning(
      `${url} is not encrypted`,
      'Serve the site through a proxy with TLS, and start PUBLIC_URL with https://.',
    );
  const status = await fetch(`${url}/livez`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(reachMs),
  }).then(
    async (response) => ((await response.text()).includes('"status":') ? 200 : response.status),
    (error: Error) => String((error.cause as { code?: string } | undefined)?.code ?? error.name),
  );
  if (status === 200) return ok(`${url} leads to a running server`);
  return warning(
    `${url}/livez answers ${status}`,
    'Check the name, the proxy and its certificate, and that the server is running. Some networks can’t reach their own public address.',
  );
}

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

export async function checkDisk({ config }: Machine): Promise<Finding> {
  const disk = await statfs(config.DATA_DIR).catch(() => null);
  if (disk === null)
    return problem(`${config.DATA_DIR} can’t be read`, 'Check DATA_DIR, and the user that runs this.');
  const free = `${gigabytes(disk.bavail * disk.bsize)} of ${gigabytes(disk.blocks * disk.bsize)} free`;
  const state = await diskState(config);
  if (state === 'ok') return ok(free);
  const advice = 'Free some space on the disk of DATA_DIR: old backups, logs, outbox/.';
  return state === 'full' ? problem(free, advice) : warning(`${free}, less than MIN_FREE_MB`, advice);
}

/** Connects and signs in to the mail server, and sends nothing. */
export async function checkEmailServer({ config }: Machine): Promise<Finding> {
  if (config.SMTP_URL === undefined)
    return warning(
      'SMTP_URL is not set: emails are written to the outbox in DATA_DIR',
      'Set it before others use the site. Without it, people can’t reset their passwords.',
    );
  const failure = await verifyEmailServer(config.SMTP_URL);
  if (failure === null) return ok('the mail server accepts connections from here');
  return problem(
    `the mail server does not accept this connection (${failure})`,
    'ECONNECTION and ETIMEDOUT point to the address in SMTP_URL, EAUTH to the user or the password.',
  );
}

/** Connects to Redis, if live events pass through it. */
export async function checkRedis({ config }: Machine): Promise<Finding> {
  if (config.REDIS_URL === undefined) return ok('not used');
  // Loaded only here, as most sites have none.
  const { pingRedis } = await import('../platform/live/redis-cluster.ts');
  const failure = await pingRedis(config.REDIS_URL);
  if (failure === null) return ok('Redis responds');
  return problem(
    `Redis does not respond (${failure})`,
    'Check REDIS_URL, and that Redis is running. Until it responds, live events do not reach pages connected to other processes.',
  );
}

/** Whether people on a production site are offered plans for which no money moves. */
export async function checkPlans({ config }: Machine): Promise<Finding> {
  const { mode, message } = plansState({ config });
  if (message === null) return ok(mode === 'test' ? 'in test mode, as outside production' : mode);
  return warning(message, 'These are the keys of Stripe’s test mode: no money moves.');
}
