import { redirect } from 'react-router';
import { paths } from '../../lib/paths.ts';
import type { Route } from './+types/story-chapter.ts';

const toReading = ({ storyId, chapterId }: { storyId: string; chapterId: string }) =>
  redirect(paths.reading(storyId, chapterId));

/** Links from elsewhere to a chapter lead to the reading screen. */
export const loader = ({ params }: Route.LoaderArgs) => toReading(params);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => toReading(params);
