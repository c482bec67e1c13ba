import { useMutation } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { doorAddress, type TerminalRequest } from './terminal-request.ts'

/**
 * Lets a terminal sign in. A terminal on this machine gets its code at once; otherwise the code is returned to be
 * shown.
 */
export const useAllowTerminal = () =>
  useMutation({
    mutationFn: async ({ challenge, name }: TerminalRequest) =>
      (await dataOf(api.POST('/api/access_token/terminal', { body: { challenge, name } }))).code,
    onSuccess: (code, { door }) => {
      if (door) location.replace(doorAddress(door, { code }))
    },
    meta: { isShownInPlace: true },
  })
