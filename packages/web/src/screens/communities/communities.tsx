import { communityLimits } from '@inkling/contract/limits';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { communitiesQuery, type HubView } from '../../features/communities/communities.api.ts';
import {
  CommunityGrid,
  CommunityGridSkeleton,
  categoryNames,
} from '../../features/communities/community-card.tsx';
import { useYoursLoading, YourCommunities } from '../../features/communities/your-communities.tsx';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf, useList } from '../../features/stories/use-list.ts';
import { pluralize } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { type AddressFormat, useViewInAddress } from '../../lib/use-view-in-address.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListToolbar, ToolbarChoice } from '../../ui/list-toolbar.tsx';
import type { Route } from './+types/communities.ts';

// Loaded on demand: only the form needs the validation schemas.
const CreateCommunityDialog = lazyComponent(
  async () => (await import('../../features/communities/create-community-dialog.tsx')).CreateCommunityDialog,
);

const everything: HubView = { search: '', category: 'all', mine: false };

const isCategory = (name: string): name is keyof typeof categoryNames => Object.hasOwn(categoryNames, name);

const hubAddress: AddressFormat<HubView> = {
  parse: (query) => {
    const parameters = new URLSearchParams(query);
    const category = parameters.get('category') ?? '';
    return {
      search: (parameters.get('search') ?? '').trim().slice(0, communityLimits.search),
      category: isCategory(category) ? category : 'all',
      mine: parameters.get('show') === 'mine',
    };
  },
  format: ({ search, category, mine }) => {
    const parameters = new URLSearchParams({
      ...(search !== '' && { search }),
      ...(category !== 'all' && { category }),
      ...(mine && { show: 'mine' }),
    });
    return parameters.size === 0 ? '' : `?${parameters}`;
  },
  reset: () => everything,
  textOf: ({ search }) => search,
  withText: (view, text) => ({ ...view, search: text.trim().slice(0, communityLimits.search) }),
};

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  prefetch(communitiesQuery(hubAddress.parse(new URL(request.url).search)));
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

const categories = [['all', 'All categories'], ...Object.entries(categoryNames)] as [
  HubView['category'],
  string,
][];
const shown = [
  ['all', 'All communities'],
  ['mine', 'My communities'],
] as const;

/** The communities, which can be searched, and a form for a new one. */
export default function Communities() {
  const { view, text, setText, change, reset } = useViewInAddress(hubAddress);
  const [creating, setCreating] = useState(false);
  const { first, all, pages } = useList(communitiesQuery(view), (_, page) => communitiesQuery(view, page));
  const grid = useRef<HTMLUListElement>(null);
  const total = first.data?.pagination.total ?? 0;
  const isNarrowed = hubAddress.format(view) !== '';
  const waits = useYoursLoading(!isNarrowed);
  const communities = waits ? undefined : first.data && itemsOf(all);
  const isCurrent = first.data !== undefined && !first.isPlaceholderData;
  const skeleton = <CommunityGridSkeleton hasHeading={!isNarrowed} />;
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" className="size-5" />
      Create Community
    </Button>
  );
  return (
    <>
      <title>{pageTitle('Community')}</title>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-serif text-3xl sm:text-4xl">Community</h1>
        {create}
      </div>
      <ListToolbar
        label="Search communities"
        placeholder="Search communities"
        maxLength={communityLimits.search}
        text={text}
        onText={setText}
        width="sm:w-72"
      >
        <ToolbarChoice
          label="Category"
          options={categories}
          value={view.category}
          onChange={(category) => change({ category })}
        />
        <ToolbarChoice
          label="Show"
          options={shown}
          value={view.mine ? 'mine' : 'all'}
          onChange={(show) => change({ mine: show === 'mine' })}
        />
      </ListToolbar>
      {!isNarrowed && !waits && !first.isPending && <YourCommunities />}
      <p role="status" className={isNarrowed && total > 0 ? 'mb-4 text-muted tabular-nums' : 'sr-only'}>
        {isNarrowed && isCurrent && pluralize(total, 'community', 'communities')}
      </p>
      {waits && first.isSuccess && skeleton}
      <QueryState query={first} fallback="Failed to fetch communities" pending={skeleton} />
      {communities?.length === 0 && (
        <EmptyState
          title="No communities found"
          action={isNarrowed ? <Button onClick={reset}>Show all communities</Button> : create}
        >
          {view.mine && view.search === '' && view.category === 'all'
            ? 'Communities you join or create will appear here.'
            : isNarrowed
              ? 'Try fewer or different words, or another category.'
              : 'Create the first one, for a book, a genre or the people you write with.'}
        </EmptyState>
      )}
      {communities !== undefined && communities.length > 0 && (
        <section
          aria-label="Communities"
          aria-busy={first.isPlaceholderData || undefined}
          className="aria-busy:opacity-60"
        >
          <h2 className={isNarrowed ? 'sr-only' : 'mb-4 font-serif text-2xl'}>
            {isNarrowed ? 'Communities' : 'All communities'}
          </h2>
          <CommunityGrid ref={grid} communities={communities} />
          <ShowMore list={grid} items="communities" shown={communities.length} total={total} pages={pages} />
        </section>
      )}
      {creating && <CreateCommunityDialog onClose={() => setCreating(false)} />}
    </>
  );
}
