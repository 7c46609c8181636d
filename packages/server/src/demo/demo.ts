import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testimonialsFile } from '../modules/site/index.ts';
import { day } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { transaction } from '../platform/db/db.ts';
import { simulateMonths } from './demo-months.ts';
import { demoPerson, demoTestimonials } from './demo-people.ts';
import { demoStories } from './demo-stories.ts';

export interface DemoLogin {
  email: string;
  password: string;
}

/** Letters and digits that nobody takes for one another, in groups: a password to be typed from a terminal. */
function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group()].join('-');
}

/**
 * Fills an empty database with the demo library, all of it or nothing; null when there is somebody in it
 * already. Everything goes through the services that people use, on a clock that runs through the last
 * months. The password is new each time, and told to nobody else.
 */
export async function fillDemoLibrary(ctx: AppContext): Promise<DemoLogin | null> {
  const password = readablePassword();
  const stories = await demoStories();
  return transaction(ctx.db, async (tx) => {
    const anybody = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (anybody !== undefined) return null;
    const end = ctx.clock.now().getTime();
    await simulateMonths({ ...ctx, db: tx }, stories, password, { from: end - 75 * day, to: end });
    return { email: `${demoPerson}@inkling.example`, password };
  });
}

/** Fills the library if nothing is there yet, and gives the log-in to it as long as its note is kept; else null. */
export async function demoLogin(ctx: AppContext): Promise<DemoLogin | null> {
  const note = join(ctx.config.DATA_DIR, 'demo-login.txt');
  const filled = await fillDemoLibrary(ctx);
  if (filled !== null) {
    const texts = JSON.stringify(demoTestimonials, null, 2);
    // Whoever has put their own there, keeps them.
    await writeFile(testimonialsFile(ctx.config.DATA_DIR), texts, { flag: 'wx' }).catch(() => undefined);
    await writeFile(note, `${filled.email}\n${filled.password}\n`, { mode: 0o600 });
    return filled;
  }
  const [email, password] = (await readFile(note, 'utf8').catch(() => '')).split('\n');
  return email && password ? { email, password } : null;
}
