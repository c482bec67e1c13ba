import { useState } from 'react'
import { fieldsOf } from './channel-type-fields.ts'
import { type Channel, cleanBaseUrl, isConnectionChanged } from './channel-values.ts'
import type { ChannelForm } from './use-channel-form.ts'
import { useUpstreamModels } from './use-upstream-models.ts'

export type ModelSource = ReturnType<typeof useModelSource>

/**
 * Reads the models of the upstream described by the form. A stored key is only used for the connection it was entered
 * for; if that has changed, the key has to be entered again.
 */
export function useModelSource({
  form: { values, type },
  loaded,
  onMistake,
}: {
  readonly form: ChannelForm
  readonly loaded: Channel | undefined
  readonly onMistake: () => void
}) {
  const upstream = useUpstreamModels()
  const [needsKey, setNeedsKey] = useState(false)
  const key = values.isReplacingKey ? values.key.trim() : ''
  const usesStored = loaded !== undefined && key === '' && !isConnectionChanged(loaded, values)
  const isMissing = !usesStored && key === '' && fieldsOf(type).key.optional !== true
  return {
    /** Names used by the upstream; undefined = not read yet. */
    found: upstream.data,
    isAsking: upstream.isPending,
    error: upstream.error,
    /** A key has to be typed before the models can be read. */
    needsKey: needsKey && isMissing,
    /** Reads the models again. @returns whether the call was made */
    ask: (onFound?: () => void): boolean => {
      setNeedsKey(isMissing)
      if (isMissing) {
        onMistake()
        return false
      }
      const source = usesStored
        ? { id: loaded.id }
        : {
            probe: {
              type: values.type,
              base_url: cleanBaseUrl(values.baseUrl),
              key,
              other: values.other.trim(),
            },
          }
      if (!upstream.isPending) upstream.mutate(source, { onSuccess: () => onFound?.() })
      return true
    },
  }
}
