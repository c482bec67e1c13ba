import { useMemo } from 'react'
import { useAddress } from '../../state/address.ts'
import type { Asked } from './chat-store.ts'
import { useConversation } from './use-conversation.ts'
import { useGroupModels } from './use-group-models.ts'

const USUAL_MODEL = 'gpt-4o-mini'

/**
 * Returns model and group of the next question: from the address, else those of the last answer, else the usual model
 * or the first available one.
 */
export function useAsked(): {
  readonly asked: Asked
  readonly setAsked: (change: Partial<Pick<Asked, 'model' | 'group'>>) => void
  /** Models of the group; undefined while loading. */
  readonly models: readonly string[] | undefined
} {
  const address = useAddress()
  const { messages } = useConversation()
  const last = messages.findLast((message) => message.role === 'assistant')
  const group = address.get('group') || (address.get('model') === '' ? (last?.group ?? '') : '')
  const served = useGroupModels(group).data
  const models = useMemo(() => served?.map(({ name }) => name), [served])
  const usual = models?.includes(USUAL_MODEL) ? USUAL_MODEL : (models?.[0] ?? '')
  const model = address.get('model') || last?.model || usual
  const found = served?.find(({ name }) => name === model)
  return {
    asked: { model, group, drawing: found?.drawing ?? null, takesPictures: found?.takesPictures ?? true },
    models,
    setAsked: (change) => address.set({ model, group, ...change }, { replace: true }),
  }
}
