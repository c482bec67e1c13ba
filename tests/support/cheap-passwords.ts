import { createPasswords } from '../../src/daemon/accounts/passwords.ts'

/** Tests create thousands of users that nobody attacks. `passwords.test.ts` checks what real hashes cost. */
export const cheapPasswords = createPasswords({ memory: 8, passes: 1, parallelism: 1 })
