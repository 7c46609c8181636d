-- See docs/product/users.md.

create table users (
  id uuid primary key default uuidv7(),
  username text not null,
  -- NFKC and lower case: two names that differ in these alone are one name
  username_key text not null constraint users_username_key unique,
  -- since when they have it; null: since created_at
  username_since timestamptz,
  display_name text not null default '',
  bio text not null default '',
  avatar text,
  -- the address where an author has moved
  moved_to text check (moved_to ~ '^https://' and char_length(moved_to) <= 300),
  role text not null default 'reader' check (role in ('reader', 'author')),
  is_admin boolean not null default false,
  -- of the site: appointed by admins to work on reports, appeals and takedowns
  is_moderator boolean not null default false,
  is_verified boolean not null default false,
  created_at timestamptz not null,
  -- While suspended_at is set, by the measures in force, this person writes nothing. After deletion_due_at the account is deleted.
  suspended_at timestamptz,
  deletion_due_at timestamptz,
  -- rows of follows that are counted, changed in the statement that changes these
  followers_count bigint not null default 0 check (followers_count >= 0),
  following_count bigint not null default 0 check (following_count >= 0),
  email_notifications boolean not null default true,
  -- an IANA name as Node knows it: a person's days begin and end there
  time_zone text not null default 'UTC',
  username_skeleton text not null
    generated always as (lower(translate(username,
    'ꝚƧϨꙄᒿꞫȜƷꝪⳌЗӠ𖼻𑣊Ꮞ𑢯Ƽ𑢻ⳒбᏮ𑣕𐓒𑣆৪੪ȣȢ੧୨৭൭ꝮⳊ𑣌𑢬𑣖ɑαаΑАᎪᗅꓮ𖽀𐊠ƄЬᏏᖯꞴΒВᏴᗷꓐ𐊂𐊡ᴄⲥсꮯ𐐽𑣩ⲤСᏟꓚ𐊢𐐕𐔜ԁᏧᑯꓒᎠᗞᗪꓓꬲеҽΕЕⴹᎬꓰ𑢦𑢮𐊆ꬵꞙẝքꞘϜᖴꓝ𑣂𑢢𐊇𐊥𐔥ɡᶃƍցԌᏀᏳꓖһհᏂΗⲎНᎻᕼꓧ𐋏ıɪɩιіꙇꭵᎥ𑣃ϳјꞲͿЈᎫᒍꓙΚⲔКᏦᛕꓗ𐔘1IӏƖǀΙⲒІӀⵏᛁꓲ𖼨𐊊ⳐᏞᒪꓡ𖼖𑢣𑢲𐐛𐔦ΜϺⲘМᎷᗰᛖꓟ𐊰ոռΝⲚꓠ𐔓0०੦૦௦౦೦൦๐໐၀ᴏᴑꬽοσⲟоჿօഠဝ𐓪𑣈𑣗𐐬০୦𑓐𑣠ΟⲞОՕⵔዐଠ𐓂ꓳ𑢵𐊒𐊫𐐄𐔖ρⲣрΡⲢРᏢᑭꓑ𐊕ԛգզⵕꭇꭈᴦⲅгꮁƦᎡᏒ𐒴ᖇꓣ𖼵ꜱƽѕꮪ𑣁𐑈ЅՏᏕᏚꓢ𖼺𐊖𐐠ΤⲦТᎢꓔ𖼊𑢼𐊗𐊱ꞟᴜꭎꭒʋυս𐓶𑣘Սሀ𐓎ᑌꓴ𖽂𑢸ᴠνѵ𑜆ꮩ𑣀ѴⴸᏙᐯꛟꓦ𖼈𑢠𐔝ɯᴡѡԝա𑜊𑜎𑜏ꮃ𑣦ԜᎳᏔꓪхᕁᕽꞳΧⲬХⵝᚷꓫ𐊐𐊴𐔧ɣᶌʏỿꭚγуүყ𑣜ΥⲨУҮᎩᎽꓬ𖽃𑢤𐊲ᴢꮓ𑣄𑣥ΖᏃꓜ𑢩',
    '2222233333333344556666778888999999999aaaaaaaaaabbbbbbbbbbbbcccccccccccccddddddddeeeeeeeeeeefffffffffffffgggggggghhhhhhhhhhiiiiiiiiijjjjjjjjkkkkkkklllllllllllllllllllllllmmmmmmmmmnnnnnnooooooooooooooooooooooooooooooooooooooooooooppppppppppqqqqrrrrrrrrrrrrrsssssssssssssstttttttttuuuuuuuuuuuuuuuuvvvvvvvvvvvvvvvwwwwwwwwwwwwwwxxxxxxxxxxxxxyyyyyyyyyyyyyyyyyyyyzzzzzzzz')
    collate pg_c_utf8)) stored,
  shows_mature boolean not null default false,
  hidden_tags text[] not null default '{}' check (cardinality(hidden_tags) <= 200),
  -- of hidden_tags, which are keys, as the person spells them
  hidden_tag_names text[] not null default '{}',
  hidden_warnings text[] not null default '{}' check (cardinality(hidden_warnings) <= 12),
  keeps_history boolean not null default true,
  -- whether their reading time is stored; without it, their views are counted like those of anybody
  is_measured boolean not null default true,
  shows_presence boolean not null default true,
  -- Nothing is earned, and no one sees what was.
  hides_rewards boolean not null default false,
  -- when that was so: nothing that happened then is counted, also not in a replay
  rewards_off tstzmultirange not null default '{}',
  -- in /rewards, by their own wish
  hides_first_steps boolean not null default false,
  -- in the leaderboard, by their own wish
  is_ranked boolean not null default false,
  -- whether their public profile lists their favorite genres
  shows_genres boolean not null default false,
  -- primary subtags; empty for all languages
  languages text[] not null default '{}' check (cardinality(languages) <= 20),
  -- by name: the query string of the filters
  saved_filters jsonb not null default '{}'
    check (jsonb_array_length(jsonb_path_query_array(saved_filters, '$.keyvalue()')) <= 20),
  -- By setting: { value, at }, with the time of the change in milliseconds since 1970.
  reading_settings jsonb not null default '{}' constraint reading_settings_size
    check (jsonb_typeof(reading_settings) = 'object' and octet_length(reading_settings::text) <= 2000),
  -- how the covers of their stories without an image are drawn; null as usual
  cover_style text check (cover_style in ('cloth', 'night')),
  day_zone text,
  -- the end of that day
  day_zone_until timestamptz,
  -- as days since 1970-01-01, in order
  short_days integer[] not null default '{}' check (cardinality(short_days) <= 500),
  constraint users_username_skeleton unique (username_skeleton),
  constraint users_day_zone_check check ((day_zone is null) = (day_zone_until is null))
);
-- Supports finding the accounts whose time has come.
create index users_to_delete on users (deletion_due_at) where deletion_due_at is not null;
create index users_by_own_avatar on users (substr(avatar, 8, 32)) where avatar like '/files/%';
-- Supports searches for a name that many people have: those with most followers come first.
create index users_by_followers on users (followers_count desc, id);
-- Supports finding the admins and moderators for whom reports wait.
create index users_team on users (id) where is_admin or is_moderator;
-- Supports finding the reviewers whose reviews are not listed.
create index users_suspended on users (suspended_at) where suspended_at is not null;

create table follows (
  follower_id uuid not null references users on delete cascade,
  followed_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  -- in the counters of both; a job changes it after one of them was hidden or restored
  is_counted boolean not null default true,
  primary key (follower_id, followed_id),
  constraint follows_not_oneself check (follower_id <> followed_id)
);
-- Support the two lists of a person's page, newest first; the second also deleting a person.
create index follows_by_follower on follows (follower_id, created_at desc, followed_id desc);
create index follows_by_followed on follows (followed_id, created_at desc, follower_id desc);

-- Names that are or were people's and stay theirs while the account exists. The key lets each exist once, whatever happens at the same moment.
create table usernames (
  -- a username_key, or a username_skeleton
  name text not null,
  is_skeleton boolean not null,
  user_id uuid not null references users on delete cascade,
  -- since when the name is the person's: texts that are older mean another person by it
  owned_since timestamptz not null,
  primary key (name, is_skeleton)
);
create index usernames_by_user on usernames (user_id, owned_since);

create function hold_username() returns trigger language plpgsql as $$
declare
  held integer;
begin
  insert into usernames as h (name, is_skeleton, user_id, owned_since)
  select n.name, n.is_skeleton, new.id, coalesce(new.username_since, new.created_at)
  from (values (new.username_key, false), (new.username_skeleton, true)) n (name, is_skeleton)
  on conflict (name, is_skeleton) do update set user_id = excluded.user_id where h.user_id = excluded.user_id;
  get diagnostics held = row_count;
  if held < 2 then
    raise unique_violation using message = 'the username is held for another person', constraint = 'usernames_held';
  end if;
  return null;
end $$;
create trigger users_hold_username after insert or update of username on users
for each row execute function hold_username();

create table favorite_genres (
  user_id uuid not null references users on delete cascade,
  genre_id uuid not null references genres on delete cascade,
  position smallint not null check (position >= 1),
  primary key (user_id, genre_id)
);
-- Supports deleting a genre.
create index favorite_genres_by_genre on favorite_genres (genre_id);
