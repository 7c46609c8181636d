-- See docs/product/genres.md.

create table genres (
  id uuid primary key default uuidv7(),
  name text not null,
  name_key text not null constraint genres_name_key unique,
  description text not null default ''
);

create table subgenres (
  id uuid primary key default uuidv7(),
  genre_id uuid not null references genres on delete cascade,
  name text not null,
  name_key text not null,
  constraint subgenres_name_key unique (genre_id, name_key)
);

-- What a new site begins with.
with first (name, description, subgenres) as (values
  ('Fantasy', 'Magic, and worlds that are not ours.',
    array['Epic Fantasy', 'Sword and Sorcery', 'Portal Fantasy', 'Dark Fantasy']),
  ('Sci-Fi', 'What science could make of us.',
    array['Hard Science Fiction', 'Science Fiction', 'First Contact', 'Artificial Minds']),
  ('Mystery', 'A question, and somebody who cannot leave it alone.',
    array['Whodunit', 'Amateur Sleuth', 'Locked Room', 'Cold Case']),
  ('Romance', 'Two hearts and what stands between them.',
    array['Slow Burn', 'Second Chance', 'Enemies to Lovers', 'Regency']),
  ('Horror', 'Stories to read with the light on.',
    array['Gothic', 'Cosmic Horror', 'Psychological Horror', 'Folk Horror']),
  ('Thriller', 'Not enough time, and too much to lose.',
    array['Political Thriller', 'Legal Thriller', 'Techno-Thriller', 'Domestic Suspense']),
  ('Adventure', 'Far places and narrow escapes.', array['Treasure Hunt', 'Survival', 'Expedition', 'Swashbuckler']),
  ('Historical', 'The past, from the inside.', array['Antiquity', 'Medieval', 'Victorian', 'World Wars']),
  ('Comedy', 'Stories that would like to make you laugh.', array['Satire', 'Farce', 'Comedy of Manners', 'Parody']),
  ('Drama', 'People under pressure.', array['Courtroom Drama', 'Social Drama', 'Tragedy']),
  ('Slice of Life', 'Ordinary days, closely seen.', array['Workplace', 'Village Life', 'School Life']),
  ('Literary', 'Language first.', array['Experimental', 'Character Study', 'Vignettes']),
  ('Magical Realism', 'The marvelous, told as if it were the weather.', array['Family Myth', 'Urban Wonder']),
  ('Cozy Fantasy', 'Small stakes, warm kettles.', array['Tea and Magic', 'Found Family']),
  ('Urban Fantasy', 'Magic around the corner.', array['Hidden World', 'Supernatural Detective', 'City Witches']),
  ('Space Opera', 'Empires among the stars.', array['Military', 'Smugglers and Rogues', 'Lost Colonies']),
  ('Ghost Story', 'The dead, and what they want.', array['Haunted House', 'Winter Tales']),
  ('Detective', 'The professionals.', array['Police Procedural', 'Private Eye', 'Forensics']),
  ('Young Adult', 'Everything for the first time.', array['Coming of Age', 'First Love', 'Dystopian Youth']),
  ('Fairy Tale', 'Once upon a time, told anew.', array['Retelling', 'Wonder Tale']),
  ('Western', 'Dust, distance and a debt.', array['Frontier', 'Weird West', 'Outlaws']),
  ('Nautical', 'Ships and those who trust them.', array['Age of Sail', 'Lighthouse Tales', 'Deep Sea']),
  ('Climate Fiction', 'The weather to come.', array['Solarpunk', 'Flooded Worlds']),
  ('Family Saga', 'Generations under one name.', array['Dynasty', 'Migration']),
  ('Crime', 'The deed, and those it touches.', array['Heist', 'Organized Crime', 'True-Crime Style']),
  ('Noir', 'Rain, neon, and nobody innocent.', array['Neo-Noir', 'Hardboiled']),
  ('Dystopian', 'Order at too high a price.', array['Surveillance', 'Revolt']),
  ('Post-Apocalyptic', 'After the end.', array['Wasteland', 'Rebuilding']),
  ('Cyberpunk', 'High technology, low lives.', array['Hackers', 'Corporate Wars']),
  ('Steampunk', 'Brass, steam and better manners.', array['Airships', 'Clockwork']),
  ('Alternate History', 'What if it had gone otherwise.', array['Different Wars', 'Other Empires']),
  ('Paranormal', 'Vampires, wolves and their neighbors.', array['Vampires', 'Shapeshifters', 'Psychics']),
  ('Superhero', 'Powers and their price.', array['Origin Story', 'Villain Protagonist']),
  ('LitRPG', 'Worlds with levels and rules.', array['Dungeon Crawl', 'System Apocalypse', 'Virtual Worlds']),
  ('Progression Fantasy', 'From nothing to the summit, step by step.',
    array['Cultivation', 'Magic Academy', 'Tower Climbing']),
  ('Isekai', 'Waking in another world.', array['Reincarnation', 'Summoned Hero']),
  ('Wuxia', 'Wandering swords and honor.', array['Martial Sects', 'Jianghu']),
  ('Mythology', 'Gods and those they meddle with.', array['Greek', 'Norse', 'African', 'Asian']),
  ('Folklore', 'What grandmothers know.', array['Tricksters', 'Village Legends']),
  ('War', 'Battle and what it leaves.', array['Homefront', 'Resistance']),
  ('Espionage', 'Secrets for a living.', array['Cold War', 'Double Agents']),
  ('Sports', 'The game, and what it is about.', array['Underdogs', 'Team Stories']),
  ('School', 'Classrooms, corridors and everything in between.', array['Boarding School', 'University']),
  ('Queer Fiction', 'LGBTQ+ lives and loves.', array['Queer Romance', 'Coming Out']),
  ('Women''s Fiction', 'Lives of women, told from within.',
    array['Friendship', 'New Beginnings', 'City Life', 'Career']),
  ('Contemporary', 'Today, and how to live in it.', array['Small Town', 'Big City', 'Modern Families']),
  ('Classics', 'Written long ago, and still read.', array['Ancient', 'Nineteenth Century', 'Modernist']),
  ('Time Travel', 'Yesterday, again.', array['Paradox', 'Loops']),
  ('Fan Fiction', 'Known worlds, new stories.', array['Canon Divergence', 'Crossover']),
  ('Poetry', 'Verse, collected.', array['Narrative Verse', 'Free Verse']),
  ('Short Fiction', 'Complete in little room.', array['Flash Fiction', 'Linked Stories']),
  ('Novella', 'Longer than a story, shorter than a novel.', array['Standalone']),
  ('Epistolary', 'Told in letters, logs and messages.', array['Letters', 'Diaries']),
  ('Memoir', 'A life, remembered.', array['Travel Memoir', 'Childhood']),
  ('Travel', 'Elsewhere, and the way there.', array['Road Trip', 'Pilgrimage']),
  ('Philosophical', 'Stories that think aloud.', array['Thought Experiments', 'Parables']),
  ('Religious', 'Faith, and its company.', array['Spiritual Journeys']),
  ('Children', 'To be read aloud.', array['Bedtime Stories', 'Animal Tales']),
  ('Middle Grade', 'For readers between eight and twelve.', array['Mystery Club', 'Friendship']),
  ('Animal Fiction', 'Told from lower down.', array['Talking Animals', 'Wild Lives']),
  ('Essays', 'Attempts at a subject.', array['Personal Essays', 'Criticism'])
), added as (
  insert into genres (name, name_key, description) select name, lower(name), description from first returning id, name
)
insert into subgenres (genre_id, name, name_key)
select added.id, subgenre, lower(subgenre) from added join first using (name), unnest(subgenres) as subgenre;
