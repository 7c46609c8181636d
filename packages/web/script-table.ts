/**
 * The scripts that the app's modules are bundled into, and the modules of each. Scripts are few, because a page may make
 * at most twelve requests (docs/performance.md), and visitors and readers must not load what only members' pages need
 * (visitor-scripts.ts). What modules of two scripts import belongs to the first of them.
 *
 * A line is a module or, with a slash at its end, a folder; the most specific line decides. A module that no line has is
 * bundled with the pages that use it. Names are paths below src without their ending; `contract/` and `icons/` (of
 * lucide-react) stand for those packages; other packages have the names they are imported by.
 */
const table = {
  // What every page needs.
  main: `
    root entry.client lib/ ui/ features/layout/
    react react-dom react-router scheduler lucide-react @tanstack/
    contract/chapter-text contract/content-warnings contract/files contract/language contract/limits
    contract/story-filters contract/story-labels
    features/chapters/chapters.api features/genres/genres.api features/genres/use-focus-neighbour
    features/library/library.api features/library/read-label features/site/site.api
    features/covers/cover-text features/covers/story-cover features/users/display-name features/users/person-avatar
    features/stories/stories.api features/stories/bookmark-button features/stories/byline features/stories/counted
    features/stories/facts features/stories/story-text features/stories/labels/audience-badge
    features/stories/labels/card-labels features/stories/labels/mature-consent
    icons/arrow-left icons/bookmark icons/calendar-clock icons/check icons/chevron-down icons/chevron-left
    icons/chevron-right icons/download icons/eye icons/eye-off icons/heart icons/house icons/library
    icons/loader-circle icons/mail-check icons/settings-2 icons/x`,

  // Forms with their checks: signing in, settings, story forms.
  forms: `
    contract/ zod react-hook-form @hookform/ features/forms/ features/account/ ui/password-field
    features/users/own-profile.api features/users/profile-fields features/users/use-profile-form
    features/stories/labels/`,

  // Navigation and dialogs of members, calls that neither visitors nor readers make, and cards of stories.
  members: `
    icons/ @radix-ui/ aria-hidden react-remove-scroll
    @tanstack/query-core/queriesObserver @tanstack/react-query/useQueries
    ui/dialog ui/confirm-dialog ui/return-focus ui/tabs ui/pager ui/progress-bar ui/use-focus-after
    lib/create-once lib/download lib/live lib/moments lib/theme lib/upload lib/use-view-in-address
    contract/new-id contract/words
    features/layout/member-layout features/layout/search-box features/layout/theme-choice
    features/layout/unverified-banner
    features/genres/ features/schedules/ features/trash/ features/uploads/
    features/account/account.api features/account/resend-verification features/imports/imports.api
    features/users/users.api features/users/follow-button
    features/home/home.api features/library/continue-card features/library/entry-label features/library/last-read
    features/library/reading-state features/reading-sessions/reading-time
    features/stories/own-stories.api features/stories/show-more features/stories/story-card
    features/stories/use-hover-preview features/stories/use-list features/stories/author/publish-badge
    features/stories/author/story-values features/stories/author/time-ago features/stories/author/unsaved-link
    features/stories/card-menu/card-menu-button features/stories/labels/labels.api
    features/stories/list/story-lists.api
    features/chapters/own-chapters.api features/chapters/own-list/texts-on-device
    features/chapters/editor/chapter-input features/chapters/editor/device-id features/chapters/editor/draft-store
    features/chapters/editor/local-draft-store features/chapters/editor/local-drafts-of-user
    features/chapters/editor/server-drafts`,

  // The search box, Discover, category pages and search results.
  search: `
    features/search/quick-results features/search/search-box features/search/search-state
    features/search/search-text features/search/search-types features/search/search.api
    features/search/use-combobox features/search/use-fixed-below features/search/use-quick-results
    features/search/use-typed-text
    features/stories/filters/story-filters features/stories/labels/warning-names features/stories/list/`,

  // The reading screen, parts of which the preview shows too. What it shows below the text is loaded later.
  reader: `
    features/chapters/reader/ contract/passage-link contract/reading-settings
    screens/reading/chapter-comments screens/reading/chapter-reactions screens/reading/connection-notice
    screens/reading/reader screens/reading/reader-footer screens/reading/reader-header screens/reading/reading
    screens/reading/way-out`,

  // Loaded after a story's page or a chapter's text, and what reviews and the chat share with them.
  comments: `
    features/comments/ features/forms/text-form features/forms/use-editing features/users/post-card
    lib/positioned-query lib/relative-time lib/use-unfolded
    ui/folded-text ui/side-panel ui/text-counter ui/use-room-beside
    @tanstack/query-core/infiniteQueryObserver @tanstack/react-query/infiniteQueryOptions
    @tanstack/react-query/useInfiniteQuery`,

  // What the lists of annotations below a chapter and of all stories share.
  'annotation-entries': `
    features/annotations/annotation-entry features/annotations/annotations.api features/annotations/colors
    features/annotations/describe features/annotations/quote features/annotations/use-deletion`,

  // What is drawn on a chapter's text, loaded once that is shown.
  annotations: `
    features/annotations/ features/chapters/reader/jump-to-passage features/chapters/reader/passage-range
    features/sharing/share-passage features/sharing/text-fragment
    icons/highlighter icons/message-square-text icons/share icons/sticky-note`,

  // The chapter editor with all that it loads at once, which its tools use too when they are loaded.
  editor: 'screens/write-chapter/',

  // Profiles' headers, the library's calls, and what several pages show of collections.
  people: `
    features/users/profile-header features/library-files/library-files.api
    features/collections/collections.api features/collections/collection-card features/collections/collection-grid
    features/collections/collection-grid-skeleton features/collections/visibility
    features/library/entry-actions features/library/entry-menu-button features/library/entry-note
    features/library/library-entries.api features/library/library-view features/library/story-entry
   
    icons/award icons/book-x icons/file-up icons/globe icons/link icons/lock`,

  // The story page, and what dialogs and the reading screen load from it.
  'story-page': `
    screens/story/ features/chapters/list/ features/stories/genre-list features/stories/like-button
    features/stories/like.api features/stories/labels/mature-gate features/stories/labels/story-labels
    features/reading-sessions/about-time features/reading-sessions/average-time
    features/reading-sessions/average-time.api`,

  // Menus, a third of Radix, and the dragging of rows: loaded when a card's menu is opened.
  lists: `
    ui/menu ui/focus-neighbour ui/movable-row ui/touch-drag ui/use-row-drag icons/grip-vertical
    @atlaskit/ @floating-ui/ @radix-ui/react-arrow @radix-ui/react-collection @radix-ui/react-direction
    @radix-ui/react-dropdown-menu @radix-ui/react-menu @radix-ui/react-popper @radix-ui/react-roving-focus
    @radix-ui/react-use-size`,

  // What is kept offline uses the database of reading sessions too; a script of its own would be one more request.
  'reading-sessions': 'features/reading-sessions/reading-sessions.api lib/indexed-db idb/',

  // Stories that are kept offline: loaded after a page, or when a story is kept.
  offline: 'lib/offline/ features/offline/',
};

/** Bundled with the pages that use them, unlike their folders: of one page each, or loaded after the page. */
const exceptions = `
  lib/fetch-sound lib/save-reading-settings lib/offline/start-sync
  ui/list-toolbar ui/numbered-pager ui/pages-around ui/sheet ui/shelf ui/stars ui/toast
  @tanstack/react-query/useMutationState
  contract/annotations contract/chapter-text-write contract/collections contract/ratings contract/scene-ornaments
  features/layout/prefetch features/account/credentials-form features/uploads/avatar-field
  features/uploads/image-cropper
  features/genres/chosen-genres features/genres/favorite-genres-picker features/genres/genre-pages
  features/genres/genre-picker features/genres/suggested-genres features/stories/labels/hide-dialog
  features/stories/labels/use-hide-labels
  features/schedules/schedule-dialog features/schedules/schedule-note features/schedules/schedule-several
  features/schedules/weekday-fields
  features/chapters/reader/chapters-dialog features/chapters/reader/keys-dialog
  features/annotations/annotation-dialog features/annotations/annotation-export.api
  features/annotations/annotation-list features/annotations/annotation-toolbar
  features/annotations/annotation-view features/annotations/color-field features/annotations/export-button
  features/annotations/export-menu features/annotations/note-dialog
  icons/arrow-up-down icons/arrow-up-to-line icons/audio-lines icons/book-open icons/bookmark-check
  icons/case-sensitive icons/circle-check-big icons/circle-slash icons/clock icons/copy icons/face-grinning
  icons/face-slightly-frowning icons/hourglass icons/list-checks icons/list-ordered icons/message-square
  icons/messages-square icons/monitor-smartphone icons/notebook-pen icons/pause icons/play icons/replace
  icons/scissors icons/send-horizontal icons/share-2 icons/sparkles icons/star icons/trending-up icons/users
  icons/whole-word icons/zap`;

const linesOf = (text: string): string[] => text.trim().split(/\s+/);

/** The scripts, from the one that every page loads to those that few load. */
export const scriptNames = Object.keys(table);

const scriptOfLine = new Map<string, string | null>([
  ...Object.entries(table).flatMap(([script, lines]) =>
    linesOf(lines).map((line): [string, string] => [line, script]),
  ),
  ...linesOf(exceptions).map((line): [string, null] => [line, null]),
]);

/** All lines, for a test that looks for what they name. */
export const tableLines = [...scriptOfLine.keys()];

const shortened: [from: RegExp, to: string][] = [
  [/^.*\/node_modules\/lucide-react\/.*\/icons\/(.*)\.mjs$/, 'icons/$1'],
  // Parts of these belong to different scripts.
  [/^.*\/node_modules\/(@tanstack\/[^/]*)\/.*\/([^/]*)\.\w+$/, '$1/$2'],
  [/^.*\/node_modules\/(@[^/]*\/[^/]*|[^/]*)\/.*$/, '$1'],
  [/^.*\/packages\/web\/src\/(.*)\.\w+$/, '$1'],
  [/^.*\/packages\/contract\/src\/(.*)\.\w+$/, 'contract/$1'],
];

/** A module's name in the table, from its path in the build. */
export function nameOfModule(id: string): string {
  const path = id.replaceAll('\\', '/').replace(/\?.*$/, '');
  const rule = shortened.find(([from]) => from.test(path));
  return rule === undefined ? path : path.replace(...rule);
}

/** The script that has a module; null if it is bundled with the pages that use it. */
export function scriptOf(id: string): string | null {
  const name = nameOfModule(id);
  const exact = scriptOfLine.get(name);
  if (exact !== undefined) return exact;
  for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
    const script = scriptOfLine.get(name.slice(0, end + 1));
    if (script !== undefined) return script;
  }
  return null;
}
