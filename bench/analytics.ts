import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getAuthorDashboard } from '@inkling/contract/analytics';
import { viewStory } from '@inkling/contract/stories';
import { cpuSeconds } from './cpu.ts';
import { load, type TargetRequest } from './load.ts';
import { ask, pathOf, send } from './requests.ts';
import { median, settle } from './rounds.ts';
import { pinClient, type Running, startInkling, startOther } from './servers.ts';
import { type Author, Site } from './site.ts';

// `node bench/analytics.ts`: what the figures of an author with 50 stories and 10 million views cost, and views by 256
// people at once, beside the plain server; and counting a day of a million views (docs/performance.md#analytics). With
// `dashboard`, `views` or `count`, only this.

const [stories, people, members, days] = [50, 20_000, 2000, 731];
const [views, dayViews] = [10_000_000, 1_000_000];
const [viewers, rounds] = [256, 3];
const maxCount = 300; // seconds
const folder = join(import.meta.dirname, '.data/analytics');

const log = (line: string): void => void process.stdout.write(`${line}\n`);

const reader = `(select id, row_number() over (order by id) - 1 as place from users where username like 'reader\\_%') p`;
const own = (author: string) =>
  `(select id, row_number() over (order by id) - 1 as place from stories where author_id = '${author}') s`;

/** Two years of what was counted, and of what readers did, for an author's copies of a story. */
async function fill({ db }: Site, { id: author }: Author, story: string): Promise<void> {
  const { rows } = await db.query(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
      where table_name = 'stories' and column_name <> 'id' and is_generated = 'NEVER'`,
  );
  const { names } = rows[0];
  /** Rows of a table, spread over people, stories and days; not too many at once, since some take a lock each. */
  const done = async (table: string, columns: string, values: string, count: number) => {
    for (let first = 0; first < count; first += 2000)
      await db.query(
        `insert into ${table} (${columns}) select ${values} from generate_series(${first}, ${first + 1999}) n
          join ${own(author)} on s.place = n % ${stories} join ${reader} on p.place = (n * 7919::bigint) % ${people}
          cross join lateral (select now() - n * 731.0 / ${count} * interval '1 day' as at) t on conflict do nothing`,
      );
  };
  const statements = [
    `insert into stories (${names}) select ${names} from stories, generate_series(2, ${stories}) where id = '${story}'`,
    `insert into story_counts (story_id) select id from stories on conflict do nothing`,
    `insert into users (username, username_key, is_verified, created_at)
      select 'reader_' || n, 'reader_' || n, true, now() - interval '3 years' from generate_series(1, ${people}) n`,
    `insert into analytics_days (story_id, chapter_id, day, views, readers, robots, seconds)
      select s.id, c.id, current_date - n, ${Math.round(views / stories / days)} + n % 7, 100 + n % 5, n % 9, 9000
      from generate_series(0, ${days - 1}) n, ${own(author)},
        (select '00000000-0000-0000-0000-000000000000'::uuid as id union all select id from chapters) c`,
    `insert into analytics_periods (story_id, period, starts_on, readers)
      select distinct s.id, kind, date_trunc(kind, current_date - n)::date, 400
      from generate_series(0, ${days - 1}) n, ${own(author)}, unnest(array['week', 'month']) kind`,
    `insert into analytics_stories (story_id, readers, finished, counted_at)
      select s.id, 400, 9, now() from ${own(author)}`,
    `insert into analytics_groups (author_id, month, dimension, value, readers, known)
      select '${author}', date_trunc('month', current_date)::date, 'country', 'C' || chr(64 + n), 100, 1000
      from generate_series(1, 10) n`,
  ];
  for (const statement of statements) await db.query(statement);
  await done('story_likes', 'story_id, user_id, created_at', 's.id, p.id, at', 200_000);
  await done(
    'comments',
    'subject_kind, subject_id, root_id, user_id, content, created_at',
    `'story', s.id, s.id, p.id, 'Comment ' || n, at`,
    100_000,
  );
  await done('ratings', 'story_id, user_id, rating, created_at, updated_at', 's.id, p.id, 4, at, at', 50_000);
  await done(
    'library_entries',
    'story_id, user_id, is_bookmarked, bookmarked_at, created_at',
    's.id, p.id, true, at, at',
    100_000,
  );
  await done('story_follows', 'story_id, follower_id, created_at', 's.id, p.id, at', 50_000);
  await db.query(
    `insert into follows (followed_id, follower_id, created_at) select '${author}', id, now() - place * interval '50 minutes' from ${reader}`,
  );
  await db.query('vacuum analyze');
}

/** CPU ms a request, of server and database. */
async function costOf({ measured }: Running, work: () => Promise<number>): Promise<number> {
  const before = await settle(measured);
  const count = await work();
  const after = await settle(measured);
  return (1000 * (after.server + after.database - before.server - before.database)) / count;
}

/** Measures both servers alternately. */
async function compare(name: string, both: Running[], work: (running: Running) => Promise<number>) {
  const costs: number[][] = both.map(() => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, running] of both.entries()) {
      const cost = await costOf(running, () => work(running));
      // The first round warms up.
      if (round > 0) costs[index]?.push(cost);
    }
  const [ours = 0, plain = 0] = costs.map(median);
  log(`| ${name} | ${ours.toFixed(2)} | ${plain.toFixed(2)} | ${(ours / plain).toFixed(2)} |`);
}

async function measureDashboard(both: Running[], { token }: Author): Promise<void> {
  const first = new Date(Date.now() - (days - 2) * 86_400_000).toISOString().slice(0, 10);
  const ranges = { 'dashboard, 30 days': '', 'dashboard, two years': `?from=${first}` };
  for (const [name, query] of Object.entries(ranges)) {
    const request = ask(pathOf(getAuthorDashboard, {}, query), token);
    const sizes = await Promise.all(
      both.map(async ({ origin }) => (await send(origin, request)).bytes.length),
    );
    log(`${name}: ${sizes.join(' and ')} bytes`);
    await compare(name, both, async ({ origin }) => {
      const { count, p50 } = await load(origin, { requests: [request], next: () => request }, 2, 2);
      log(`${name}, p50 ${p50.toFixed(1)} ms`);
      return count;
    });
  }
}

/** Sends views of stories by members and visitors, each of another person and page. */
async function measureViews(both: Running[], { db }: Site, { id: author }: Author): Promise<void> {
  const ids: string[] = (await db.query(`select id from ${own(author)}`)).rows.map(({ id }) => id);
  const tokens = Array.from({ length: members }, (_, index) => `bench-${index}`);
  await db.query(
    `insert into sessions (hash, user_id, created_at, last_used_at)
      select h.hash, p.id, now(), now() from unnest($1::bytea[]) with ordinality h (hash, n) join ${reader} on p.place = h.n - 1`,
    [tokens.map((token) => createHash('sha256').update(token).digest())],
  );
  const next = new Map<Running, number>();
  const viewOf = (n: number): TargetRequest => {
    const [id = ''] = ids.slice(n % ids.length);
    const body = { source: 'search', zone: 'Europe/Berlin' };
    const person = Math.floor(n / ids.length);
    if (n % 2 === 0) return ask(pathOf(viewStory, { id }), tokens[person % members] ?? '', 'POST', body);
    const request = ask(pathOf(viewStory, { id }), null, 'POST', body);
    const address = `10.${person >> 16}.${(person >> 8) & 255}.${person & 255}`;
    return { ...request, headers: { ...request.headers, 'x-forwarded-for': address } };
  };
  await compare('view of a story', both, async (running) => {
    // Views that the other server has counted are known, so each has its own.
    let n = next.get(running) ?? both.indexOf(running) * 500_000;
    const target = { requests: [], next: () => viewOf(n++) };
    const { count, seconds, p50, p99, refused } = await load(running.origin, target, 5, viewers);
    next.set(running, n);
    const speed = `${Math.round(count / seconds)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
    log(`${running.name}: ${speed}, ${refused} refused`);
    return count;
  });
}

/** Stores a day of views, and waits until the job has counted them. */
async function measureCount({ db, measured }: Site, { id: author }: Author): Promise<void> {
  await db.query('delete from analytics_due');
  await db.query(
    `insert into analytics_views (story_id, chapter_id, day, viewer, at, is_member, is_robot, source, device, country)
      select s.id, case when n % 3 = 0 then '00000000-0000-0000-0000-000000000000' else c.id end, current_date - 1,
        decode(md5((n / 4)::text), 'hex'), (current_date - 1)::timestamp at time zone 'UTC' + n * 86400.0 / ${dayViews} * interval '1 second',
        n % 20 < 12, n % 20 = 19, (array['search', 'discover', 'story', 'feed', 'direct', 'site:example.com', 'link:news'])[1 + n % 7],
        (array['mobile', 'tablet', 'desktop'])[1 + n % 3], (array['DE', 'US', 'IN', null])[1 + n % 4]
      from generate_series(0, ${dayViews - 1}) n join ${own(author)} on s.place = n % ${stories}
      cross join lateral (select id from chapters limit 1) c on conflict do nothing`,
  );
  await db.query('vacuum analyze analytics_views');
  const before = await cpuSeconds(measured);
  const { rowCount } = await db.query(
    `insert into analytics_due (quarter) select generate_series((current_date - 1)::timestamp at time zone 'UTC',
      current_date::timestamp at time zone 'UTC' - interval '1 minute', interval '15 minutes') on conflict do nothing`,
  );
  const started = performance.now();
  await db.query(`insert into pgboss.job (name, data) values ('roll-up-analytics', '{}')`);
  const seconds = () => (performance.now() - started) / 1000;
  for (let left = 1; left > 0 && seconds() < maxCount; ) {
    await sleep(200);
    left = (await db.query('select from analytics_due where quarter < current_date')).rowCount ?? 0;
  }
  const took = seconds();
  const after = await cpuSeconds(measured);
  const cpu = after.server + after.database - before.server - before.database;
  log(`counting ${rowCount} quarters with ${dayViews} views: ${took.toFixed(1)} s, CPU ${cpu.toFixed(1)} s`);
}

pinClient();
rmSync(folder, { recursive: true, force: true });
const running = await startInkling('analytics', folder, [], { TRUST_PROXY: 'loopback' });
const site = new Site(running, folder);
const plain = await startOther('plain', folder, running.measured.postmaster);
try {
  await site.db.connect();
  const author = await site.author('much_viewed');
  await fill(site, author, await site.story(author));
  const part = process.argv[2];
  log('| CPU ms a request | Inkling | plain | times |');
  if (part === undefined || part === 'dashboard') await measureDashboard([running, plain], author);
  if (part === undefined || part === 'views') await measureViews([running, plain], site, author);
  if (part === undefined || part === 'count') await measureCount(site, author);
} finally {
  await site.db.end();
  await plain.stop();
  await running.stop();
}
