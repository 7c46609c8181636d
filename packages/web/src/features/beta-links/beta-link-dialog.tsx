import type { BetaComments, BetaLink } from '@inkling/contract/beta-links';
import { betaLinkLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { serverNow } from '../../lib/server-time.ts';
import { CheckboxGroup } from '../../ui/checkbox-group.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { ownChaptersQuery } from '../chapters/chapters.api.ts';
import { DialogButtons, ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { NewLink } from '../sharing/new-link.tsx';
import { useChangeBetaLink, useCreateBetaLink } from './beta-links.api.ts';

interface Props {
  storyId: string;
  /** The link to change; without it, one is created. */
  link?: BetaLink | undefined;
  /** The chapter that a new link has at first. */
  chapter?: string | undefined;
  close: () => void;
}

interface Option {
  value: string;
  name: string;
}

/** Creates or changes a link with which beta readers read drafts of a story. A new link is shown once. */
export function BetaLinkDialog(props: Props) {
  const { storyId, link, close } = props;
  const drafts = useQuery(ownChaptersQuery(storyId, { filter: 'drafts' }));
  const [token, setToken] = useState<string | null>(null);
  const options = [...(link?.chapters ?? []), ...(drafts.data?.data ?? [])].map(
    ({ _id, title }): [string, Option] => [_id, { value: _id, name: title }],
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={link === undefined ? 'Share with beta readers' : 'Edit link for beta readers'}
      description="Anyone with the link can read these chapters as you last saved them. They don’t need an account."
      initialFocus="title"
    >
      {token !== null ? (
        <>
          <NewLink
            label="Link for beta readers"
            hint="Copy it now. You won’t see it again once you close this."
            link={location.origin + paths.betaChapter(token)}
          />
          <p className="mt-4">
            <Link to={paths.storyBeta(storyId)} className="link" onClick={close}>
              All links and comments
            </Link>
          </p>
        </>
      ) : drafts.data === undefined ? (
        <QueryState
          query={drafts}
          fallback="Failed to fetch the chapters."
          pending={<TextSkeleton lines={6} />}
        />
      ) : (
        <LinkForm {...props} options={[...new Map(options).values()]} onCreated={setToken} />
      )}
    </Dialog>
  );
}

const commentChoices: Record<BetaComments, { name: string; meaning: string }> = {
  none: { name: 'No comments', meaning: 'Beta readers can only read.' },
  author: { name: 'Private comments', meaning: 'Only you and the reader who wrote a comment can see it.' },
  all: { name: 'Shared comments', meaning: 'Beta readers can also see each other’s comments.' },
};

/** A day in this browser's time zone, as date fields have it. */
const localDay = (time: number): string => {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
const dayMs = 86_400_000;

interface FormProps extends Props {
  options: Option[];
  onCreated: (token: string) => void;
}

function LinkForm({ storyId, link, chapter, options, close, onCreated }: FormProps) {
  const { days, maxDays } = betaLinkLimits;
  const create = useCreateBetaLink();
  const change = useChangeBetaLink();
  const [first] = options;
  const form = useCallForm({
    defaultValues: {
      label: link?.label ?? '',
      comments: link?.comments ?? ('author' as BetaComments),
      chapters:
        link?.chapters.map(({ _id }) => _id) ??
        ((chapter ?? first?.value) ? [chapter ?? first?.value ?? ''] : []),
      until: localDay(link === undefined ? serverNow() + days * dayMs : Date.parse(link.endsAt)),
    },
    fallback: 'Failed to save the link.',
    send: async ({ until, ...settings }) => {
      // To the end of the day; a link that keeps its last day keeps its time.
      const isSame = link !== undefined && until === localDay(Date.parse(link.endsAt));
      const endsAt = isSame ? link.endsAt : new Date(`${until}T23:59:59`).toISOString();
      const body = { ...settings, endsAt };
      if (link === undefined) {
        const { data } = await create.mutateAsync({ params: { id: storyId }, body });
        return onCreated(data.token);
      }
      await change.mutateAsync({ params: { id: storyId, linkId: link._id }, body });
      close();
    },
  });
  const { chapters, comments } = form.watch();
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-5">
      <CheckboxGroup
        legend="Chapters"
        hint={options.length === 0 ? 'This story has no drafts.' : 'Drafts, including scheduled ones.'}
        options={options}
        value={chapters}
        onChange={(chosen) => form.setValue('chapters', chosen, { shouldDirty: true })}
      />
      <RadioField
        legend="Comments"
        options={commentChoices}
        value={comments}
        onChange={(chosen) => form.setValue('comments', chosen, { shouldDirty: true })}
      />
      <TextField
        label="Last day"
        type="date"
        min={localDay(serverNow())}
        max={localDay(serverNow() + (maxDays - 1) * dayMs)}
        hint={`Up to ${maxDays} days from now.`}
        {...form.field('until', { required: 'Please choose a day.' })}
      />
      <TextField
        label="Link name (optional)"
        hint="Only you can see this."
        maxLength={betaLinkLimits.label}
        dir="auto"
        autoComplete="off"
        {...form.field('label')}
      />
      <ErrorMessages messages={form.errorMessages} />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogButtons
          label={link === undefined ? 'Create link' : 'Save'}
          busyLabel={link === undefined ? 'Creating…' : 'Saving…'}
          busy={form.busy}
          disabled={chapters.length === 0}
          onCancel={close}
        />
      </div>
    </form>
  );
}
