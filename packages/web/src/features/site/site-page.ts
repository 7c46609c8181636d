import type { Operator, SessionLifetimes } from '@inkling/contract/site';
import type { MetaDescriptor } from 'react-router';
import type { LoaderArgs } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { pageTitle, productName, sitePicture } from '../../lib/titles.ts';
import { loadSite } from './site.api.ts';

/** The data of the pages about the site. */
export interface SitePage {
  operator: Operator;
  sessionLifetimes: SessionLifetimes;
  /** The absolute URL of the page. */
  address: string;
}

/** Loads the data of such a page, on the server or in the browser. */
export async function loadSitePage(args: LoaderArgs): Promise<SitePage> {
  const { operator, logIns } = await loadSite(args);
  const { origin, pathname } = new URL(args.request.url);
  return { operator, sessionLifetimes: logIns, address: origin + pathname };
}

/** The meta tags for search engines and link previews; the landing page has no name. */
export function siteMeta(
  name: string | undefined,
  description: string,
  address: string | undefined,
): MetaDescriptor[] {
  const title = pageTitle(name);
  const meta = [
    { title },
    { name: 'description', content: description },
    { property: 'og:site_name', content: productName },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
  ];
  if (address === undefined) return meta;
  const site = {
    '@type': 'WebSite',
    name: productName,
    url: new URL(paths.landing, address).href,
  };
  return [
    ...meta,
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:url', content: address },
    { property: 'og:image', content: new URL(sitePicture, address).href },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        ...(name === undefined
          ? { ...site, description }
          : { '@type': 'WebPage', name, description, url: address, isPartOf: site }),
      },
    },
  ];
}
