import { chaptersOfRows } from '@inkling/contract/import-rows';
import type { ConfirmedChapter, ImportPlan } from '@inkling/contract/imports';

/** The chapters of an import as they are proposed to its author. */
export const proposedChapters = ({ pieces }: ImportPlan): ConfirmedChapter[] =>
  chaptersOfRows(
    pieces.map((piece, index) => ({
      ...piece,
      piece: index,
      from: 0,
      to: piece.paragraphs,
      use: piece.proposal,
    })),
  );
