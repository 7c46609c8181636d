-- See docs/product/plans.md.

-- What a person may do, from each source: 'gift:<plan>', or 'subscription:<id>'.
create table entitlements (
  person_id uuid not null references users on delete cascade,
  right_name text not null check (
    right_name in ('unlimitedStories', 'assistant', 'advancedAnalytics', 'exclusiveChapters', 'prioritySupport')
  ),
  source text not null check (source ~ '^(gift:(pro|premium)|subscription:[0-9a-f-]{36})$'),
  -- for good if null
  until timestamptz,
  primary key (person_id, right_name, source)
);
-- Supports the list of gifts.
create index entitlements_gifts on entitlements (person_id) where source like 'gift:%';

create table subscriptions (
  person_id uuid not null references users on delete cascade,
  id uuid not null,
  plan text not null check (plan in ('pro', 'premium')),
  status text not null check (status in ('pending', 'active', 'past_due', 'cancelled')),
  -- in minor units of the currency, as agreed at the checkout or the last change
  price integer not null check (price > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  period text not null check (period in ('month', 'year')),
  provider text not null check (provider in ('sandbox', 'stripe')),
  is_test boolean not null,
  -- ids of the provider, which mean nothing here
  provider_id text check (length(provider_id) <= 255),
  customer_id text check (length(customer_id) <= 255),
  checkout_id text check (length(checkout_id) <= 255),
  checkout_url text check (length(checkout_url) <= 2000),
  created_at timestamptz not null,
  -- when it was first paid
  started_at timestamptz,
  -- the end of the time that is paid
  paid_until timestamptz,
  -- whether it is paid again then
  renews boolean not null default true,
  cancel_reason text check (length(cancel_reason) <= 500),
  -- while a cancellation waits for the provider's answer
  cancelling_since timestamptz,
  ended_at timestamptz,
  -- raised with each answer of the provider that is written: one that was asked for before is not written over it
  revision integer not null default 0,
  primary key (person_id, id),
  constraint subscriptions_paid check ((status = 'pending') = (started_at is null) and (started_at is null) = (paid_until is null)),
  constraint subscriptions_ended check (ended_at is null or status = 'cancelled')
);
-- At most one that is active, past due, or cancelled before its end, and one that waits for its payment.
create unique index subscriptions_one_live on subscriptions (person_id) where ended_at is null and status <> 'pending';
create unique index subscriptions_one_pending on subscriptions (person_id) where status = 'pending';
-- No two are the same one of the provider.
create unique index subscriptions_by_provider on subscriptions (provider, provider_id) where provider_id is not null;
-- Supports the job that compares with the provider.
create index subscriptions_open on subscriptions (person_id, id) where ended_at is null;

-- What a person is told about a subscription, each once: that time was paid, could not be, or ends and will not renew. Its
-- price is what it was then.
create table plan_notices (
  person_id uuid not null,
  id uuid not null default uuidv7(),
  subscription_id uuid not null,
  about text not null check (about in ('paid', 'failed', 'ending')),
  -- the end of the time that is paid
  until timestamptz not null,
  plan text not null check (plan in ('pro', 'premium')),
  price integer not null,
  currency text not null,
  period text not null,
  -- whether time was paid before
  is_renewal boolean not null,
  primary key (person_id, id),
  constraint plan_notices_once unique (person_id, subscription_id, about, until),
  foreign key (person_id, subscription_id) references subscriptions on delete cascade
);

-- Events of a provider that were received, so that each is handled once.
create table provider_events (
  provider text not null check (provider in ('sandbox', 'stripe')),
  event_id text not null check (length(event_id) <= 255),
  received_at timestamptz not null,
  primary key (provider, event_id)
);
-- Supports deleting old ones.
create index provider_events_by_age on provider_events (received_at);

-- How many stories a person has started in a calendar month.
create table story_starts (
  person_id uuid not null references users on delete cascade,
  -- its first day
  month date not null check (extract(day from month) = 1),
  started integer not null check (started > 0),
  primary key (person_id, month)
);
