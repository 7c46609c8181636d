-- See docs/product/assistant.md.

-- To which host a person lets texts be sent, and how often the model wrote for them on their last day with it.
create table model_use (
  person_id uuid primary key references users on delete cascade,
  -- null: they do not agree (any more)
  host text check (host ~ '^[a-z0-9.:[\]-]{1,255}$'),
  day date not null,
  requests integer not null default 0 check (requests >= 0)
);

-- What was sent to other servers: a row for each day (UTC), host and purpose.
create table outside_requests (
  day date not null,
  host text not null check (length(host) <= 255),
  purpose text not null check (purpose in ('feedback', 'story-ideas')),
  requests integer not null check (requests > 0),
  bytes bigint not null check (bytes > 0),
  primary key (day, host, purpose)
);
