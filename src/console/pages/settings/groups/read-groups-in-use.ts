import type { components } from '../../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../../api/client.ts'

/** A group and the number of accounts, channels and API tokens that use it. */
export interface GroupInUse {
  readonly group: string
  readonly use: components['schemas']['GroupUse']
}

/** Returns those of the groups that are in use. */
export async function readGroupsInUse(groups: readonly string[]): Promise<readonly GroupInUse[]> {
  const found = await Promise.all(
    groups.map(async (group) => ({
      group,
      use: await dataOf(api.GET('/api/group/use', { params: { query: { group } } })),
    })),
  )
  return found.filter(({ use }) => use.users + use.channels + use.tokens > 0)
}
