import { createContext } from 'react-router';

/**
 * What visitors see of a shared passage (docs/product/sharing.md#preview). Of a mature story there is neither title nor
 * quotation; `quote` is null too if the text no longer has the passage.
 */
export interface SharedPassage {
  /** Its number and title. */
  chapter: string | null;
  quote: string | null;
}

/** Set by the server for the page of a link; no call has the quotation. Null for what visitors may not read. */
export const sharedPassageContext = createContext<SharedPassage | null>(null);
