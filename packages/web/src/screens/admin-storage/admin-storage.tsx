import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { storageQuery } from '../../features/admin/admin.api.ts';
import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { adminPaths } from '../../lib/admin-paths.ts';
import type { CallResponse } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { localMoment } from '../../lib/moments.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { sizeLabel } from '../../lib/size-label.ts';
import { pageTitle } from '../../lib/titles.ts';
import { TextSkeleton } from '../../ui/skeleton.tsx';

/** What the site stores, for admins. */
export default function AdminStorageScreen() {
  return (
    <AdminOnly heading="Storage">
      <div className="max-w-3xl">
        <title>{pageTitle('Storage')}</title>
        <h1 className="font-serif text-3xl sm:text-4xl">Storage</h1>
        <Storage />
      </div>
    </AdminOnly>
  );
}

const amountOf = ({ files, bytes }: { files: number; bytes: number }): string =>
  files === 0
    ? 'none'
    : `${files.toLocaleString('en')} ${files === 1 ? 'image' : 'images'}, ${sizeLabel(bytes)}`;

const textNames: Record<CallResponse<'GET /admin/storage'>['data']['texts'][number]['kind'], string> = {
  chapters: 'Chapters, versions and drafts',
  comments: 'Comments, reviews and posts',
  messages: 'Messages',
  notes: 'Highlights, notes and glossaries',
  search: 'Search index',
};

function Storage() {
  const query = useQuery(storageQuery);
  if (query.data === undefined)
    return (
      <QueryState
        query={query}
        fallback="Failed to measure the storage"
        pending={<TextSkeleton lines={12} />}
      />
    );
  const data = query.data.data;
  const { covers, avatars, unused, databaseBytes, texts, backups, lastBackupBytes, tables, people } = data;
  return (
    <>
      <Section title="By kind">
        <Row name="Covers">{amountOf(covers)}</Row>
        <Row name="Profile images">{amountOf(avatars)}</Row>
        <Row name="Unused images">{amountOf(unused)}</Row>
        <Row name="Database">{sizeLabel(databaseBytes)}</Row>
        {backups !== null && (
          <Row name="Backups on this server">
            {backups.files === 0
              ? 'none'
              : `${pluralize(backups.files, 'backup')}, ${sizeLabel(backups.bytes)}`}
          </Row>
        )}
        {lastBackupBytes !== null && <Row name="Last daily backup">{sizeLabel(lastBackupBytes)}</Row>}
      </Section>
      <p className="mt-3 max-w-[66ch] text-muted">
        Image sizes are updated every night, last on {localMoment(data.imagesAt)}. Unused images are removed
        after a day. Overview shows the free disk space.
      </p>
      <Section title="Texts in the database">
        {texts.map(({ kind, bytes }) => (
          <Row key={kind} name={textNames[kind]}>
            {sizeLabel(bytes)}
          </Row>
        ))}
      </Section>
      {people.length > 0 && (
        <Section title="Most images">
          {people.map(({ person, ...amount }) => (
            <Row
              key={person._id}
              name={
                <Link to={adminPaths.adminPeople(person._id)} className="link" dir="auto">
                  {person.displayName}
                </Link>
              }
            >
              {amountOf(amount)}
            </Row>
          ))}
        </Section>
      )}
      <Section title="Largest tables">
        {tables.map(({ name, bytes }) => (
          <Row key={name} name={name}>
            {sizeLabel(bytes)}
          </Row>
        ))}
      </Section>
    </>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-8">
    <h2 className="mb-2 font-serif text-2xl">{title}</h2>
    <ul aria-label={title} className="divide-y divide-line border-y border-line">
      {children}
    </ul>
  </section>
);

const Row = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <li className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
    <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
    <span className="text-muted tabular-nums">{children}</span>
  </li>
);
