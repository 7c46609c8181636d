import type { AutosaveStatus } from './autosave-view.ts';
import { type ChapterInput, isEmpty, isSameText, pickInput } from './chapter-input.ts';
import type { ServerDraft, StoredDraft } from './draft-store.ts';
import type { DraftSync } from './draft-sync.ts';
import { type LocalDrafts, toStoredDraft } from './local-drafts.ts';
import type { PageText } from './page-text.ts';

/** What decides about stored drafts while a page opens. */
export interface Opener {
  /** This device's id. */
  device: string;
  page: PageText;
  local: LocalDrafts;
  sync: DraftSync;
  status: AutosaveStatus;
  /** Puts a text on the page that the author has not typed there. */
  fill: (text: ChapterInput) => void;
  offer: (texts: StoredDraft[]) => void;
}

/** Puts a draft of this device on the page, or offers it if that would replace something. */
export function takeUp({ page, local, sync, status, fill, offer }: Opener, stored: StoredDraft): void {
  const draft = page.withSwitch(stored);
  if (isEmpty(draft) || isSameText(draft, page.saved)) return;
  if (page.edits > 0 || draft.baseVersion !== page.baseVersion) {
    offer([{ ...draft, drafts: [...draft.drafts, sync.ownTurn] }]);
    return;
  }
  page.setBase(draft);
  local.change({ current: draft });
  fill(pickInput(draft));
  status.show({ state: 'device', continued: draft.keptAt });
}

/** Continues this device's draft on the server, and offers the others that it has not handled before. */
export function takeUpLoaded(opener: Opener, drafts: ServerDraft[]): void {
  const { device, page, local, offer } = opener;
  // A new page without text takes up the newest draft of a new chapter that this device has.
  const isFree = page.baseVersion === null && local.current === null && page.edits === 0;
  const own = drafts.find((draft) => draft.device === device && (isFree || draft.chapter === page.chapter));
  if (own !== undefined) takeUpOwn(opener, own);
  const others = drafts.filter((draft) => draft !== own && !local.isHandled(draft.chapter, draft));
  for (const draft of others) local.setHandled(draft.chapter, draft);
  if (others.length > 0) offer(others.map(toStoredDraft));
}

/** The server's draft is newer than the stored one if the device could not store that. */
function takeUpOwn(opener: Opener, own: ServerDraft): void {
  const { page, local, sync, status, offer } = opener;
  const isNewer = own.turn > local.openedTurn;
  const isDiscarded = local.isHandled(own.chapter, own);
  local.nextTurn(own.turn);
  const { current } = local;
  if ((current === null || isNewer) && !isDiscarded) {
    if (isNewer && current !== null && !isSameText(current, own)) offer([current]);
    takeUp(opener, { ...toStoredDraft(own), drafts: [] });
  }
  if (own.chapter !== page.chapter) return;
  sync.setOwn(own);
  // A page without unsaved text deletes the draft.
  if (!page.dirty || !isSameText(own, page.read())) sync.send();
  else if (status.view().state === 'device') status.show({ state: 'server' });
}
