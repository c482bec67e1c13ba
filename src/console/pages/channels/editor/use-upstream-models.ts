import { useMutation } from '@tanstack/react-query'
import type { components } from '../../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../../api/client.ts'

/** A stored channel, asked with its stored key, or what a form holds. */
export type ModelSource = { readonly id: number } | { readonly probe: components['schemas']['ChannelProbe'] }

/** Asks an upstream which models it has. */
export const useUpstreamModels = () =>
  useMutation({
    mutationFn: (source: ModelSource): Promise<readonly string[]> =>
      'id' in source
        ? dataOf(api.GET('/api/channel/fetch_models/{id}', { params: { path: { id: source.id } } }))
        : dataOf(api.POST('/api/channel/fetch_models', { body: source.probe })),
    meta: { isShownInPlace: true },
  })
