import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/query.ts';

/** All genres, sorted by name; they rarely change. */
export const useGenres = () => useQuery({ ...callQuery('GET /genres', {}), staleTime: 10 * 60_000 });

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Whether a name contains the search text, ignoring case and accents. */
export const nameMatches = (name: string, search: string): boolean => fold(name).includes(fold(search));
