import { OfflinePanel } from './offline-panel.tsx';
import { useOfflineStories } from './use-offline-stories.ts';

/** Links to this part are followed before it is there. */
function scrollIfNamed(section: HTMLElement | null): void {
  if (location.hash === '#kept-offline') section?.scrollIntoView();
}

/** The stories kept on this device, below the library's lists. */
export function OfflineStoriesSection() {
  const { data } = useOfflineStories();
  if (data === undefined || data.stories.length + data.changes.length === 0) return null;
  return (
    <section aria-labelledby="kept-offline" ref={scrollIfNamed} className="mt-12 max-w-3xl">
      <h2 id="kept-offline" className="mb-4 font-serif text-2xl">
        Offline stories
      </h2>
      <OfflinePanel />
    </section>
  );
}
