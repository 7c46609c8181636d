import { lookup } from 'node:dns/promises';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { registerBody } from '@inkling/contract/account';
import { backUpDaily } from '../backup/daily-backup-job.ts';
import { reauthenticate, register } from '../modules/account/index.ts';
import { findUserByName } from '../modules/users/index.ts';
import { AppError } from '../platform/app-error.ts';
import { type Config, publicUrl, readConfig } from '../platform/config.ts';
import type { AppContext } from '../platform/context.ts';
import { startupProblemOf } from '../platform/db/startup-failures.ts';
import { sendTestEmail } from '../platform/email/configured.ts';
import { StartupProblem } from '../platform/startup-problem.ts';
import { changeAdmin } from './admin.ts';
import { describeContent, openPrompt, type Prompt } from './ask.ts';
import { verifyBackup } from './backup.ts';
import { type Command, readArgs, UsageProblem, withAppContext } from './command.ts';
import { howToStart } from './how-to-start.ts';
import { withSettings } from './settings-file.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

const unusable = (message: string) => new StartupProblem(message, { exitCode: 1 });

/** One line to type. */
interface Question {
  /** Names the answer for its check. */
  name: string;
  text: string;
  /** The answer of a flag, which is not asked for. */
  given?: string | undefined;
  /** What an empty line means; shown unless it is a secret. */
  usual?: string | undefined;
  isUsualSecret?: boolean;
  /** Whether what is typed is not shown. */
  isSecret?: boolean;
}

/**
 * Asks the lines of one question until its check accepts them; returns what the check returns. A check throws what is
 * wrong with what to do about it, and the question is asked again, also where flags had answered it.
 */
async function settle<T>(
  prompt: Prompt,
  questions: Question[],
  check: (answers: Record<string, string>) => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round += 1) {
    const answers: Record<string, string> = {};
    for (const { name, text, given, usual, isSecret = false, isUsualSecret = isSecret } of questions) {
      const shown = usual === undefined || usual === '' ? '' : isUsualSecret ? ' [unchanged]' : ` [${usual}]`;
      const typed =
        round === 1 && given !== undefined ? given : await prompt.ask(`${text}${shown}: `, isSecret);
      if (typed === null)
        throw unusable('The input ended before every question was answered. No settings were written.');
      answers[name] = typed === '' ? (usual ?? '') : typed;
    }
    try {
      return await check(answers);
    } catch (error) {
      const message = error instanceof AppError ? messageOf(error) : startupProblemOf(error)?.message;
      const isOfMail = error instanceof Error && error.message.startsWith('The mail server');
      if (message === undefined && !isOfMail) throw error;
      process.stderr.write(`\n${message ?? (error as Error).message}\nTry again, or press Ctrl+C to quit.\n`);
    }
  }
}

const messageOf = (error: AppError): string =>
  error.fields?.map(({ message }) => message).join(' ') ?? error.message;

/** Whether people can find the site by its name, and encrypted. A name that is not known yet is fine if it is `repeated`. */
async function checkAddress(config: Config, repeated: boolean): Promise<void> {
  const { protocol, hostname } = new URL(publicUrl(config));
  if (protocol !== 'https:')
    throw unusable('Start the address with https://. The proxy in front of the site handles encryption.');
  await lookup(hostname).catch((error: NodeJS.ErrnoException) => {
    if (repeated) return say(`${hostname} can’t be found yet. People can’t visit the site until it can be.`);
    throw unusable(
      `${hostname} can’t be found (${error.code}). Add a DNS record for it, or correct the address. To use it anyway, enter it again.`,
    );
  });
}

/** Makes the account with this name and password an admin; creates it if the name is free. */
async function makeAdmin(
  ctx: AppContext,
  username: string,
  email: string,
  password: string,
): Promise<string> {
  const request = { requestId: '', address: '', userAgent: 'inkling setup', wantsPrivacy: false };
  const nobody = { token: null, tokenHash: null, isClientGone: () => false };
  const existing = await findUserByName(ctx.db, username);
  if (existing !== undefined) {
    // Anyone may have registered the name.
    await reauthenticate({ ...ctx, ...request, ...nobody }, existing, password, () =>
      unusable('This name is taken. Enter its password, or use inkling admin grant.'),
    );
    await changeAdmin(ctx, existing.id, true);
    return `${existing.username} already has an account and is now an admin.`;
  }
  const body = registerBody.safeParse({ username, email, password, passwordConfirm: password });
  if (!body.success) throw unusable(body.error.issues.map(({ message }) => message).join(' '));
  const { user } = await register({ ...ctx, ...request, ...nobody }, body.data, { isVerified: true });
  await changeAdmin(ctx, user.id, true);
  return `${user.username} is the first admin.`;
}

/** Whether the address of a database contains a password. */
const hasPassword = (address: string) =>
  /^postgres(ql)?:/.test(address) && /:\/\/[^/@]*:[^/]*@|[?&]password=/.test(address);

/** Writes a daily backup and restores it into a database of its own; says what was compared. */
async function tryBackup(env: NodeJS.ProcessEnv): Promise<string> {
  const made = await withAppContext(env, (ctx, connection) =>
    backUpDaily(ctx, connection, (backup, where) => verifyBackup(backup, where, env)),
  );
  if (made === null) throw unusable('Another process is making the daily backup. Wait until it is done.');
  return `Backed up ${describeContent(made.manifest)}, to ${made.where}.${made.verified}`;
}

/** Settings by name; null removes one. */
type Chosen = Record<string, string | null>;

/** `inkling setup`: five questions, each checked by doing what it is about, become `.env` in this folder. */
export const setupCommand: Command = {
  name: 'setup',
  usages: [
    'setup [--url ADDRESS] [--contact EMAIL] [--mail-from SENDER] [--data FOLDER]',
    'setup [--admin USERNAME] [--operator NAME] [--backups TIME] [--replace] [--container]',
  ],
  summary: 'Ask for the settings of a new site, test each one, and write them to .env.',
  async run(args, settings) {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean', default: false } as const;
    const { values, positionals } = readArgs(args, {
      ...{ url: text, contact: text, 'mail-from': text, data: text, admin: text, operator: text },
      ...{ backups: text, replace: flag, container: flag },
    });
    if (positionals.length > 0) throw new UsageProblem('setup takes no arguments besides its options.');
    if (hasPassword(values.data ?? ''))
      throw new UsageProblem('--data contains a password, which others can see. Set DATABASE_URL instead.');
    const prompt = openPrompt();
    try {
      return await setUp(prompt, values, settings);
    } finally {
      prompt.close();
    }
  },
};

async function setUp(
  prompt: Prompt,
  given: Record<string, string | boolean | undefined>,
  settings: NodeJS.ProcessEnv,
): Promise<number> {
  const file = resolve('.env');
  const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw unusable(`${file} can’t be read (${error.code}).`);
  });
  if (before.trim() !== '' && given.replace !== true) {
    const answer = await prompt.ask(
      `${file} already exists. Replace its settings for the five questions? (yes or no): `,
    );
    if (answer !== 'yes') {
      say('Nothing was changed.');
      return 1;
    }
  }
  const flagOf = (name: string) => (typeof given[name] === 'string' ? given[name] : undefined);
  const chosen: Chosen = { NODE_ENV: 'production' };
  const isPiped = process.stdin.isTTY !== true;
  /** The environment with what has been chosen so far. */
  const envWith = (more: Chosen = {}): NodeJS.ProcessEnv => ({
    ...settings,
    ...Object.fromEntries(
      Object.entries({ ...chosen, ...more }).map(([name, value]) => [name, value ?? undefined]),
    ),
  });
  const choose = (more: Chosen) => void Object.assign(chosen, more);

  let earlier = '';
  await settle(
    prompt,
    [
      {
        name: 'url',
        text: '1 of 5. Address of the site, such as https://stories.example',
        given: flagOf('url'),
        usual: settings.PUBLIC_URL,
      },
    ],
    async ({ url = '' }) => {
      const answers = { PUBLIC_URL: url, TRUST_PROXY: given.container === true ? '1' : 'loopback' };
      const config = readConfig(envWith(answers));
      const repeated = url === earlier;
      earlier = url;
      await checkAddress(config, repeated);
      choose(answers);
    },
  );
  const host = new URL(chosen.PUBLIC_URL ?? '').hostname;

  await settle(
    prompt,
    [
      {
        name: 'contact',
        text: '2 of 5. Your email address, for the contact page and a test email',
        given: flagOf('contact'),
        usual: settings.CONTACT_EMAIL,
      },
      {
        name: 'sender',
        text: '  Sender of the site’s emails',
        given: flagOf('mail-from'),
        usual: settings.MAIL_FROM ?? `no-reply@${host}`,
      },
      {
        name: 'server',
        text: '  Mail server, such as smtps://user:password@mail.example (leave empty for none)',
        // A secret is no flag, since others on the machine can see those.
        given: isPiped ? settings.SMTP_URL : undefined,
        usual: settings.SMTP_URL,
        isSecret: true,
      },
    ],
    async ({ contact = '', sender = '', server = '' }) => {
      if (contact === '') throw unusable('Enter an email address.');
      const answers = { CONTACT_EMAIL: contact, MAIL_FROM: sender, SMTP_URL: server === '' ? null : server };
      const config = readConfig(envWith(answers));
      await sendTestEmail(config, contact);
      choose(answers);
      say(
        server === ''
          ? 'Without a mail server, people can’t reset their passwords. Emails are written to files in the data folder.'
          : `The mail server accepted an email to ${contact}. Check that it arrives.`,
      );
    },
  );

  // A container has its data in a volume, which is not there yet: the first admin signs up on the site.
  const isContainer = given.container === true;
  const askForData = () =>
    settle(
      prompt,
      [
        {
          name: 'data',
          text: '3 of 5. Folder for the data, or postgres://… for your own PostgreSQL 18',
          given: flagOf('data') ?? (isPiped ? settings.DATABASE_URL : undefined),
          usual: settings.DATABASE_URL ?? settings.DATA_DIR ?? 'data',
          isUsualSecret: hasPassword(settings.DATABASE_URL ?? ''),
        },
      ],
      async ({ data = '' }) => {
        const isAddress = /^postgres(ql)?:/.test(data);
        const answers = {
          DATABASE_URL: isAddress ? data : null,
          DATA_DIR: isAddress ? (settings.DATA_DIR ?? 'data') : data,
        };
        await withAppContext(envWith(answers), async () => {});
        choose(answers);
      },
    );
  if (!isContainer) await askForData();

  await settle(
    prompt,
    [
      ...(isContainer
        ? []
        : [
            { name: 'admin', text: '4 of 5. Username of the first admin', given: flagOf('admin') },
            { name: 'password', text: '  Password', isSecret: true },
          ]),
      {
        name: 'operator',
        text: '  Person or organization that runs the site, named in its terms',
        given: flagOf('operator'),
        usual: settings.OPERATOR_NAME,
      },
    ],
    async ({ admin = '', password = '', operator = '' }) => {
      const answers = { OPERATOR_NAME: operator };
      readConfig(envWith(answers));
      if (operator === '') throw unusable('Enter the person or organization that runs the site.');
      const email = chosen.CONTACT_EMAIL ?? '';
      if (!isContainer)
        say(await withAppContext(envWith(answers), (ctx) => makeAdmin(ctx, admin, email, password)));
      choose(answers);
    },
  );

  await settle(
    prompt,
    [
      {
        name: 'time',
        text: '5 of 5. Time of the daily backup in UTC',
        given: flagOf('backups'),
        usual: settings.BACKUPS ?? '02:30',
      },
    ],
    async ({ time = '' }) => {
      const answers = { BACKUPS: time };
      readConfig(envWith(answers));
      if (time === 'off') say('The site will not be backed up.');
      else if (!isContainer) say(await tryBackup(envWith(answers)));
      choose(answers);
    },
  );

  const draft = `${file}.new`;
  await writeFile(draft, withSettings(before, chosen), { mode: 0o600 });
  await rename(draft, file);
  say(`\nThe settings are in ${file}, which only you can read.\n`);
  say(await howToStart(isContainer, chosen.DATA_DIR ?? 'data'));
  return 0;
}
