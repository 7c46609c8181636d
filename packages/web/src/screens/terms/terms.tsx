import { operatorName } from '../../features/site/contact-line.tsx';
import { Document } from '../../features/site/document.tsx';
import { loadSitePage, siteMeta } from '../../features/site/site-page.ts';
import type { Route } from './+types/terms.ts';
import { termsSections } from './terms-sections.tsx';

const name = 'Terms of Service';

export const loader = (args: Route.LoaderArgs) => loadSitePage(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadSitePage(args);

export const meta: Route.MetaFunction = ({ loaderData }) =>
  siteMeta(
    name,
    'What you may expect of Inkling and what is asked of you: your account, your texts, what is not allowed, and how to leave.',
    loaderData?.address,
  );

export default function Terms({ loaderData: { operator } }: Route.ComponentProps) {
  return (
    <Document
      title={name}
      lead={
        <p>
          What you may expect of this site, which is run by {operatorName(operator)}, and what is asked of
          you.
        </p>
      }
      changed="2026-11-21"
      sections={termsSections(operator)}
    />
  );
}
