-- See docs/product/measures.md.

create table measures (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('remove', 'warn', 'suspend')),
  person_id uuid not null references users on delete cascade,
  -- what it is about; null for a suspension on the command line
  subject_kind text,
  subject_id uuid,
  -- of the subject, as it was called then
  title text not null default '',
  reason text not null,
  -- what the removal has taken away, and lifting it returns; null while an earlier one has it
  removed jsonb,
  -- of the queue; erased before this row
  entry_id uuid,
  -- who took it; null for the command line
  by_id uuid references users on delete set null,
  -- whether they were no admin then: a community's moderator
  is_by_moderator boolean not null,
  created_at timestamptz not null,
  -- when it ends by itself; null for good
  ends_at timestamptz,
  -- null while it is in force
  ended_at timestamptz,
  lifted_by uuid references users on delete set null,
  appeal text check (appeal <> ''),
  appealed_at timestamptz,
  answer text check (answer <> ''),
  answered_at timestamptz,
  answered_by uuid references users on delete set null,
  is_granted boolean,
  constraint measures_subject check ((subject_kind is null) = (subject_id is null)),
  constraint measures_remove check (kind <> 'remove' or subject_id is not null),
  constraint measures_end check (ends_at is null or kind = 'suspend'),
  constraint measures_appeal check ((appeal is null) = (appealed_at is null)),
  constraint measures_answer
    check ((answer is null) = (answered_at is null) and (answer is null) = (is_granted is null)
      and (answer is null or appeal is not null))
);
-- A person's history, and the foreign key.
create index measures_by_person on measures (person_id, created_at desc, id desc);
-- Which removals of a subject are in force.
create index measures_in_force on measures (subject_kind, subject_id) where kind = 'remove' and ended_at is null;
-- Supports ending what is due.
create index measures_to_end on measures (ends_at) where ended_at is null and ends_at is not null;
-- The list of all, and of open appeals.
create index measures_by_time on measures (created_at desc, id desc);
create index measures_appeals on measures (appealed_at) where answer is null and appeal is not null;
-- The foreign keys.
create index measures_by_author on measures (by_id);
create index measures_by_answerer on measures (answered_by);
create index measures_by_lifter on measures (lifted_by);

-- What was decided and administered: ids and names of things, and hashes of people, since nothing here is ever erased.
create table measure_log (
  number bigint primary key generated always as identity,
  at timestamptz not null,
  action text not null check (action ~ '^[a-z-]{1,40}$'),
  -- what it is about, such as the measure, the dismissed entry of the queue, or a story; an id of its own for the site and for a person
  subject_id uuid not null,
  -- a hash of the subject and who did it; null for the command line and the clock
  actor bytea,
  -- the name of a list, a genre, a plan or settings; never of a person
  detail text not null default ''
);
create function measure_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'measure_log is append-only' using errcode = '23514';
end $$;
create trigger measure_log_append_only before update or delete or truncate on measure_log
  for each statement execute function measure_log_is_append_only();

-- Who did what is in the log, and whom it concerns, as long as they have an account.
create table measure_log_people (
  number bigint not null,
  person_id uuid not null references users on delete cascade,
  is_actor boolean not null,
  primary key (person_id, number, is_actor)
);
-- The people of a page of the log.
create index measure_log_people_by_number on measure_log_people (number);
