import { createHmac } from 'node:crypto'
import type { ChannelType } from '../../../channel-types/types.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'

/**
 * A body in which what the client names in words of its own has a name that only its user can write. All users of a channel
 * are one account to the vendor: somebody who guesses the name of another user's conversation would go on with it. The same
 * object where nothing is named.
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

/** What is no text counts too: a database may take an object for a condition that every conversation fulfils. */
const ownName = (name: JsonValue, key: string): string =>
  createHmac('sha256', key)
    .update(typeof name === 'string' ? name : JSON.stringify(name))
    .digest('hex')
    .slice(0, 32)
