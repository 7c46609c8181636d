import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { glossaryQuery, recapsQuery } from './glossary.api.ts';

interface Props {
  storyId: string;
  className?: string;
}

/** A link to the people and places of a story, if there is anything that the reader has reached. */
export function GlossaryLink({ storyId, className = '' }: Props) {
  const entries = useQuery(glossaryQuery(storyId)).data?.data ?? [];
  const recaps = useQuery(recapsQuery(storyId)).data?.data ?? [];
  if (entries.length === 0 && recaps.length === 0) return null;
  return (
    <Link to={paths.people(storyId)} className={`${buttonClass()} ${className}`}>
      <Users aria-hidden="true" className="size-4" /> People and Places
    </Link>
  );
}
