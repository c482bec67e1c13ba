import { channelTypes } from '../../channel-types/index.ts'
import { namedOperations } from '../../channel-types/named-operations.ts'
import type { Channel } from '../../channel-types/types.ts'
import type { Data } from '../../http/contract.ts'
import { drawingChoices } from '../../protocols/openai/image-form.ts'
import { channelsFor, type Snapshot } from '../../relay/route/snapshot.ts'
import { codecOf, upstreamModelOf } from '../../relay/route/wire.ts'

type Drawing = Data<'getPricing'>[number]['drawing']

/**
 * Returns the choices for pictures of a model; null = none of its channels draws with it. Relays accept picture
 * requests for any model, so the name has to identify the model as one that draws: the client's name, or the vendor's
 * if a channel maps it.
 */
export function drawingOf({ routes }: Snapshot, model: string, groups: readonly string[]): Drawing {
  for (const group of groups)
    for (const channel of channelsFor(routes, group, model)) {
      const drawn = drawnBy(channel, model)
      if (drawn === undefined) continue
      const { sizes, qualities, countMax } = drawingChoices(drawn)
      return { sizes: [...sizes], qualities: [...qualities], count_max: countMax }
    }
  return null
}

/** Returns the name that identifies the model with which a channel draws. */
function drawnBy(channel: Channel, model: string): string | undefined {
  const type = channelTypes.get(channel.type)
  const upstreamModel = upstreamModelOf(channel, model)
  if (type === undefined || codecOf(type, channel, 'image', upstreamModel) === undefined) return undefined
  return [upstreamModel, model].find((name) => namedOperations(name).includes('image'))
}
