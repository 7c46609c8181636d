import type { AppContext } from './context.ts';
import type { RawBuilder } from './db/db.ts';

/** Something that people comment on and react to, as a viewer may see it. */
export interface Subject {
  id: string;
  /** What it is a part of: the story of a chapter. Its comments are closed and counted there, too. */
  parent_id: string | null;
  /** Who decides about the comments on it: the author of a story. */
  owner_id: string;
  /** Whether everyone may read it. */
  is_public: boolean;
  /** Whether those who may read it can comment on it. On a chapter that is not published, not even the author can. */
  takes_comments: boolean;
  /** Whether the viewer has not reached it, so that what is said about it is folded. */
  is_ahead: boolean;
}

/** A kind of subjects. The module that owns them says how they are read (`subjects` of `defineModule`). */
export interface SubjectKind {
  kind: string;
  /** What errors call it. */
  name: string;
  /**
   * Selects a subject if the viewer, null for visitors, may read it. With `isLocked`, a kind that locks its rows keeps it
   * from being hidden before the transaction ends: chapters are locked, stories are not.
   */
  select(id: string, viewerId: string | null, isLocked: boolean): RawBuilder<Subject>;
}

export function subjectKind({ modules }: Pick<AppContext, 'modules'>, kind: string): SubjectKind {
  const found = modules.flatMap(({ subjects = [] }) => subjects).find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no module registers subjects of the kind ${kind}`);
  return found;
}
