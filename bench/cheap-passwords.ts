import { usePasswordCost } from '../packages/server/src/modules/account/passwords.ts';
import { testPasswordCost } from '../packages/server/src/testing/test-password.ts';

// Imported by a server that hundreds of test people sign up at.
usePasswordCost(testPasswordCost);
