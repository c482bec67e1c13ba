import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Vitest's own order, except that outage tests, which mostly wait, are spread over the files that they run beside. */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const outages = sorted.filter(({ project }) => project.name === 'rest:outages')
    const group = outages[0]?.project.config.sequence.groupOrder
    const others = sorted.filter((each) => !outages.includes(each))
    const beside = others.filter(({ project }) => project.config.sequence.groupOrder === group)
    return [...spread(beside, outages), ...others.filter((each) => !beside.includes(each))]
  }
}

/**
 * Spreads some items evenly over the others, with none at either end, where nothing would be left to run beside them.
 */
export const spread = <Item>(others: readonly Item[], some: readonly Item[]): Item[] => {
  const distance = others.length / (some.length + 1)
  return others
    .flatMap((other, index) => {
      const due = some.filter((_, place) => Math.floor(distance * (place + 1)) === index)
      return [...due, other]
    })
    .concat(others.length === 0 ? some : [])
}
