import type { components } from '../../../../../openapi/types.gen.ts'

type Planned = components['schemas']['PlannedChannel']

/** Added to the weight of every channel, so that weight 0 gets calls too. */
const WEIGHT_BASE = 10

/** A channel and its share of the calls, 0 to 1; the edited channel has no name. */
export interface WeightShare {
  readonly name: string | undefined
  readonly share: number
}

/** The channel being edited, with the numbers as typed. */
export interface EditedChannel {
  /** undefined = a new channel. */
  readonly id: number | undefined
  readonly priority: number
  readonly weight: number
}

/** Temporary reasons: the channel will take its share again soon. */
const PASSING: ReadonlySet<Planned['reason']> = new Set([null, 'cooling', 'failing', 'no-usable-key'])

/** Computes how the channels of one priority would share the calls, the edited one first. */
export function sharesWith(edited: EditedChannel, planned: readonly Planned[]): readonly WeightShare[] {
  const others = planned.filter(
    ({ channel_id: id, priority, reason }) =>
      id !== edited.id && priority === edited.priority && PASSING.has(reason),
  )
  const tier = [
    { name: undefined, weight: edited.weight },
    ...others.map(({ channel_name: name, weight }) => ({ name, weight })),
  ]
  const total = tier.reduce((sum, { weight }) => sum + weight + WEIGHT_BASE, 0)
  return tier.map(({ name, weight }) => ({ name, share: (weight + WEIGHT_BASE) / total }))
}
