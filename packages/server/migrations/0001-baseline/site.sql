-- See docs/product/site.md.

create table contact_messages (
  id uuid primary key default uuidv7(),
  -- as the sender says; nobody has looked whether it is so
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  -- whether the sender was signed in and has priority support
  is_priority boolean not null default false,
  created_at timestamptz not null,
  -- when the mail server has taken it for the operator
  emailed_at timestamptz
);
-- Supports telling a message that is sent once more, and forgetting old ones.
create index contact_messages_by_age on contact_messages (created_at);
