import { useMutation } from '@tanstack/react-query'
import type { components } from '../../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../../api/client.ts'

/** A stored channel, called with its stored key, or the connection in a form. */
export type ModelSource = { readonly id: number } | { readonly probe: components['schemas']['ChannelProbe'] }

/** Asks an upstream for its models. */
export const useUpstreamModels = () =>
  useMutation({
    mutationFn: (source: ModelSource): Promise<readonly string[]> =>
      'id' in source
        ? dataOf(api.GET('/api/channel/fetch_models/{id}', { params: { path: { id: source.id } } }))
        : dataOf(api.POST('/api/channel/fetch_models', { body: source.probe })),
    meta: { isShownInPlace: true },
  })
