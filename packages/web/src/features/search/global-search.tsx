import type { RefCallback } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Sheet } from '../../ui/sheet.tsx';
import type { QuickLimits } from './quick-results.ts';
import { SearchBox } from './search-box.tsx';
import { addressOf, searchIn } from './search-state.ts';

const label = 'Search stories and people';
const limits: QuickLimits = { story: 3, user: 3, chapter: 0, community: 0 };

/** On the search screen, its text and how to search for another one with the same filters; elsewhere nothing. */
function useSearchScreen() {
  const { pathname, search } = useLocation();
  if (pathname !== paths.search()) return {};
  const state = searchIn(new URLSearchParams(search));
  const pathOf = (q: string) => ({
    pathname: paths.search(),
    search: new URLSearchParams(addressOf({ ...state, q, page: 1 })).toString(),
  });
  return { given: { text: state.q, onText: () => undefined }, pathOf };
}

/** The search box of the side navigation. `connect` takes over from the box that it replaces. */
export const GlobalSearchBox = ({ connect }: { connect: RefCallback<HTMLInputElement> }) => (
  <SearchBox
    label={label}
    limits={limits}
    placement="fixed"
    viewAll
    connect={connect}
    site
    {...useSearchScreen()}
  />
);

/** The same for screens without side navigation, with recent and trending searches before anything is typed. */
export const SearchSheet = ({ onClose }: { onClose: () => void }) => (
  <Sheet onClose={onClose} title="Search">
    <SearchBox
      label={label}
      limits={limits}
      placement="static"
      viewAll
      terms
      onGo={onClose}
      {...useSearchScreen()}
    />
  </Sheet>
);
