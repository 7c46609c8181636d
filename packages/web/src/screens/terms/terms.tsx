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
    'What you can expect from Inkling, and what we ask of you: your account, your texts, what is not allowed, and how to leave.',
    loaderData?.address,
  );

export default function Terms({ loaderData: { operator } }: Route.ComponentProps) {
  return (
    <Document
      title={name}
      lead={<p>What you can expect from this site, and what we ask of you.</p>}
      changed="2026-11-28"
      sections={termsSections(operator)}
    />
  );
}
