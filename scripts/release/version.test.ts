import { expect, test } from 'vitest';
import { releaseChangelog, withVersion } from './version.ts';

const changelog = `# Changelog

## [Unreleased]

### Added

- A page.

### Breaking changes

- A call has another name.

### Fixed

- A fault.

## [0.1.0] - 2026-12-01

- The first.
`;

test('a release makes the unreleased changes its section, breaking changes first', () => {
  const released = releaseChangelog(changelog, '0.2.0', '2027-01-31');
  expect(released).toBe(`# Changelog

## [Unreleased]

## [0.2.0] - 2027-01-31

### Breaking changes

- A call has another name.

### Added

- A page.

### Fixed

- A fault.

## [0.1.0] - 2026-12-01

- The first.
`);
  expect(releaseChangelog(released, '0.2.0', '2027-02-01')).toBe(released);
  expect(() => releaseChangelog(released, '0.3.0', '2027-02-01')).toThrow('nothing under [Unreleased]');
});

test('a version is set in the project, its own packages and what names them, and nowhere else', () => {
  const lock = {
    name: 'inkling',
    version: '0.1.0',
    packages: {
      '': { name: 'inkling', version: '0.1.0' },
      'packages/server': { version: '0.1.0', dependencies: { '@inkling/contract': '0.1.0', pg: '8.0.0' } },
      'node_modules/pg': { version: '0.1.0' },
    },
  };
  expect(JSON.parse(withVersion(JSON.stringify(lock), '0.2.0'))).toEqual({
    name: 'inkling',
    version: '0.2.0',
    packages: {
      '': { name: 'inkling', version: '0.2.0' },
      'packages/server': { version: '0.2.0', dependencies: { '@inkling/contract': '0.2.0', pg: '8.0.0' } },
      'node_modules/pg': { version: '0.1.0' },
    },
  });
});
