import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useSearchParams,
} from 'react-router';
import { FeaturedCard } from '../../features/stories/featured-card.tsx';
import { load } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { readToken } from '../../lib/session-store.ts';
import { pageTitle, productName, sitePicture } from '../../lib/titles.ts';
import type { Route } from './+types/landing.ts';
import { ClosingCall, Features, Hero, HowItWorks, Testimonials } from './sections.tsx';
import { nameOfPlace } from './wanted.ts';

const featured = 8;
const pitch =
  'Read, follow and collect serialized stories, and write your own, chapter by chapter. Free, without distraction, on every device.';

async function stories(args: LoaderFunctionArgs | ClientLoaderFunctionArgs) {
  const [found, site] = await Promise.all([
    load(args, 'GET /stories/public', { query: { limit: featured } }),
    load(args, 'GET /site', {}),
  ]);
  return {
    stories: found.data,
    testimonials: site.data.testimonials,
    picture: new URL(sitePicture, args.request.url).href,
  };
}

export const loader = (args: LoaderFunctionArgs) => stories(args);

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  if (readToken() !== null) throw redirect(paths.home);
  return stories(args);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle() },
  { name: 'description', content: pitch },
  { property: 'og:site_name', content: productName },
  { property: 'og:title', content: pageTitle() },
  { property: 'og:description', content: pitch },
  { property: 'og:type', content: 'website' },
  { property: 'og:image', content: loaderData?.picture ?? sitePicture },
];

export default function Landing({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const place = nameOfPlace(search.get('open'));
  return (
    <div data-for="visitor">
      {place !== null && (
        <p role="status" className="border-b border-line bg-notice px-4 py-3 text-center text-on-notice">
          Sign in to open {place}
        </p>
      )}
      <Hero stories={loaderData.stories} />
      <HowItWorks />
      <section aria-labelledby="featured" className="mx-auto max-w-6xl px-4 py-12 sm:px-6">
        <h2 id="featured" className="font-serif text-3xl">
          Featured Stories
        </h2>
        {loaderData.stories.length === 0 ? (
          <p className="mt-6 text-muted">No stories available at the moment.</p>
        ) : (
          <div className="mt-6 grid gap-x-6 gap-y-10 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
            {loaderData.stories.map((story, index) => (
              <FeaturedCard key={story._id} story={story} eager={index < 4} />
            ))}
          </div>
        )}
      </section>
      <Testimonials testimonials={loaderData.testimonials} />
      <Features />
      <ClosingCall />
    </div>
  );
}
