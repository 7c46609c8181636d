-- See docs/product/push.md.

create table push_subscriptions (
  user_id uuid not null references users on delete cascade,
  id uuid not null default uuidv7(),
  -- A subscription ends with the session that made it.
  session_hash bytea not null references sessions on delete cascade constraint push_subscriptions_session unique,
  -- an address at the browser's push service; whoever knows it and the site's key can push to the browser
  endpoint text not null constraint push_subscriptions_endpoint unique check (octet_length(endpoint) <= 1000),
  -- keys of the browser with which messages are encrypted
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  created_at timestamptz not null,
  -- Entries up to then were sent, or came before the subscription.
  sent_until timestamptz not null,
  -- when its person's notifications are looked at next
  due_at timestamptz not null,
  -- by the push service, one after another
  refusals integer not null default 0 check (refusals >= 0),
  primary key (user_id, id)
);
-- Supports finding those that are due.
create index push_subscriptions_due on push_subscriptions (due_at);
