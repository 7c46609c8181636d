-- See docs/product/ereader-sync.md.

-- What each device of a person has last sent about each of its files.
create table ereader_places (
  user_id uuid not null references users on delete cascade,
  -- as the device names the file: usually its partial MD5 in hexadecimal
  document text not null check (length(document) between 1 and 200),
  device_id text not null check (length(device_id) <= 200),
  device text not null check (length(device) <= 200),
  -- how the person named the device's token; it stays when the token is revoked
  token_name text not null check (length(token_name) <= 60),
  progress text not null check (length(progress) <= 1000),
  percentage double precision not null check (percentage between 0 and 1),
  -- the story of the file, if it was known when the place was sent
  story_id uuid,
  -- when this place was reached by reading; null for one at which a file was only opened
  read_at timestamptz,
  sent_at timestamptz not null,
  primary key (user_id, document, device_id)
);
-- Supports finding the places in all of a story's files.
create index ereader_places_by_story on ereader_places (user_id, story_id);
