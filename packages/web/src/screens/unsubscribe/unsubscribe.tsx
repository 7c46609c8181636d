import type { EndableList } from '@inkling/contract/digests';
import { type LucideIcon, MailCheck, MailWarning, MailX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useUnsubscribe } from '../../features/notifications/notifications.api.ts';
import { messageOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useIsHydrated } from '../../lib/use-query-string.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

export const meta = () => [{ title: pageTitle('Unsubscribe') }, { name: 'robots', content: 'noindex' }];

const ended: Record<EndableList, string> = {
  now: 'You’ll no longer get instant emails about notifications.',
  daily: 'You’ll no longer get the daily digest.',
  weekly: 'You’ll no longer get the weekly digest.',
  ereader: 'Stories will no longer be sent to your e-reader.',
};

/** What a link ends: it begins with its list. */
const endedBy = (token: string): string =>
  Object.entries(ended).find(([list]) => token.startsWith(`${list}-`))?.[1] ??
  'You’ll no longer get these emails.';

/** Ends the emails of a list, with the secret of a link from one of them. Opening the page changes nothing. */
export default function Unsubscribe() {
  const { token } = useParams();
  const isHydrated = useIsHydrated();
  const { mutate, isPending, data, error } = useUnsubscribe();
  if (token === undefined)
    return (
      <Message icon={MailWarning} title="Part of the link is missing">
        <p>Open the link in the email again.</p>
      </Message>
    );
  if (data !== undefined)
    return (
      <Message icon={MailCheck} title="You’re unsubscribed">
        <p role="status">{ended[data.list]}</p>
      </Message>
    );
  return (
    <Message icon={MailX} title="Unsubscribe from these emails?">
      {error !== null && <Alert>{messageOf(error, 'Failed to unsubscribe.')}</Alert>}
      {/* The page is the same for all links until it knows its own. */}
      <p>{isHydrated ? endedBy(token) : endedBy('')} Your other email settings won’t change.</p>
      <Button variant="primary" busy={isPending} onClick={() => mutate({ params: { token } })}>
        Unsubscribe
      </Button>
    </Message>
  );
}

function Message({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-4 px-4 py-10 text-center sm:py-16">
      <Icon aria-hidden="true" className="mx-auto size-12 text-accent-text" />
      <h1 className="font-serif text-3xl">{title}</h1>
      {children}
      <p className="text-sm text-muted">
        You can choose what we email you about in your{' '}
        <Link to={paths.notificationSettings} className="link">
          notification settings
        </Link>
        .
      </p>
    </div>
  );
}
