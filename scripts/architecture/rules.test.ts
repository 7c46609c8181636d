import { describe, expect, test } from 'vitest';
import { findViolations } from './rules.ts';

const violations = (path: string, text: string) => findViolations([{ path, text }]).violations;

describe('the architecture rules refuse that', () => {
  test.each([
    ['the contract imports a library', 'packages/contract/src/a.ts', "import x from 'some-library';"],
    [
      'the server imports the web',
      'packages/server/src/app.ts',
      "import { x } from '../../web/src/root.tsx';",
    ],
    [
      'the web imports the server',
      'packages/web/src/lib/a.ts',
      "import { x } from '../../../server/src/app.ts';",
    ],
    [
      'the platform imports a capability',
      'packages/server/src/platform/a.ts',
      "import { x } from '../modules/users/index.ts';",
    ],
    [
      'a capability uses a later one',
      'packages/server/src/modules/users/a.ts',
      "import { x } from '../stories/index.ts';",
    ],
    [
      'a capability bypasses the index.ts of another',
      'packages/server/src/modules/stories/a.ts',
      "import { x } from '../users/users.queries.ts';",
    ],
    [
      'a service uses SQL',
      'packages/server/src/modules/users/users.service.ts',
      "import { sql } from 'kysely';",
    ],
    [
      'a service uses HTTP',
      'packages/server/src/modules/users/users.service.ts',
      "import Fastify from 'fastify';",
    ],
    [
      'a screen imports another',
      'packages/web/src/screens/home/home.tsx',
      "import { x } from '../library/library.tsx';",
    ],
    [
      'a feature imports a screen',
      'packages/web/src/features/a/a.tsx',
      "import { x } from '../../screens/home/home.tsx';",
    ],
    [
      'a capability opens its own connections',
      'packages/server/src/modules/chapters/chapters.socket.ts',
      "import { Server } from 'socket.io';",
    ],
    [
      'a feature opens a live connection',
      'packages/web/src/features/a/a.ts',
      "const { io } = await import('socket.io-client');",
    ],
    ['a component imports the router', 'packages/web/src/ui/a.tsx', "import { Link } from 'react-router';"],
    [
      'a screen imports the headless component library',
      'packages/web/src/screens/home/home.tsx',
      "import { Dialog } from 'radix-ui';",
    ],
    ['a screen builds a path', 'packages/web/src/screens/home/home.tsx', 'const x = `/story/$' + '{id}`;'],
    ['a feature writes a path', 'packages/web/src/features/a/a.tsx', "void navigate('/home');"],
    ['a feature fetches', 'packages/web/src/features/a/a.ts', "const response = await fetch('/api');"],
  ])('%s', (_what, path, text) => {
    expect(violations(path, text)).toHaveLength(1);
  });

  test('allowed imports pass', () => {
    const text =
      "import { x } from '../users/index.ts';\nimport { AppError } from '../../platform/app-error.ts';";
    expect(violations('packages/server/src/modules/stories/stories.service.ts', text)).toEqual([]);
  });
});
