-- See docs/product/assistant.md.

-- To which host a person lets texts be sent, and how often the model wrote for them on their last day with it.
create table model_use (
  person_id uuid primary key references users on delete cascade,
  -- null: they do not agree (any more)
  host text check (host ~ '^[a-z0-9.:[\]-]{1,255}$'),
  day date not null,
  requests integer not null default 0 check (requests >= 0)
);
