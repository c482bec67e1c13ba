import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { api, dataOf } from '../../../api/client.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { channelsKey } from '../use-channels.ts'
import type { ChannelCreate, ChannelUpdate } from './channel-values.ts'

/**
 * Creates a channel, or writes the fields of one that are given. The same new channel sent again after a lost answer makes
 * no second one: the call carries a name of its own, by which the daemon knows a repetition.
 */
export function useSaveChannel() {
  const { t } = useTranslation('channelEditor')
  const queryClient = useQueryClient()
  const last = useRef({ body: '', name: '' })
  const mutation = useMutation({
    mutationFn: (body: ChannelCreate | ChannelUpdate) => {
      if ('id' in body) return dataOf(api.PUT('/api/channel/', { body }))
      const text = JSON.stringify(body)
      if (last.current.body !== text) last.current = { body: text, name: randomName() }
      const header = { 'Idempotency-Key': last.current.name }
      return dataOf(api.POST('/api/channel/', { params: { header }, body }))
    },
    onSuccess: (_channel, body) => {
      toast.success(t('id' in body ? 'saved' : 'created'))
      for (const queryKey of [channelsKey, ['own-models']])
        void queryClient.invalidateQueries({ queryKey: [...queryKey] })
    },
    meta: { isShownInPlace: true },
  })
  return { save: useMutateOnce(mutation), isSaving: mutation.isPending, error: mutation.error }
}

const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
