import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { readAllPages } from '../../api/read-all-pages.ts'
import { useSave } from '../../api/use-save.ts'
import { secondFactorKey } from '../../api/use-second-factor.ts'
import { makePasskey } from '../../components/passkeys/passkey-dialog.ts'
import { phrase } from '../../i18n/i18n.ts'

export type Passkey = components['schemas']['Passkey']

const passkeysKey = ['passkeys'] as const

/** Reads the passkeys of the account. */
export const usePasskeys = () =>
  useQuery({
    queryKey: passkeysKey,
    queryFn: ({ signal }) =>
      readAllPages(({ page, pageSize }) =>
        dataOf(api.GET('/api/passkey/', { params: { query: { p: page, page_size: pageSize } }, signal })),
      ),
  })

/** Asks the browser to create a passkey and registers it. Nothing happens if the person closes its dialog. */
export const useAddPasskey = () =>
  useSave(
    [passkeysKey, secondFactorKey],
    async (_: undefined) => {
      const credential = await makePasskey(await dataOf(api.POST('/api/passkey/options')))
      return credential && dataOf(api.POST('/api/passkey/', { body: { credential } }))
    },
    (made) => made && phrase('passkey:added', { name: made.passkey.name }),
  )

/** Renames a passkey. */
export const useRenamePasskey = () =>
  useSave(
    [passkeysKey],
    ({ id, name }: { readonly id: number; readonly name: string }) =>
      dataOf(api.PUT('/api/passkey/{id}', { params: { path: { id } }, body: { name } })),
    () => phrase('passkey:renamed'),
  )

/** Deletes a passkey. */
export const useDeletePasskey = () =>
  useSave(
    [passkeysKey, secondFactorKey],
    (id: number) => answerOf(api.DELETE('/api/passkey/{id}', { params: { path: { id } } })),
    () => phrase('passkey:deleted'),
  )
