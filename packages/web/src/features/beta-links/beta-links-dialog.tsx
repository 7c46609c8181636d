import { betaLinkLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../lib/api.ts';
import { localDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { NewLink } from '../sharing/new-link.tsx';
import { betaLinksQuery, useCreateBetaLink, useRevokeBetaLink } from './beta-links.api.ts';

interface Props {
  chapter: { _id: string; title: string };
  close: () => void;
}

/** Creates, lists and revokes the links with which beta readers read a draft chapter. */
export function BetaLinksDialog({ chapter: { _id: id, title }, close }: Props) {
  const query = useQuery(betaLinksQuery(id));
  const create = useCreateBetaLink();
  const revoke = useRevokeBetaLink();
  const box = useRef<HTMLDivElement>(null);
  const links = query.data?.data ?? [];
  const created = create.data?.data;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Beta readers for “${title}”`}
      description={`Anyone with a link can read the chapter as you last saved it, without an account. Links expire after ${betaLinkLimits.days} days.`}
      initialFocus="title"
    >
      <div ref={box} tabIndex={-1} className="outline-none">
        <Button variant="primary" busy={create.isPending} onClick={() => create.mutate({ params: { id } })}>
          Create link
        </Button>
        {create.error !== null && (
          <div className="mt-4">
            <Alert>{messageOf(create.error, 'Failed to create the link.')}</Alert>
          </div>
        )}
        {created && links.some(({ _id }) => _id === created._id) && (
          <NewLink
            label="Link for beta readers"
            hint="Copy it now. You won’t see it again once you close this."
            link={location.origin + paths.betaChapter(created.token)}
          />
        )}
        <h3 className="mt-6 font-semibold">Active links</h3>
        <QueryState
          query={query}
          fallback="Failed to fetch the links."
          pending={<TextSkeleton lines={2} />}
        />
        {query.data !== undefined && links.length === 0 && <p className="mt-1 text-muted">None.</p>}
        <ul aria-label="Active links" className="divide-y divide-line">
          {links.map(({ _id, createdAt, endsAt }) => (
            <li key={_id} className="flex items-center justify-between gap-4 py-2">
              <p className="min-w-0 flex-1 tabular-nums">
                Valid until {localDate(endsAt)}
                <span className="block text-sm text-muted">
                  {_id === created?._id ? 'Created just now' : `Created on ${localDate(createdAt)}`}
                </span>
              </p>
              <Button
                aria-label={`Revoke the link created on ${localDate(createdAt)}`}
                busy={revoke.isPending && revoke.variables.params.linkId === _id}
                onClick={() => {
                  box.current?.focus();
                  revoke.mutate({ params: { id, linkId: _id } });
                }}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
