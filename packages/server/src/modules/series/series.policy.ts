import { checksOf, type PolicyViewer } from '../../platform/policy.ts';

interface Series {
  author_id: string;
  /** How many of its stories lists show to the viewer. */
  shown: number;
}

const isAuthor = (viewer: PolicyViewer, { author_id }: Series): boolean => author_id === viewer?.id;

/** Who may open a series (docs/product/series.md#what-others-see). */
const canRead = (viewer: PolicyViewer, series: Series): boolean =>
  isAuthor(viewer, series) || series.shown > 0;

export const { requireReadable, requireEditable } = checksOf<Series>('Series', {
  canRead,
  canEdit: isAuthor,
});
