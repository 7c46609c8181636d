import { usePasswordCost } from '../../packages/server/src/modules/account/passwords.ts';
import { testPasswordCost } from '../../packages/server/src/testing/test-password.ts';

// Loaded before the program: each browser test signs up one or two people, and none is about hashing.
usePasswordCost(testPasswordCost);
