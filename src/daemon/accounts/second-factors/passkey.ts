import { passkeyAnswers } from '../passkeys/passkey-answers.ts'
import { passkeysRepository } from '../passkeys/passkeys.repository.ts'
import type { MakeFactor } from './factor.ts'

/**
 * Passkeys as a second factor. Those of another domain count as set up too: the request itself says which domain it is
 * for, and must not be able to skip the second step that way.
 */
export const passkey: MakeFactor = (db, deps) => ({
  kind: 'passkey',
  member: 'passkey',
  isSpare: false,
  isSetUp: async (userId) => (await passkeysRepository(db).count(userId)) > 0,
  verify: async (userId, given) => {
    if (typeof given === 'string') return false
    const answers = passkeyAnswers(db, deps)
    await answers.use(await answers.check(given.answer, { ...given.question, ownerId: userId }))
    return true
  },
  remove: (userId) => passkeysRepository(db).removeAll(userId),
})
