import { type InboxKind, type InboxShow, inboxKind, inboxShow } from '@inkling/contract/inbox';
import { z } from 'zod';
import type { AddressFormat } from '../../lib/use-view-in-address.ts';

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
  return {
    show: inboxShow.safeParse(parameters.get('show')).data ?? 'all',
    kind: inboxKind.safeParse(parameters.get('kind')).data ?? null,
    story: z.uuid().safeParse(parameters.get('story')).data ?? null,
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
