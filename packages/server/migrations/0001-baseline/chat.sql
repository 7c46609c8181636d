-- See docs/product/chat.md.

create table chat_rooms (
  story_id uuid not null references stories on delete cascade,
  -- null for the chat of the story
  chapter_id uuid,
  -- the chapter or, for the chat of the story, the story
  place_id uuid not null generated always as (coalesce(chapter_id, story_id)) stored,
  -- that of the newest message; raised under the row's lock, so that numbers have no gaps
  last_number integer not null check (last_number >= 0),
  primary key (story_id, place_id),
  foreign key (story_id, chapter_id) references chapters (story_id, id) on delete cascade
);
-- The foreign key.
create index chat_rooms_by_chapter on chat_rooms (story_id, chapter_id);

create table chat_messages (
  story_id uuid not null references stories on delete cascade,
  place_id uuid not null,
  number integer not null check (number > 0),
  -- chosen by the client, or by the service
  id uuid not null unique,
  -- null for a removed one; the account's deletion removes them first
  user_id uuid references users,
  text text check (char_length(text) between 1 and 2000),
  created_at timestamptz not null,
  removed_at timestamptz,
  -- since when it is taken down by a measure
  taken_down_at timestamptz,
  -- Supports the pages of a room.
  primary key (story_id, place_id, number),
  foreign key (story_id, place_id) references chat_rooms on delete cascade,
  constraint chat_messages_removed
    check (case when removed_at is null then user_id is not null and text is not null else user_id is null and text is
    null end)
);
-- A person's quota, export and deletion, and the foreign key.
create index chat_messages_by_user on chat_messages (user_id, id);

create table chatters (
  user_id uuid primary key references users on delete cascade,
  -- at least the person's rows of chat_messages; counted again when it reaches the quota
  messages integer not null default 0,
  -- the times of the last few messages
  recent_at timestamptz[] not null default '{}'
);

create table closed_chats (
  story_id uuid primary key references stories on delete cascade
);

create table chat_mutes (
  -- in the chats of whose stories
  author_id uuid not null references users on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- null for good
  until timestamptz,
  created_at timestamptz not null,
  primary key (author_id, user_id),
  constraint chat_mutes_others check (author_id <> user_id)
);
-- An author's list.
create index chat_mutes_by_time on chat_mutes (author_id, created_at desc, user_id);
-- The foreign key.
create index chat_mutes_by_user on chat_mutes (user_id);

-- Who has a chat open, in which process. Nothing of this outlives its process, so the tables are not logged: after a crash
-- of the database they are empty, and processes write their rows again within ten seconds.
create unlogged table chat_presence (
  story_id uuid not null references stories on delete cascade,
  -- the chapter or, for the chat of the story, the story
  place_id uuid not null,
  user_id uuid not null references users on delete cascade,
  process_id uuid not null,
  -- renewed while the chat is open; it does not count afterwards, as when the process has ended without notice
  ends_at timestamptz not null,
  -- when others were last notified that the person is typing
  typed_at timestamptz,
  -- Supports the readers of a room.
  primary key (story_id, place_id, user_id, process_id)
);
-- A person's rooms, and the foreign key.
create index chat_presence_by_user on chat_presence (user_id);

create unlogged table chat_announcements (
  story_id uuid not null references stories on delete cascade,
  place_id uuid not null,
  -- when the room was last told who is there, by any process
  at timestamptz not null,
  primary key (story_id, place_id)
);
