import type { Activity } from '@inkling/contract/profiles';
import type { Config } from '../../platform/config.ts';
import { shownCover } from '../stories/index.ts';
import { presentAuthor } from '../users/index.ts';
import type { ActivityRow, StoryRef } from './profiles.queries.ts';

const storyRef = (config: Config, row: StoryRef) => ({
  _id: row.id,
  title: row.title,
  coverImage: shownCover(config, row.cover_image),
  ...(row.cover_style !== null && { coverStyle: row.cover_style }),
});

/** One entry of a user's activity. */
export function presentActivity(config: Config, row: ActivityRow): Activity {
  const at = row.at.toISOString();
  if (row.type === 'followed') return { type: row.type, at, person: presentAuthor(row.person) };
  const story = storyRef(config, row.story);
  if (row.type === 'read') {
    const { progress, completed, new_chapters: newChapters } = row;
    return { type: row.type, at, story, progress, isCompleted: completed && newChapters === 0, newChapters };
  }
  const { id, title, number } = row.chapter;
  return { type: row.type, at, story, chapter: { _id: id, title, chapterNumber: number } };
}
