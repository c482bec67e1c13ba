import { api, dataOf } from '../../../api/client.ts'
import { useOne } from '../../../api/use-one.ts'
import { channelsKey } from '../use-channels.ts'

/** One channel, read again each time a form opens; undefined id = nothing to read. */
export const useChannel = (id: number | undefined) =>
  useOne(channelsKey, id, (one, signal) =>
    dataOf(api.GET('/api/channel/{id}', { params: { path: { id: one } }, signal })),
  )
