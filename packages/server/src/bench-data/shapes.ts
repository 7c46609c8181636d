import { day } from '../platform/clock.ts';
import type { Random } from './prose.ts';

/** The properties of a story, drawn before its text. */
export interface StoryShape {
  author: number;
  published: boolean;
  status: 'ongoing' | 'completed' | 'coming_soon';
  createdAt: Date;
  /** Days between two chapters. */
  pace: number;
  chapters: number;
  /** Whether the last chapter is still a draft. */
  lastIsDraft: boolean;
  longTexts: boolean;
  views: number;
  likes: number;
  viewsToday: number;
  genres: number[];
}

const years = 3;
const maxViews = 2_000_000;

/** A value from a long-tailed distribution: half are small and a few are very large. */
const skewed = (random: Random, min: number, steepness: number, max: number): number =>
  Math.min(max, Math.floor(min / (1 - random.share()) ** steepness));

function chapterCount(random: Random): number {
  const share = random.share();
  if (share < 0.55) return random.between(1, 2);
  if (share < 0.85) return random.between(3, 7);
  if (share < 0.97) return random.between(8, 20);
  return Math.min(200, 20 + skewed(random, 1, 1.6, 180));
}

/** A tenth of the authors write half of all stories. */
const authorOf = (random: Random, authors: number): number =>
  random.chance(0.5) ? random.between(0, Math.ceil(authors / 10) - 1) : random.between(0, authors - 1);

/** Genres early in the list are more frequent. */
function genresOf(random: Random, count: number): number[] {
  const wanted = random.between(1, 3);
  const found = new Set<number>();
  while (found.size < Math.min(wanted, count)) found.add(Math.floor(random.share() ** 2.5 * count));
  return [...found];
}

/** Draws one story of a site that opened three years before `until`. */
export function drawStory(
  random: Random,
  site: { authors: number; people: number; genres: number; until: Date },
): StoryShape {
  const published = random.chance(0.92);
  const comingSoon = random.chance(0.03);
  const createdAt = new Date(site.until.getTime() - Math.floor((1 + random.share() * 365 * years) * day));
  const views = published ? skewed(random, 20, 1.1, maxViews) : 0;
  return {
    author: authorOf(random, site.authors),
    published,
    status: comingSoon ? 'coming_soon' : random.chance(0.3) ? 'completed' : 'ongoing',
    createdAt,
    pace: random.between(1, 14),
    chapters: comingSoon ? 0 : chapterCount(random),
    lastIsDraft: random.chance(0.15),
    longTexts: random.chance(0.05),
    views,
    likes: Math.min(Math.floor(site.people * 0.8), Math.floor(views * (0.01 + 0.02 * random.share()))),
    viewsToday: Math.min(Math.floor(site.people / 4), Math.floor(views / 400)),
    genres: genresOf(random, site.genres),
  };
}

/** The word count of a chapter: enough to be published; some stories have long chapters. */
export const chapterWords = (random: Random, long: boolean): number =>
  long ? random.between(1800, 2400) : random.between(200, 260);
