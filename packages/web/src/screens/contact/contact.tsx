import type { Operator } from '@inkling/contract/site';
import { EmailLink, operatorName } from '../../features/site/contact-line.tsx';
import { loadSitePage, siteMeta } from '../../features/site/site-page.ts';
import type { Route } from './+types/contact.ts';
import { ContactForm } from './contact-form.tsx';

const name = 'Contact Us';

export const loader = (args: Route.LoaderArgs) => loadSitePage(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadSitePage(args);

export const meta: Route.MetaFunction = ({ loaderData }) =>
  siteMeta(
    name,
    'Write to the people who run this site: questions, bugs, praise, or content that shouldn’t be here.',
    loaderData?.address,
  );

export default function Contact({ loaderData: { operator } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-x-14 gap-y-10 px-4 py-10 sm:px-6 sm:py-14 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div>
        <h1 className="font-serif text-4xl leading-tight sm:text-5xl">{name}</h1>
        <p className="mt-4 text-lg text-muted">
          Questions, bugs, praise, or content that shouldn’t be here? Write to {operatorName(operator)}.
        </p>
        <Addresses operator={operator} />
      </div>
      <ContactForm operator={operator} />
    </div>
  );
}

/** The operator's contact addresses, if configured. */
function Addresses({ operator: { contactEmail, privacyEmail } }: { operator: Operator }) {
  const given = [
    { label: 'General', email: contactEmail },
    { label: 'About your data', email: privacyEmail },
  ];
  if (given.every(({ email }) => email === null)) {
    return (
      <p className="mt-8 border-t border-line pt-4 text-muted">
        Use the form to send a message to the people who run this site.
      </p>
    );
  }
  return (
    <dl className="mt-8 space-y-4 border-t border-line pt-4">
      {given.map(
        ({ label, email }) =>
          email !== null && (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="flex min-h-11 items-center text-lg">
                <EmailLink email={email} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
