import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, dataOf } from '../../../api/client.ts'
import { bodyBefore, sayDone } from '../../../api/say-done.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { useRepeatName } from '../../../api/use-repeat-name.ts'
import { withBefore } from '../../../components/editor/with-before.ts'
import { type Channel, channelsKey } from '../use-channels.ts'
import type { ChannelCreate, ChannelUpdate } from './channel-values.ts'

/**
 * Creates a channel, or updates the given fields of one. Submitting the same new channel again after a lost response
 * creates no duplicate: the call carries an idempotency key, by which the daemon recognizes the repetition.
 */
export function useSaveChannel(loaded: Channel | undefined) {
  const { t } = useTranslation('channelEditor')
  const queryClient = useQueryClient()
  const repeatName = useRepeatName()
  const refresh = () => {
    for (const queryKey of [channelsKey, ['own-models']])
      void queryClient.invalidateQueries({ queryKey: [...queryKey] })
  }
  const putBack = async (body: ChannelUpdate) => {
    await dataOf(api.PUT('/api/channel/', { body }))
    refresh()
    return true
  }
  const mutation = useMutation({
    mutationFn: (body: ChannelCreate | ChannelUpdate) => {
      if ('id' in body)
        return dataOf(api.PUT('/api/channel/', { body: loaded ? guarded(body, loaded) : body }))
      return dataOf(api.POST('/api/channel/', { params: { header: repeatName.of(body) }, body }))
    },
    onSuccess: (saved, body) => {
      // Not undone: a key, which is never shown, and changes of the address, which need the key again.
      const before =
        loaded && 'id' in body ? bodyBefore(body, loaded, ['key', 'type', 'base_url', 'other']) : undefined
      sayDone({
        text: t('id' in body ? 'saved' : 'created', { name: saved.name }),
        undo: before && (() => putBack(guarded(before, saved))),
      })
      refresh()
    },
    meta: { isShownInPlace: true },
  })
  return {
    save: useMutateOnce(mutation),
    isSaving: mutation.isPending,
    error: mutation.error,
    forget: mutation.reset,
  }
}

/** Adds the last seen fingerprints, because keys, and proxies with a password, are never shown. */
const guarded = (body: ChannelUpdate, seen: Channel): ChannelUpdate => {
  const { before, ...fields } = withBefore(body, seen)
  return {
    ...fields,
    before: {
      ...before,
      ...(body.key === undefined ? {} : { key_fingerprint: seen.key_fingerprint }),
      ...(body.setting === undefined ? {} : { proxy_fingerprint: seen.proxy_fingerprint }),
    },
  }
}
