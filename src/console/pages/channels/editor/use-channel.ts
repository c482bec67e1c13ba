import { api, dataOf } from '../../../api/client.ts'
import { useOne } from '../../../api/use-one.ts'
import { channelsKey } from '../use-channels.ts'

/** Reads one channel, again each time a form opens; undefined ID = nothing to read. */
export const useChannel = (id: number | undefined) =>
  useOne(channelsKey, id, (one, signal) =>
    dataOf(api.GET('/api/channel/{id}', { params: { path: { id: one } }, signal })),
  )
