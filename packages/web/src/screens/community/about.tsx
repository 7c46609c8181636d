import type { CommunityPage } from '@inkling/contract/communities';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { categoryNames } from '../../features/communities/community-text.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { localDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Members } from './members.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="tabular-nums wrap-anywhere">{children}</dd>
  </div>
);

/** What a community is, its rules, and its members for those who see them. */
export function About({ community }: { community: CommunityPage }) {
  const { description, category, isPrivate, memberCount, founder, rules, stats, createdAt, role } = community;
  return (
    <div className="space-y-8">
      <section aria-labelledby="description">
        <h2 id="description" className="font-serif text-2xl">
          Description
        </h2>
        <p className="mt-2 max-w-[66ch] whitespace-pre-line wrap-anywhere" dir="auto">
          {description}
        </p>
      </section>
      <dl className="grid max-w-3xl grid-cols-2 gap-4 sm:grid-cols-3">
        <Fact name="Category">{categoryNames[category]}</Fact>
        <Fact name="Privacy">{isPrivate ? 'Private' : 'Public'}</Fact>
        <Fact name="Members">{memberCount.toLocaleString('en')}</Fact>
        <Fact name="Founder">
          {founder === null ? (
            'Unavailable'
          ) : (
            <Link to={paths.person(founder.username)} className="link">
              <bdi>{displayNameOf(founder)}</bdi>
            </Link>
          )}
        </Fact>
        <Fact name="Posts">{stats.postCount?.toLocaleString('en') ?? 'Visible to members only'}</Fact>
        <Fact name="Created">
          <time dateTime={createdAt}>{localDate(createdAt)}</time>
        </Fact>
      </dl>
      <section aria-labelledby="rules">
        <h2 id="rules" className="font-serif text-2xl">
          Rules
        </h2>
        {rules.length === 0 ? (
          <p className="mt-2 text-muted">This community has no rules yet.</p>
        ) : (
          <ol className="mt-2 max-w-[66ch] list-decimal space-y-2 ps-6">
            {rules.map(({ title, description: more }) => (
              <li key={title} className="wrap-anywhere" dir="auto">
                <p>{title}</p>
                {more !== '' && <p className="text-sm whitespace-pre-line text-muted">{more}</p>}
              </li>
            ))}
          </ol>
        )}
      </section>
      {(!isPrivate || role !== null) && <Members community={community} />}
    </div>
  );
}
