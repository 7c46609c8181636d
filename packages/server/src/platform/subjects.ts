import type { AppContext } from './context.ts';
import type { RawBuilder } from './db/db.ts';

/** Something that people comment on and react to, as a viewer may see it. */
export interface Subject {
  id: string;
  /** What it is a part of: the story of a chapter. Its comments are closed and counted there, too. */
  parent_id: string | null;
  /** Whose work it is about: the author of a story, to whom nothing is folded. */
  owner_id: string;
  /** Who wrote it. With a block between them and the viewer, the viewer cannot comment on it. */
  writer_id: string;
  /** Whether its writer is hidden from the viewer: all they can do then is take back what they said about it. */
  is_hidden: boolean;
  /** Whether the viewer decides about the comments on it: the author of a story, a moderator of a community. */
  is_moderator: boolean;
  /** Whether everyone may read it. */
  is_public: boolean;
  /** Whether those who may read it can comment on it. On a chapter that is not published, not even the author can. */
  takes_comments: boolean;
  /** Whether those who may read it can like the comments on it. */
  takes_likes: boolean;
  /** Why the viewer, who may read it, cannot comment on it now. Comments may be closed for other reasons, too. */
  refusal: 'closed' | 'banned' | null;
  /** Why a viewer is banned; only kinds of subjects with bans have it. */
  ban_reason?: string | null;
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
  select(
    id: string,
    viewerId: string | null,
    isLocked: boolean,
    site: Pick<AppContext, 'config' | 'clock'>,
  ): RawBuilder<Subject>;
}

export function subjectKind({ modules }: Pick<AppContext, 'modules'>, kind: string): SubjectKind {
  const found = modules.flatMap(({ subjects = [] }) => subjects).find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no module registers subjects of the kind ${kind}`);
  return found;
}
