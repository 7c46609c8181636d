import type { InboxKind, InboxShow } from '@inkling/contract/inbox';
import type { AddressFormat } from '../../lib/use-view-in-address.ts';
import { uuidPattern } from '../../lib/uuid-pattern.ts';

// Written out, since the contract's schemas would load zod.
export const inboxShows = ['all', 'new', 'unanswered'] as const satisfies readonly InboxShow[];
export const inboxKinds = ['comment', 'review', 'mention'] as const satisfies readonly InboxKind[];

/** What the inbox shows. */
export interface InboxView {
  show: InboxShow;
  /** Null for all. */
  kind: InboxKind | null;
  /** A story's id; null for all. */
  story: string | null;
}

const everything: InboxView = { show: 'all', kind: null, story: null };

export function parseInbox(search: string): InboxView {
  const parameters = new URLSearchParams(search);
  const story = parameters.get('story') ?? '';
  return {
    show: inboxShows.find((show) => show === parameters.get('show')) ?? 'all',
    kind: inboxKinds.find((kind) => kind === parameters.get('kind')) ?? null,
    story: uuidPattern.test(story) ? story : null,
  };
}

function formatInbox({ show, kind, story }: InboxView): string {
  const parameters = new URLSearchParams();
  if (show !== 'all') parameters.set('show', show);
  if (kind !== null) parameters.set('kind', kind);
  if (story !== null) parameters.set('story', story);
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** What the inbox shows, in its address. Nothing in it is searched for. */
export const inboxAddress: AddressFormat<InboxView> = {
  parse: parseInbox,
  format: formatInbox,
  reset: () => everything,
  textOf: () => '',
  withText: (view) => view,
};

export const isNarrowed = (view: InboxView): boolean => formatInbox(view) !== '';
