import { createPasswords } from '../../src/daemon/accounts/passwords.ts'

/** Tests make thousands of passwords that nobody guesses. What a real one costs, `passwords.test.ts` says. */
export const cheapPasswords = createPasswords({ memory: 8, passes: 1, parallelism: 1 })
