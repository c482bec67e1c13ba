import type { components } from '../../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../../api/client.ts'

/** A group, and how many accounts, channels and API tokens use it. */
export interface GroupInUse {
  readonly group: string
  readonly use: components['schemas']['GroupUse']
}

/** Those of the groups that somebody uses. */
export async function readGroupsInUse(groups: readonly string[]): Promise<readonly GroupInUse[]> {
  const found = await Promise.all(
    groups.map(async (group) => ({
      group,
      use: await dataOf(api.GET('/api/group/use', { params: { query: { group } } })),
    })),
  )
  return found.filter(({ use }) => use.users + use.channels + use.tokens > 0)
}
