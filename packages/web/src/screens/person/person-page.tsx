import type { PublicProfile } from '@inkling/contract/profiles';
import { BadgePicture } from '../../features/achievements/badge-picture.tsx';
import { CommunitiesNear } from '../../features/communities/communities-near.tsx';
import { PersonCollections } from './person-collections.tsx';
import { PersonHeader } from './person-header.tsx';
import { PersonSeries } from './person-series.tsx';
import { PersonStories } from './person-stories.tsx';

interface Props {
  person: PublicProfile;
  /** False while only public data is loaded, without the viewer's follow state. */
  followLoaded?: boolean;
}

/** A public profile: header, stories and achievements. */
export function PersonPage({ person, followLoaded = true }: Props) {
  return (
    <article className="space-y-10">
      <PersonHeader person={person} followLoaded={followLoaded} />
      <PersonStories person={person} />
      <PersonSeries person={person} />
      {person.achievements.length > 0 && (
        <section aria-labelledby="achievements">
          <h2 id="achievements" className="font-serif text-2xl">
            Achievements
          </h2>
          <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {person.achievements.map(({ _id, name, description, image }) => (
              <li key={_id} className="flex items-center gap-3 rounded-lg border border-line bg-raised p-4">
                <BadgePicture image={image} size={48} />
                <div>
                  <p className="font-semibold">{name}</p>
                  <p className="text-sm text-muted">{description}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <CommunitiesNear of={{ username: person.username }} />
      <PersonCollections person={person} />
    </article>
  );
}
