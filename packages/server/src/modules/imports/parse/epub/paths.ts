/** The target of a reference inside the archive. */
export interface Target {
  path: string;
  fragment: string;
}

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Resolves a reference in the file `from`; null for a target outside the book. */
export function resolveReference(from: string, reference: string): Target | null {
  const href = reference.trim();
  if (/^[a-z][a-z\d+.-]*:/i.test(href) || href.startsWith('//')) return null;
  const hash = href.indexOf('#');
  const fragment = hash < 0 ? '' : decoded(href.slice(hash + 1));
  const path = decoded((hash < 0 ? href : href.slice(0, hash)).replace(/\?.*$/, ''));
  if (path === '') return { path: from, fragment };
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.length === 0) return null;
      parts.pop();
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return { path: parts.join('/'), fragment };
}
