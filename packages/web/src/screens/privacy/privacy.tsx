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
    'What Inkling stores about you, for how long, and who can see it. No cookies, no advertising, no trackers.',
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
          No cookies, no advertising, no trackers. We store only what the site needs to work, and this page
          lists all of it.
        </p>
      }
      changed="2026-11-28"
      sections={privacySections(operator, sessions)}
    />
  );
}
