import { randomInt } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refreshAchievements } from '../modules/achievements/index.ts';
import { countAllReaders } from '../modules/analytics/index.ts';
import { type ParsedBook, parseBook } from '../modules/imports/index.ts';
import { updateLeaderboard } from '../modules/leaderboard/index.ts';
import { rankStories } from '../modules/rankings/index.ts';
import { refreshGenreRankings, refreshNeighbours } from '../modules/recommendations/index.ts';
import { testimonialsFile } from '../modules/site/index.ts';
import { refreshTrending } from '../modules/stories/index.ts';
import { hasUsers } from '../modules/users/index.ts';
import { day } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { transaction } from '../platform/db/db.ts';
import { listOutbox } from '../platform/events/outbox.queries.ts';
import { simulateMonths } from './demo-months.ts';
import { demoPerson, demoTestimonials } from './demo-people.ts';

/** Listeners that begin with the first start, after the demo library is filled, and are to know what happened in it. */
const informed = ['reading-sessions', 'rewards', 'notifications', 'analytics'];

/** Has them handle the events of the simulated months in the transaction `ctx.db`: one for each event would take minutes. */
async function informListeners(ctx: AppContext): Promise<void> {
  const all = ctx.modules.flatMap(({ listeners = [] }) => listeners.map((listener) => listener(ctx)));
  const listeners = all.filter(({ name }) => informed.includes(name));
  if (listeners.length !== informed.length)
    throw new Error('A listener that the demo informs has another name.');
  for (const { type, payload, created_at: createdAt } of await listOutbox(ctx.db))
    for (const { handlers } of listeners)
      await handlers.get(type)?.({ payload, position: 0, createdAt }, ctx.db);
}

const folder = join(import.meta.dirname, '../../demo/stories');

/** Every story of the demo library, parsed like any Markdown book; `author` is a username. */
async function demoStories(): Promise<ParsedBook[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    files.map(async (name) => parseBook({ name, bytes: await readFile(join(folder, name)) })),
  );
}

export interface DemoLogin {
  email: string;
  password: string;
}

/** A password of unambiguous letters and digits in groups, easy to type from a terminal. */
function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group()].join('-');
}

/**
 * Fills an empty database with the demo library in one transaction; returns null if it has accounts. Uses the normal
 * services with a simulated clock that covers the last months, so the figures of its authors are of these simulated
 * readers. The password is random and shown only to the caller.
 */
export async function fillDemoLibrary(ctx: AppContext): Promise<DemoLogin | null> {
  // Before parsing the stories, which takes a fifth of a start's processor time.
  if (await hasUsers(ctx.db)) return null;
  const password = readablePassword();
  const stories = await demoStories();
  const login = await transaction(ctx.db, async (tx) => {
    // Someone may have signed up while the stories were parsed.
    if (await hasUsers(tx)) return null;
    const end = ctx.clock.now().getTime();
    await simulateMonths({ ...ctx, db: tx }, stories, password, { from: end - 75 * day, to: end });
    await informListeners({ ...ctx, db: tx });
    return { email: `${demoPerson}@inkling.example`, password };
  });
  // Otherwise the first visitors' home page would lack these until the jobs run.
  await refreshTrending(ctx);
  await rankStories(ctx);
  await refreshGenreRankings(ctx);
  await refreshNeighbours(ctx);
  await refreshAchievements(ctx);
  await updateLeaderboard(ctx);
  if (login !== null) await countAllReaders(ctx);
  return login;
}

/** Fills an empty library; returns its login from then on, as long as the login file exists; else null. */
export async function demoLogin(ctx: AppContext): Promise<DemoLogin | null> {
  const loginFile = join(ctx.config.DATA_DIR, 'demo-login.txt');
  const filled = await fillDemoLibrary(ctx);
  if (filled !== null) {
    const texts = JSON.stringify(demoTestimonials, null, 2);
    // Do not overwrite the operator's own testimonials.
    await writeFile(testimonialsFile(ctx.config.DATA_DIR), texts, { flag: 'wx' }).catch(() => undefined);
    await writeFile(loginFile, `${filled.email}\n${filled.password}\n`, { mode: 0o600 });
    return filled;
  }
  const [email, password] = (await readFile(loginFile, 'utf8').catch(() => '')).split('\n');
  return email && password ? { email, password } : null;
}
