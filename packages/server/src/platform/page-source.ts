import type { Db } from './db/db.ts';

/** The state of a page's content. It is raised with every change that visitors can see. */
export interface PageRevision {
  revision: string;
  /** The page's address, if the parameters have other spellings that the database knows. */
  path?: string;
}

/** A page of the web with content from the database; other pages are the same for all viewers and parameters. */
export interface PageSource {
  /** The route, such as `/story/:storyId`. */
  pattern: string;
  /** The key of its content; null for parameters that no row can have. */
  keyOf(params: Record<string, string | undefined>): string | null;
  /** The revision of each content that exists and that visitors may see. It runs for every request. */
  findRevisions(db: Db, keys: string[]): Promise<Map<string, PageRevision>>;
}
