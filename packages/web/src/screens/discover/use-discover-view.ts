import {
  type DiscoverView,
  formatView,
  noFilters,
  parseView,
} from '../../features/stories/filters/story-filters.ts';
import { useViewInAddress } from '../../lib/use-view-in-address.ts';

const address = {
  parse: parseView,
  format: formatView,
  textOf: ({ search }: DiscoverView) => search,
  withText: (view: DiscoverView, text: string): DiscoverView => ({
    ...view,
    search: parseView(`?search=${encodeURIComponent(text.toWellFormed())}`).search,
  }),
};

/** What Discover shows. */
export function useDiscoverView() {
  const { show, ...view } = useViewInAddress(address);
  return { ...view, reset: () => show({ ...view.view, search: '', filters: noFilters }) };
}
