-- See docs/product/reports.md.

-- The queue: one open entry for each thing that is reported or held.
create table report_entries (
  id uuid primary key default uuidv7(),
  subject_kind text not null,
  subject_id uuid not null,
  -- who wrote it; null once their account is deleted
  person_id uuid references users on delete set null,
  title text not null,
  -- what it is a part of
  context text not null default '',
  community_id uuid,
  created_at timestamptz not null,
  -- Why a text is held until someone decides, and below how many hours of age or for the how many-th time it was written;
  -- null for what was only reported (docs/product/spam.md).
  held_for text check (held_for in ('link', 'repeated')),
  held_number integer,
  -- whether readers have never seen it, so that allowing it announces it
  is_unseen boolean not null default false,
  -- whether it stays open for admins when moderators have decided (docs/product/reports.md#deciding)
  is_for_admins boolean not null default false,
  -- what moderators have decided about such an entry
  moderator_decision text check (moderator_decision in ('dismiss', 'remove', 'warn')),
  moderator_id uuid references users on delete set null,
  moderated_at timestamptz,
  taken_by uuid references users on delete set null,
  decision text check (decision in ('dismiss', 'remove', 'warn', 'suspend')),
  decided_by uuid references users on delete set null,
  -- null while it is open
  closed_at timestamptz,
  constraint report_entries_held check ((held_for is null) = (held_number is null)),
  constraint report_entries_moderated check ((moderator_decision is null) = (moderated_at is null)),
  constraint report_entries_closed check ((decision is null) = (closed_at is null))
);
create unique index report_entries_open on report_entries (subject_kind, subject_id) where closed_at is null;
-- The queues of all and of a community, and the closed ones, which are deleted after a while.
create index report_entries_queue on report_entries (created_at, id) where closed_at is null;
create index report_entries_of_community on report_entries (community_id, created_at, id) where community_id is not null;
create index report_entries_closed_at on report_entries (closed_at desc, id desc) where closed_at is not null;
-- A person's history, and the foreign keys.
create index report_entries_by_person on report_entries (person_id);
create index report_entries_by_taker on report_entries (taken_by);
create index report_entries_by_decider on report_entries (decided_by);
create index report_entries_by_moderator on report_entries (moderator_id);

create table reports (
  id uuid primary key default uuidv7(),
  entry_id uuid not null references report_entries on delete cascade,
  -- null once their account is deleted
  reporter_id uuid references users on delete set null,
  reason text not null
    check (reason in ('copied', 'harassment', 'hate', 'sexual', 'violence', 'self-harm', 'private-data', 'impersonation',
      'spam', 'mislabelled', 'undisclosed-ai', 'other')),
  text text not null check (char_length(text) <= 2000),
  created_at timestamptz not null,
  constraint reports_once unique (entry_id, reporter_id)
);
-- A person's reports, their number, and the foreign key.
create index reports_by_reporter on reports (reporter_id, created_at desc, id desc);

-- What reporters saw: one row for each wording.
create table report_copies (
  entry_id uuid not null references report_entries on delete cascade,
  digest bytea not null,
  text text not null,
  -- the address of a picture
  image text,
  created_at timestamptz not null,
  primary key (entry_id, digest)
);

create table report_notes (
  id uuid primary key default uuidv7(),
  entry_id uuid not null references report_entries on delete cascade,
  author_id uuid references users on delete set null,
  text text not null check (char_length(text) between 1 and 2000),
  -- whether an admin wrote it, for admins alone
  is_for_admins boolean not null,
  created_at timestamptz not null
);
create index report_notes_by_entry on report_notes (entry_id, created_at, id);
create index report_notes_by_author on report_notes (author_id);

-- The texts that people wrote in the last day, as hashes: against repeated ones and too many of them.
create table written_texts (
  user_id uuid not null references users on delete cascade,
  digest bytea not null,
  text_id uuid not null,
  created_at timestamptz not null,
  primary key (user_id, digest, text_id)
);
-- Those of the last hour, and the nightly job that deletes old ones.
create index written_texts_by_time on written_texts (user_id, created_at desc);
create index written_texts_old on written_texts (created_at);
