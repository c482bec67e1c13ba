import type { components } from '../../../../../openapi/types.gen.ts'

type Planned = components['schemas']['PlannedChannel']

/** Every channel gets this on top of its weight, so that weight 0 takes calls too. */
const WEIGHT_BASE = 10

/** A channel and its share of the calls, 0 to 1; the edited channel has no name. */
export interface WeightShare {
  readonly name: string | undefined
  readonly share: number
}

/** The channel that is being edited, with the numbers that were typed. */
export interface EditedChannel {
  /** undefined = it is new. */
  readonly id: number | undefined
  readonly priority: number
  readonly weight: number
}

/** Reasons that pass by themselves: the channel takes its share again soon. */
const PASSING: ReadonlySet<Planned['reason']> = new Set([null, 'cooling', 'failing', 'no-usable-key'])

/** How the channels of one priority would share the calls, the edited one first. */
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
