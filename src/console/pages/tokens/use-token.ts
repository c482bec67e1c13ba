import { api, dataOf } from '../../api/client.ts'
import { useOne } from '../../api/use-one.ts'
import { tokensKey } from './use-tokens.ts'

/** Reads one token, again each time a form opens; undefined ID = nothing to read. */
export const useToken = (id: number | undefined) =>
  useOne(tokensKey, id, (one, signal) =>
    dataOf(api.GET('/api/token/{id}', { params: { path: { id: one } }, signal })),
  )
