import { type Kysely, sql } from 'kysely';

/** Genres and their subgenres, with the list that a new site begins with (docs/product/genres.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table genres (
      id uuid primary key default uuidv7(),
      name text not null,
      name_key text not null constraint genres_name_key unique,
      description text not null default ''
    )`.execute(db);
  await sql`
    create table subgenres (
      id uuid primary key default uuidv7(),
      genre_id uuid not null references genres on delete cascade,
      name text not null,
      name_key text not null,
      constraint subgenres_name_key unique (genre_id, name_key)
    )`.execute(db);
  for (const [name, description, subgenres] of firstGenres) {
    await sql`
      with genre as (
        insert into genres (name, name_key, description)
        values (${name}, ${name.toLowerCase()}, ${description}) returning id)
      insert into subgenres (genre_id, name, name_key)
      select genre.id, sub, lower(sub) from genre, unnest(${subgenres}::text[]) as sub`.execute(db);
  }
}

const firstGenres: [name: string, description: string, subgenres: string[]][] = [
  [
    'Fantasy',
    'Magic, and worlds that are not ours.',
    ['Epic Fantasy', 'Sword and Sorcery', 'Portal Fantasy', 'Dark Fantasy'],
  ],
  [
    'Sci-Fi',
    'What science could make of us.',
    ['Hard Science Fiction', 'Science Fiction', 'First Contact', 'Artificial Minds'],
  ],
  [
    'Mystery',
    'A question, and somebody who cannot leave it alone.',
    ['Whodunit', 'Amateur Sleuth', 'Locked Room', 'Cold Case'],
  ],
  [
    'Romance',
    'Two hearts and what stands between them.',
    ['Slow Burn', 'Second Chance', 'Enemies to Lovers', 'Regency'],
  ],
  [
    'Horror',
    'Stories to read with the light on.',
    ['Gothic', 'Cosmic Horror', 'Psychological Horror', 'Folk Horror'],
  ],
  [
    'Thriller',
    'Not enough time, and too much to lose.',
    ['Political Thriller', 'Legal Thriller', 'Techno-Thriller', 'Domestic Suspense'],
  ],
  [
    'Adventure',
    'Far places and narrow escapes.',
    ['Treasure Hunt', 'Survival', 'Expedition', 'Swashbuckler'],
  ],
  ['Historical', 'The past, from the inside.', ['Antiquity', 'Medieval', 'Victorian', 'World Wars']],
  [
    'Comedy',
    'Stories that would like to make you laugh.',
    ['Satire', 'Farce', 'Comedy of Manners', 'Parody'],
  ],
  ['Drama', 'People under pressure.', ['Courtroom Drama', 'Social Drama', 'Tragedy']],
  ['Slice of Life', 'Ordinary days, closely seen.', ['Workplace', 'Village Life', 'School Life']],
  ['Literary', 'Language first.', ['Experimental', 'Character Study', 'Vignettes']],
  ['Magical Realism', 'The marvellous, told as if it were the weather.', ['Family Myth', 'Urban Wonder']],
  ['Cosy Fantasy', 'Small stakes, warm kettles.', ['Tea and Magic', 'Found Family']],
  ['Urban Fantasy', 'Magic round the corner.', ['Hidden World', 'Supernatural Detective', 'City Witches']],
  ['Space Opera', 'Empires among the stars.', ['Military', 'Smugglers and Rogues', 'Lost Colonies']],
  ['Ghost Story', 'The dead, and what they want.', ['Haunted House', 'Winter Tales']],
  ['Detective', 'The professionals.', ['Police Procedural', 'Private Eye', 'Forensics']],
  ['Young Adult', 'Everything for the first time.', ['Coming of Age', 'First Love', 'Dystopian Youth']],
  ['Fairy Tale', 'Once upon a time, told anew.', ['Retelling', 'Wonder Tale']],
  ['Western', 'Dust, distance and a debt.', ['Frontier', 'Weird West', 'Outlaws']],
  ['Nautical', 'Ships and those who trust them.', ['Age of Sail', 'Lighthouse Tales', 'Deep Sea']],
  ['Climate Fiction', 'The weather to come.', ['Solarpunk', 'Flooded Worlds']],
  ['Family Saga', 'Generations under one name.', ['Dynasty', 'Migration']],
  ['Crime', 'The deed, and those it touches.', ['Heist', 'Organised Crime', 'True-Crime Style']],
  ['Noir', 'Rain, neon, and nobody innocent.', ['Neo-Noir', 'Hardboiled']],
  ['Dystopian', 'Order at too high a price.', ['Surveillance', 'Revolt']],
  ['Post-Apocalyptic', 'After the end.', ['Wasteland', 'Rebuilding']],
  ['Cyberpunk', 'High technology, low lives.', ['Hackers', 'Corporate Wars']],
  ['Steampunk', 'Brass, steam and better manners.', ['Airships', 'Clockwork']],
  ['Alternate History', 'What if it had gone otherwise.', ['Different Wars', 'Other Empires']],
  ['Paranormal', 'Vampires, wolves and their neighbours.', ['Vampires', 'Shapeshifters', 'Psychics']],
  ['Superhero', 'Powers and their price.', ['Origin Story', 'Villain Protagonist']],
  ['LitRPG', 'Worlds with levels and rules.', ['Dungeon Crawl', 'System Apocalypse', 'Virtual Worlds']],
  [
    'Progression Fantasy',
    'From nothing to the summit, step by step.',
    ['Cultivation', 'Magic Academy', 'Tower Climbing'],
  ],
  ['Isekai', 'Waking in another world.', ['Reincarnation', 'Summoned Hero']],
  ['Wuxia', 'Wandering swords and honour.', ['Martial Sects', 'Jianghu']],
  ['Mythology', 'Gods and those they meddle with.', ['Greek', 'Norse', 'African', 'Asian']],
  ['Folklore', 'What grandmothers know.', ['Tricksters', 'Village Legends']],
  ['War', 'Battle and what it leaves.', ['Homefront', 'Resistance']],
  ['Espionage', 'Secrets for a living.', ['Cold War', 'Double Agents']],
  ['Sports', 'The game, and what it is about.', ['Underdogs', 'Team Stories']],
  ['School', 'Classrooms, corridors and everything in between.', ['Boarding School', 'University']],
  ['Queer Fiction', 'LGBTQ+ lives and loves.', ['Queer Romance', 'Coming Out']],
  ["Women's Fiction", 'Lives of women, told from within.', ['Friendship', 'New Beginnings']],
  ['Chick Lit', 'Light-footed lives and loves.', ['City Life', 'Career']],
  ['Time Travel', 'Yesterday, again.', ['Paradox', 'Loops']],
  ['Fan Fiction', 'Known worlds, new stories.', ['Canon Divergence', 'Crossover']],
  ['Poetry', 'Verse, collected.', ['Narrative Verse', 'Free Verse']],
  ['Short Fiction', 'Complete in little room.', ['Flash Fiction', 'Linked Stories']],
  ['Novella', 'Longer than a story, shorter than a novel.', ['Standalone']],
  ['Epistolary', 'Told in letters, logs and messages.', ['Letters', 'Diaries']],
  ['Memoir', 'A life, remembered.', ['Travel Memoir', 'Childhood']],
  ['Travel', 'Elsewhere, and the way there.', ['Road Trip', 'Pilgrimage']],
  ['Philosophical', 'Stories that think aloud.', ['Thought Experiments', 'Parables']],
  ['Religious', 'Faith, and its company.', ['Spiritual Journeys']],
  ['Children', 'To be read aloud.', ['Bedtime Stories', 'Animal Tales']],
  ['Middle Grade', 'For readers between eight and twelve.', ['Mystery Club', 'Friendship']],
  ['Animal Fiction', 'Told from lower down.', ['Talking Animals', 'Wild Lives']],
  ['Essays', 'Attempts at a subject.', ['Personal Essays', 'Criticism']],
];
