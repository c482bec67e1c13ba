import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'

/** A channel type: label, fields of its form, capabilities. */
export type ChannelType = components['schemas']['ChannelTypeEntry']

/** Returns the channel types by number. They are part of the program and do not change while it runs. */
export function useChannelTypes(): ReadonlyMap<number, ChannelType> {
  const types = useQuery({
    queryKey: ['channel-types'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/channel/types', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    select: byNumber,
  })
  return types.data ?? none
}

const none: ReadonlyMap<number, ChannelType> = new Map()
const byNumber = (types: readonly ChannelType[]): ReadonlyMap<number, ChannelType> =>
  new Map(types.map((each) => [each.type, each]))
