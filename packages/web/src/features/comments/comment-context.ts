import type { Author } from '@inkling/contract/users';
import { createContext, type RefObject, useContext } from 'react';
import type { PeopleNamed } from '../users/name-suggestions.tsx';

/** What all comments of a list have in common. */
export interface CommentList {
  /** The author of the story or post. */
  authorId: string;
  /** The signed-in person; undefined for a visitor. */
  personId: string | undefined;
  /** Whether the viewer can pin and delete the comments of others: as the story's author, or the community's moderator. */
  canModerate: boolean;
  /** Asks about banning someone from the community; undefined for those whom the viewer can’t ban. */
  banOf?: ((person: Author) => (() => void) | undefined) | undefined;
  /** Whether they are on a community's post, where own ones say 'You' and all have usernames. */
  isOnPost: boolean;
  /** Whether the viewer can like: not those who are banned from a community. */
  canLike: boolean;
  /** Whether the viewer can comment, reply and edit. */
  canWrite: boolean;
  /** The quotation of the passage that the list is about; comments on the same words do not repeat it. */
  quote: string | undefined;
  /** Gets the focus when a comment that had it is gone. */
  list: RefObject<HTMLElement | null>;
  /** Whether the comments are on the open chapter, whose paragraphs they lead to. */
  isInChapter: boolean;
  /** Those who wrote the shown comments and the author, whose names are suggested first. */
  people: readonly Author[];
  /** Finds more people whose names are suggested, as the members of a community. */
  morePeople?: PeopleNamed | undefined;
  /** The comment to which a link leads. */
  linkedId: string | null;
}

export const CommentListContext = createContext<CommentList | null>(null);

export function useCommentList(): CommentList {
  const list = useContext(CommentListContext);
  if (list === null) throw new Error('A comment must be inside a CommentListContext.');
  return list;
}
