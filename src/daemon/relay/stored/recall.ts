import { keyOfHint } from '../../channels/key-hint.ts'
import type { StateUse } from '../../protocols/types.ts'
import type { Asked } from '../admit/asked.ts'
import type { MadeBy } from '../route/plan-for.ts'
import type { StatePlace, VendorStates } from './vendor-states.ts'

export interface RecallDeps {
  readonly states: VendorStates
}

/**
 * The account that made what a request refers to. One that keeps something the request needs comes before one whose
 * reasoning it sends along.
 */
export async function findMaker(
  { admitted, snapshot }: Asked,
  { needed, sealed }: StateUse,
  { states }: RecallDeps,
): Promise<MadeBy | undefined> {
  const { userId } = admitted.caller
  const places = await states.find(userId, [...needed, ...sealed])
  const accountAt = (place: StatePlace | undefined) => {
    if (!place) return undefined
    const channel = snapshot.channels.get(place.channelId)
    // A key that the channel has lost is a name that no key has.
    return { channelId: place.channelId, key: (channel && keyOfHint(channel, place.keyHint)) ?? '' }
  }
  const at = places.findIndex((place, index) => place !== undefined && index < needed.length)
  const keeper = accountAt(places[at])
  if (keeper) return { account: keeper, needed: needed[at] }
  const maker = accountAt(places.findLast((place) => place !== undefined))
  return maker && { account: maker, needed: undefined }
}
