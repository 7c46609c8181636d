-- Limits of requests, durable events (docs/decisions/0024-events.md), live messages, and the folding of texts.

create table call_counts (
  -- SHA-256 of the flow and of whom it is counted for
  key bytea primary key check (octet_length(key) = 32),
  calls integer not null check (calls > 0),
  -- when the window is over and the count begins anew
  ends_at timestamptz not null
);
-- Supports sweeping windows that are over.
create index call_counts_by_end on call_counts (ends_at);

-- How many emails were sent, by the hour.
create table sent_emails (
  hour timestamptz primary key,
  emails integer not null check (emails > 0)
);

-- What was sent to other servers: a row for each day (UTC), host and purpose.
create table outside_requests (
  day date not null,
  host text not null check (length(host) <= 261),
  purpose text not null check (
    purpose in ('feedback', 'story-ideas', 'email', 'push', 'images', 'backup', 'payments')
  ),
  requests bigint not null check (requests > 0),
  -- of the bodies
  bytes bigint not null check (bytes >= 0),
  primary key (day, host, purpose)
);

-- Responses with a status from 500 up, of all processes: by day (UTC), template of a route, and cause. Nothing of people.
create table failed_requests (
  day date not null,
  route text not null,
  -- an error code, and what the request waited for or the SQLSTATE
  cause text not null,
  requests bigint not null check (requests > 0),
  last_at timestamptz not null,
  primary key (day, route, cause)
);

-- One row: how the daily backups went (docs/backup.md#daily-backups).
create table daily_backups (
  single boolean primary key default true check (single),
  -- since when this site exists
  since timestamptz not null default now(),
  -- the last complete and checked one
  good_at timestamptz,
  good_name text,
  good_size bigint,
  -- the last failure, if there was no good one since
  failed_at timestamptz,
  failure text,
  check (num_nulls(good_at, good_name, good_size) in (0, 3)),
  check (num_nulls(failed_at, failure) in (0, 2))
);
insert into daily_backups default values;

-- Few rows: what all processes and commands of the site must know, or have noticed.
create table site_state (
  name text primary key check (name ~ '^[a-z-]{1,40}$'),
  value jsonb not null check (jsonb_typeof(value) = 'object'),
  at timestamptz not null
);

-- One row: what admins have set. What is not in it is as the environment says.
create table site_settings (
  single boolean primary key default true check (single),
  value jsonb not null default '{}' check (jsonb_typeof(value) = 'object'),
  -- raised with each change: pages show some of it
  revision integer not null default 1
);
insert into site_settings default values;

create table event_outbox (
  -- drawn while the emitter holds its locks, so that ids follow the order of causes
  id bigint generated always as identity primary key,
  type text not null,
  subject uuid not null,
  -- the people whose personal data the event is
  person_ids uuid[] not null,
  payload jsonb not null check (jsonb_typeof(payload) = 'object'),
  created_at timestamptz not null
);

-- One row: the position of the last event in the log. Its lock lets one process at a time append.
create table event_relay (
  single boolean primary key default true check (single),
  last_position bigint not null default 0
);
insert into event_relay default values;

create table events (
  position bigint not null,
  type text not null,
  subject uuid not null,
  person_ids uuid[] not null,
  payload jsonb not null,
  created_at timestamptz not null,
  primary key (position, created_at)
) partition by range (created_at);
create table events_default partition of events default;
-- Supports delivering the later events of a subject that a listener has fallen behind with.
create index events_by_subject on events (subject, position);
-- Supports the export and the deletion of a person.
create index events_by_person on events using gin (person_ids);

create table event_cursors (
  listener text primary key,
  -- every event up to this one is handled, or is in event_failures
  position bigint not null
);

create table event_failures (
  listener text not null references event_cursors on delete cascade,
  subject uuid not null,
  -- the event that failed; later ones of this subject wait for it
  position bigint not null,
  attempts integer not null check (attempts >= 0),
  error text,
  -- null once the event is set aside
  retry_at timestamptz,
  primary key (listener, subject)
);
-- Supports finding what is due.
create index event_failures_due on event_failures (retry_at);

-- Events between processes that are too long for a notification of PostgreSQL, for half a minute. The columns are those
-- that @socket.io/postgres-adapter expects (docs/decisions/0071-live-across-processes.md).
create unlogged table live_attachments (
  id bigint primary key generated always as identity,
  created_at timestamptz not null default now(),
  payload bytea not null
);
-- Removing old ones.
create index live_attachments_by_time on live_attachments (created_at);

create function refuse_event_update() returns trigger language plpgsql as $$
begin raise exception 'events are append-only' using errcode = '55000'; end $$;
create trigger events_append_only before update on events for each row execute function refuse_event_update();

-- ASCII, which most titles are, is cheap. In other texts, marks of Latin, Greek, Hebrew and Arabic letters are left out,
-- and so is what cannot be seen or stretches words. Letters that are typed without their mark or with another character
-- are replaced, and so are apostrophes, quotation marks, dashes and digits; first those that are rare, since a long list
-- takes time. packages/contract/src/fold-text.ts does the same.
create function fold_text(value text) returns text language sql immutable parallel safe
return case when octet_length(value) = length(value) then lower(value collate pg_c_utf8)
  else translate(replace(replace(replace(replace(
    normalize(regexp_replace(
      lower(regexp_replace(normalize(case
        when value ~ '[‚‛׳ʻʽʿꞌꞋ‟״ʺ‒―٠-٩۰-۹०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯๐-๙໐-໙၀-၉០-៩]' then translate(value,
          '‚‛׳ʻʽʿꞌꞋ‟״ʺ‒―'
            || '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙၀၁၂၃၄၅၆၇၈၉០១២៣៤៥៦៧៨៩',
          '''''''''''''''''"""--' || repeat('0123456789', 15))
        else value end, NFKD) collate pg_c_utf8,
        E'[\u034f\ufe0e\ufe0f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u0640]', '', 'g')),
      E'(?<=[A-Za-zªº\u00c0-\u02b8\u0370-\u03e1\u03f0-\u03ff\u05d0-\u05f2\u0620-\u063f\u0641-\u064a\u0660-\u0669\u066e\u066f\u0671-\u06d3\u06d5\u06e5\u06e6\u06ee-\u06fc\u06ff\u0750-\u077f\u0870-\u0887\u08a0-\u08c9\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua722-\ua7ff\uab30-\uab6f])[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0898-\u089f\u08ca-\u08e1\u08e3-\u08ff\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]+',
      '', 'g'), NFC),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øđðłħıёςکیى‘’′ʹʼʾ“”„‐–—', 'oddlhiеσكيي''''''''''''"""---') end;

-- The words of a folded text with spaces; a text without words stays as it is folded.
create function words_key(value text) returns text language sql immutable strict parallel safe
return coalesce(
  nullif(btrim(regexp_replace(fold_text(value) collate pg_c_utf8, E'[[:punct:][:space:][:cntrl:]]+', ' ', 'g')), ''),
  fold_text(value));
