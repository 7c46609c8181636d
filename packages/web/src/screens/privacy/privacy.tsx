import { Document } from '../../features/site/document.tsx';
import { loadSitePage, siteMeta } from '../../features/site/site-page.ts';
import type { Route } from './+types/privacy.ts';
import { privacySections } from './privacy-sections.tsx';

const name = 'Privacy Policy';

export const loader = (args: Route.LoaderArgs) => loadSitePage(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadSitePage(args);

export const meta: Route.MetaFunction = ({ loaderData }) =>
  siteMeta(
    name,
    'What Inkling keeps about you, for how long and who sees it. No cookies, no advertising, no trackers.',
    loaderData?.address,
  );

export default function Privacy({
  loaderData: { operator, sessionLifetimes: sessions },
}: Route.ComponentProps) {
  return (
    <Document
      title={name}
      lead={
        <p>
          No cookies, no advertising, no trackers. What is kept is what the site needs to do its work, and
          here is all of it.
        </p>
      }
      changed="2026-11-21"
      sections={privacySections(operator, sessions)}
    />
  );
}
