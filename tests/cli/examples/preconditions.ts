import type { Preconditions } from './precondition.ts'
import { filePreconditions } from './preconditions/files.ts'
import { moneyPreconditions } from './preconditions/money.ts'
import { objectPreconditions } from './preconditions/objects.ts'
import { signInPreconditions } from './preconditions/sign-in.ts'
import { sitePreconditions } from './preconditions/site.ts'
import { storePreconditions } from './preconditions/store.ts'

/** The needs of examples beyond a server with the usual objects. Each key is an existing word, command or line. */
export const preconditions: Preconditions = {
  ...filePreconditions,
  ...moneyPreconditions,
  ...objectPreconditions,
  ...signInPreconditions,
  ...sitePreconditions,
  ...storePreconditions,
}
