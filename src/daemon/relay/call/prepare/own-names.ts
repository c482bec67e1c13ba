import { createHmac } from 'node:crypto'
import type { ChannelType } from '../../../channel-types/types.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'

/**
 * Replaces names that the client chose itself with names that no other user can produce. To the vendor, all users of a
 * channel are one account, so anyone who guessed the name of another user's conversation could continue it. Returns the
 * same object if there is no such name.
 */
export function withOwnNames(
  body: JsonObject,
  { namedByClient = [] }: Pick<ChannelType, 'namedByClient'>,
  owner: { readonly namingKey: string },
): JsonObject {
  let result = body
  for (const member of namedByClient) {
    const name = body[member]
    if (name !== undefined && name !== null && name !== '')
      result = { ...result, [member]: ownName(name, owner.namingKey) }
  }
  return result
}

/**
 * Derives the name sent upstream. Objects are replaced too: a database may treat one as a condition that every
 * conversation meets.
 */
const ownName = (name: JsonValue, key: string): string =>
  createHmac('sha256', key)
    .update(typeof name === 'string' ? name : JSON.stringify(name))
    .digest('hex')
    .slice(0, 32)
