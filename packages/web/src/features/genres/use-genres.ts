import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/query.ts';

/** Every genre, by name; they seldom change. */
export const useGenres = () => useQuery({ ...callQuery('GET /genres', {}), staleTime: 10 * 60_000 });

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Whether a name has what was searched for in it, whatever its case and accents. */
export const nameMatches = (name: string, search: string): boolean => plain(name).includes(plain(search));
