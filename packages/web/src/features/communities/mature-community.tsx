import type { CommunityPage } from '@inkling/contract/communities';
import type { ReactNode } from 'react';
import { useIsMemberPage, useSessionState } from '../../lib/session.ts';
import { useHasOpened } from '../stories/labels/mature-consent.ts';
import { MatureGate } from '../stories/labels/mature-gate.tsx';

/** What replaces a community's details in the server's HTML if it belongs to a mature story: only what is shown before 'Continue'. */
export const withheld = { description: '', rules: [], image: null, belongsTo: null };

interface Props {
  /** As visitors see it; null on a member's page. */
  community: Pick<CommunityPage, '_id' | 'name' | 'isMature'> | null;
  children: ReactNode;
}

/** Asks visitors before a page of a mature story's community is shown. */
export function MatureCommunity({ community, children }: Props) {
  const isMember = useIsMemberPage();
  const session = useSessionState();
  const hasOpened = useHasOpened(community?._id ?? '');
  if (isMember || community?.isMature !== true || hasOpened) return children;
  const { _id, name: title } = community;
  return (
    <div data-for={session === 'unknown' ? 'visitor' : undefined}>
      <MatureGate of="community" story={{ _id, title, language: '', contentWarnings: [] }} />
    </div>
  );
}
