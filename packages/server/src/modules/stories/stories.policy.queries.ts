import { sql } from '../../platform/db/db.ts';
import './stories.table.ts';

/** The rules of stories.policy.ts in SQL; the story's alias is `s`. */

/** Whether everyone may read a story. */
export const isPublicStory = () => sql<boolean>`(s.is_published and s.deleted_at is null)`;
