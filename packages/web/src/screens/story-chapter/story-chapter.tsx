import { redirect } from 'react-router';
import { paths } from '../../lib/paths.ts';
import type { Route } from './+types/story-chapter.ts';

/** Redirects chapter links to the reading screen; full page loads are redirected by the server. */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  redirect(paths.reading(params.storyId, params.chapterId));
