import { redirect } from 'react-router';
import { paths } from '../../lib/paths.ts';
import type { Route } from './+types/story-chapter.ts';

/** Links to a chapter lead to the reading screen; the server redirects those from elsewhere by itself. */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  redirect(paths.reading(params.storyId, params.chapterId));
