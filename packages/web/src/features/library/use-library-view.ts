import { useViewInAddress } from '../../lib/use-view-in-address.ts';
import {
  formatView,
  initialView,
  type LibraryTab,
  type LibraryView,
  parseView,
  withText,
} from './library-view.ts';

/** What a tab of the library shows. */
export function useLibraryView(tab: LibraryTab) {
  const { show, ...view } = useViewInAddress<LibraryView>({
    parse: (search) => parseView(tab, search),
    format: (wanted) => formatView(tab, wanted),
    textOf: ({ q }) => q,
    withText,
  });
  return { ...view, reset: () => show(initialView(tab)) };
}
