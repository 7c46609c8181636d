import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listInbox } from '@inkling/contract/inbox';
import { memory } from './cpu.ts';
import { freePort, pinClient, startInkling } from './servers.ts';
import { type Author, Site } from './site.ts';

// `node bench/crowds.ts`: what a story with 100,000 followers and an inbox with 100,000 comments cost
// (docs/performance.md#crowds), in ten minutes; with `inbox`, only the latter.

const [followers, devices, eager] = [100_000, 5000, 10];
const [comments, fewComments, stories] = [100_000, 100, 50];
const [publications, looks] = [15, 10];
const maxWait = 240; // seconds
const folder = join(import.meta.dirname, '.data/crowds');

const log = (line: string): void => void process.stdout.write(`${line}\n`);
/** A zone in which it is noon: digests are due, and it is not night. The signs of these names are those of POSIX. */
function noon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** Accepts every push message. */
const pushes = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(201).end());
});

const people = `(select id, row_number() over (order by id) as n from users where username like 'follower\\_%') p`;

/** Adds people who follow a story, nearly all with the usual settings. */
async function addFollowers({ db }: Site, story: string): Promise<void> {
  await db.query(
    `insert into users (username, username_key, is_verified, time_zone, created_at)
      select 'follower_' || n, 'follower_' || n, true, $2, now() - interval '2 days' from generate_series(1, $1::int) n`,
    [followers, noon()],
  );
  await db.query(`insert into credentials (user_id, email, email_key, password_hash, password_changed_at)
    select id, n || '@example.test', n || '@example.test', '-', now() from ${people}`);
  await db.query(
    `insert into notification_settings (user_id, schedules, email_hour)
      select id, case when n <= $1 then '{"chapters":"now"}'::jsonb else '{}' end, 12 from ${people}`,
    [eager],
  );
  await db.query(
    `insert into story_follows (follower_id, story_id, created_at)
      select id, $1, now() - interval '1 day' from ${people}`,
    [story],
  );
  await db.query('vacuum analyze');
}

/** Gives some of them a device that gets push messages. */
async function addDevices({ db }: Site, service: string): Promise<void> {
  await db.query(
    `insert into sessions (hash, user_id, created_at, last_used_at)
      select sha256(id::text::bytea), id, now(), now() from ${people} where n <= $1`,
    [devices],
  );
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-65);
  await db.query(
    `insert into push_subscriptions (user_id, session_hash, endpoint, p256dh, auth, created_at, sent_until, due_at)
      select id, sha256(id::text::bytea), $2 || '/' || n, $3, substr(sha256('auth'), 1, 16),
        now() - interval '1 day', now() - interval '1 day', now() from ${people} where n <= $1`,
    [devices, service, point],
  );
}

/** Publishing costs the same whether a story has followers or not; what follows from it is counted until it is done. */
async function measureFollowers(
  site: Site,
  author: Author,
  followed: string,
  service: string,
): Promise<void> {
  const alone = await site.story(author);
  const publish = (story: string) => site.cpuOf(publications, () => site.chapter(author.token, story));
  const costs = { without: 0, withAll: 0 };
  for (let round = 0; round < 3; round += 1) {
    const [without, withAll] = [await publish(alone), await publish(followed)];
    // The first round warms up.
    if (round > 0) {
      costs.without += without / 2;
      costs.withAll += withAll / 2;
    }
  }
  const { without, withAll } = costs;
  log(
    `publishing: ${withAll.toFixed(1)} ms, without followers ${without.toFixed(1)}, ${(withAll / without).toFixed(2)} times`,
  );
  await addDevices(site, service);
  // As if it had been published some minutes ago, so that it is announced now.
  await site.db.query(`update chapters set published_at = now() - interval '6 minutes' where story_id = $1`, [
    followed,
  ]);
  await site.db.query(
    `update stories set published_at = now() - interval '6 minutes', last_updated = now() - interval '6 minutes' where id = $1`,
    [followed],
  );
  await site.db.query(`insert into pgboss.job (name, data) values ('due-digests', '{}')`);
  const counts: Record<string, [string, number]> = {
    'emails at once claimed': ['select count(*) from digests where now_at is not null', eager],
    'digests claimed': ['select count(*) from digests where daily_day is not null', followers],
    'push messages sent': [
      `select count(*) from push_subscriptions where sent_until > now() - interval '1 hour'`,
      devices,
    ],
  };
  const started = performance.now();
  const waiting = new Set(Object.keys(counts));
  const most = { server: 0, database: 0 };
  for (let seconds = 0; waiting.size > 0 && seconds < maxWait; ) {
    await sleep(2000);
    seconds = (performance.now() - started) / 1000;
    const used = await memory(site.measured);
    most.server = Math.max(most.server, used.server);
    most.database = Math.max(most.database, used.database);
    for (const name of waiting) {
      const [text, expected] = counts[name] ?? ['', 0];
      const found = Number((await site.db.query(text)).rows[0]?.count);
      if (found < expected && seconds < maxWait) continue;
      waiting.delete(name);
      log(`${name}: ${found} of ${expected} after ${(seconds / 60).toFixed(1)} minutes`);
    }
  }
  log(`memory: server ${most.server.toFixed(0)} MB, database ${most.database.toFixed(0)} MB`);
  // What is left to do would be counted with the inbox.
  await site.db.query(`delete from pgboss.job where name = 'digest-emails' and state < 'active'`);
  await site.db.query('delete from push_subscriptions');
}

/** Copies an author's story until there are many, and adds comments, a third of them answered; the newest are new. */
async function addComments({ db }: Site, { id }: Author, story: string, count: number): Promise<void> {
  const columnsOf = async (table: string, besides: string[]): Promise<string[]> => {
    const { rows } = await db.query(
      `select quote_ident(column_name) as name from information_schema.columns
        where table_name = $1 and is_generated = 'NEVER' and column_name <> all($2)`,
      [table, besides],
    );
    return rows.map(({ name }) => name);
  };
  const copied = (await columnsOf('stories', ['id'])).join();
  await db.query(
    `insert into stories (${copied}) select ${copied} from stories, generate_series(2, $2::int) where id = $1`,
    [story, stories],
  );
  const columns = await columnsOf('chapters', ['id', 'story_id']);
  await db.query(
    `insert into chapters (story_id, ${columns}) select s.id, ${columns.map((name) => `c.${name}`)}
      from chapters c, stories s where c.story_id = $1 and s.author_id = $2 and s.id <> $1`,
    [story, id],
  );
  await db.query(
    `with places as (
        select c.id as chapter, s.id as story, row_number() over (order by s.id) - 1 as place
        from stories s join chapters c on c.story_id = s.id where s.author_id = $1),
      people as (
        select id, row_number() over (order by id) - 1 as place from (
          select id from users where username like 'follower\\_%' order by id limit 1000) u),
      made as (
        insert into comments (subject_kind, subject_id, root_id, user_id, content, created_at)
        select 'chapter', s.chapter, s.story, p.id, 'Comment ' || n || repeat(' well lit', 20),
          now() - n * interval '1 minute'
        from generate_series(1, $2::int) n join places s on s.place = mod(n * 7, $3) join people p on p.place = mod(n * 31, 1000)
        returning *),
      replies as (
        insert into comments (subject_kind, subject_id, root_id, parent_id, user_id, content, created_at)
        select subject_kind, subject_id, root_id, id, $1, 'Thanks', now() from made where hashtext(id::text) % 3 = 0)
      insert into notifications (user_id, kind, subject_id, story_id, chapter_id, actor_id, created_at)
      select $1, 'comment', id, root_id, subject_id, user_id, created_at from made order by created_at desc limit 5000`,
    [id, count, stories],
  );
}

const kinds = 'kind=comment kind=review kind=mention';
const filters = ['', ...`show=new show=unanswered ${kinds} page=50 story`.split(' ')];

async function measureInbox(site: Site): Promise<void> {
  const [many, few] = [await site.author('much_commented'), await site.author('less_commented')];
  const authors = [
    { author: many, story: await site.story(many), count: comments },
    { author: few, story: await site.story(few), count: fewComments },
  ];
  for (const { author, story, count } of authors) await addComments(site, author, story, count);
  await site.db.query('vacuum analyze');
  for (const isNew of [true, false]) {
    if (!isNew) await site.db.query('update notifications set read_at = now()');
    log(`| ${isNew ? 'all new, up to 5,000' : 'all read'} | CPU ms | with ${fewComments} | times |`);
    for (const filter of filters) {
      const costs: number[] = [];
      for (const { author, story } of authors) {
        const query = `?${filter === 'story' ? `story=${story}` : filter}`;
        costs.push(await site.cpuOf(looks, () => site.call(listInbox, author.token, { query })));
      }
      const [a = 0, b = 0] = costs;
      log(`| ${filter || 'all'} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(a / b).toFixed(1)} |`);
    }
  }
}

pinClient();
rmSync(folder, { recursive: true, force: true });
const port = await freePort();
pushes.listen(port, '127.0.0.1');
const service = `http://127.0.0.1:${port}`;
const running = await startInkling('crowds', folder, [], { PUSH_SERVICES: service });
const site = new Site(running, folder);
try {
  await site.db.connect();
  const author = await site.author('crowd_author');
  const followed = await site.story(author);
  await addFollowers(site, followed);
  if (process.argv[2] !== 'inbox') await measureFollowers(site, author, followed, service);
  await measureInbox(site);
} finally {
  await site.db.end();
  await running.stop();
  pushes.close();
}
