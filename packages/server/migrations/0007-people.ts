import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Each letter stands for the one below it: the contract's list of look-alikes when this migration was written. */
const letters =
  'ꝚƧϨꙄᒿꞫȜƷꝪⳌЗӠ𖼻𑣊Ꮞ𑢯Ƽ𑢻ⳒбᏮ𑣕𐓒𑣆৪੪ȣȢ੧୨৭൭ꝮⳊ𑣌𑢬𑣖ɑαаΑАᎪᗅꓮ𖽀𐊠ƄЬᏏᖯꞴΒВᏴᗷꓐ𐊂𐊡ᴄⲥсꮯ𐐽𑣩ⲤСᏟꓚ𐊢𐐕𐔜ԁᏧᑯꓒᎠᗞᗪꓓꬲеҽΕЕⴹᎬꓰ𑢦𑢮𐊆ꬵꞙẝքꞘϜᖴꓝ𑣂𑢢𐊇𐊥𐔥ɡᶃƍցԌᏀᏳꓖһհᏂΗⲎНᎻᕼꓧ𐋏ıɪɩιіꙇꭵᎥ𑣃ϳјꞲͿЈᎫᒍꓙΚⲔКᏦᛕꓗ𐔘1IӏƖǀΙⲒІӀⵏᛁꓲ𖼨𐊊ⳐᏞᒪꓡ𖼖𑢣𑢲𐐛𐔦ΜϺⲘМᎷᗰᛖꓟ𐊰ոռΝⲚꓠ𐔓0०੦૦௦౦೦൦๐໐၀ᴏᴑꬽοσⲟоჿօഠဝ𐓪𑣈𑣗𐐬০୦𑓐𑣠ΟⲞОՕⵔዐଠ𐓂ꓳ𑢵𐊒𐊫𐐄𐔖ρⲣрΡⲢРᏢᑭꓑ𐊕ԛգզⵕꭇꭈᴦⲅгꮁƦᎡᏒ𐒴ᖇꓣ𖼵ꜱƽѕꮪ𑣁𐑈ЅՏᏕᏚꓢ𖼺𐊖𐐠ΤⲦТᎢꓔ𖼊𑢼𐊗𐊱ꞟᴜꭎꭒʋυս𐓶𑣘Սሀ𐓎ᑌꓴ𖽂𑢸ᴠνѵ𑜆ꮩ𑣀ѴⴸᏙᐯꛟꓦ𖼈𑢠𐔝ɯᴡѡԝա𑜊𑜎𑜏ꮃ𑣦ԜᎳᏔꓪхᕁᕽꞳΧⲬХⵝᚷꓫ𐊐𐊴𐔧ɣᶌʏỿꭚγуүყ𑣜ΥⲨУҮᎩᎽꓬ𖽃𑢤𐊲ᴢꮓ𑣄𑣥ΖᏃꓜ𑢩';
const standFor =
  '2222233333333344556666778888999999999aaaaaaaaaabbbbbbbbbbbbcccccccccccccddddddddeeeeeeeeeeefffffffffffffgggggggghhhhhhhhhhiiiiiiiiijjjjjjjjkkkkkkklllllllllllllllllllllllmmmmmmmmmnnnnnnooooooooooooooooooooooooooooooooooooooooooooppppppppppqqqqrrrrrrrrrrrrrsssssssssssssstttttttttuuuuuuuuuuuuuuuuvvvvvvvvvvvvvvvwwwwwwwwwwwwwwxxxxxxxxxxxxxyyyyyyyyyyyyyyyyyyyyzzzzzzzz';

/** The program shows an error of this name as a message to the operator. */
const startupProblem = (message: string) => Object.assign(new Error(message), { name: 'StartupProblem' });

/** Who follows whom, what people prefer, their day, and names that look alike (docs/product/users.md and docs/product/library.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table users
      -- counters, changed by triggers in the statement that changes the rows they count
      add column followers_count bigint not null default 0 check (followers_count >= 0),
      add column following_count bigint not null default 0 check (following_count >= 0),
      add column email_notifications boolean not null default true,
      -- an IANA name as Node knows it: a person's days begin and end there
      add column time_zone text not null default 'UTC'`.execute(db);
  await looks(db);
  await sql`
    create table follows (
      follower_id uuid not null references users on delete cascade,
      followed_id uuid not null references users on delete cascade,
      created_at timestamptz not null,
      primary key (follower_id, followed_id),
      constraint follows_not_oneself check (follower_id <> followed_id)
    )`.execute(db);
  // Support the two lists of a person's page, newest first; the second also deleting a person.
  await sql`create index follows_by_follower on follows (follower_id, created_at desc, followed_id desc)`.execute(
    db,
  );
  await sql`create index follows_by_followed on follows (followed_id, created_at desc, follower_id desc)`.execute(
    db,
  );
  await followCounters(db);
  await sql`
    create table favorite_genres (
      user_id uuid not null references users on delete cascade,
      genre_id uuid not null references genres on delete cascade,
      position smallint not null check (position >= 1),
      primary key (user_id, genre_id)
    )`.execute(db);
  // Supports deleting a genre.
  await sql`create index favorite_genres_by_genre on favorite_genres (genre_id)`.execute(db);
  await readingDays(db);
}

/** Follows also end with a person who is deleted: triggers count on every path. */
async function followCounters(db: Kysely<never>): Promise<void> {
  await sql`create function count_follow() returns trigger language plpgsql as $$
    declare
      follower uuid := coalesce(new.follower_id, old.follower_id);
      followed uuid := coalesce(new.followed_id, old.followed_id);
      change integer := case when tg_op = 'INSERT' then 1 else -1 end;
    begin
      update users set
        followers_count = followers_count + case when id = followed then change else 0 end,
        following_count = following_count + case when id = follower then change else 0 end
      where id in (follower, followed);
      return null;
    end $$`.execute(db);
  await sql`create trigger follows_counted after insert or delete on follows
    for each row execute function count_follow()`.execute(db);
}

/**
 * What a username looks like: letters of any script that look like a Latin one stand for it. The database works
 * it out itself, so that no path that names a person can forget to.
 */
async function looks(db: Kysely<never>): Promise<void> {
  const look = sql`lower(translate(username, ${sql.lit(letters)}, ${sql.lit(standFor)}) collate pg_c_utf8)`;
  await refuseLookAlikes(db, look);
  await sql`
    alter table users add column username_look text not null generated always as (${look}) stored,
      add constraint users_username_look unique (username_look)`.execute(db);
}

/** Which of two people keeps the name is not for a program to say: the operator gives the younger one another. */
async function refuseLookAlikes(db: Kysely<never>, look: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ names: string[] }>`
    select array_agg(username order by created_at, id) as names from users
    group by ${look} having count(*) > 1 order by min(created_at)`.execute(db);
  const [first] = rows;
  if (first === undefined) return;
  const [older, younger = ''] = first.names;
  const name = `'${younger.replaceAll("'", "''")}'`;
  throw startupProblem(
    `The usernames “${older}” and “${younger}” look alike, which this version of Inkling does not allow. With the version that you had, give the younger one another: UPDATE users SET username = 'another', username_key = 'another' WHERE username = ${name}; then start this one again.`,
  );
}

async function readingDays(db: Kysely<never>): Promise<void> {
  // Words count once: up to here they have been counted. The progress beside it falls when a reader goes back.
  await sql`
    alter table reading_positions
      add column furthest numeric(5, 2) not null default 0 check (furthest between 0 and 100)`.execute(db);
  await sql`update reading_positions set furthest = progress`.execute(db);
  await sql`
    create table reading_days (
      user_id uuid not null references users on delete cascade,
      -- in the time zone that the reader had then
      day date not null,
      words integer not null default 0 check (words >= 0),
      -- read to their end for the first time
      chapters integer not null default 0 check (chapters >= 0),
      primary key (user_id, day)
    ) with (fillfactor = 80)`.execute(db);
}
