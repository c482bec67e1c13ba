import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The order of files as vitest has it, but files that mostly wait run between the others, one at a time. */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWaiting = ({ project }: TestSpecification) => project.name === 'rest:outages'
    const sorted = await super.sort(files)
    const orderOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const first = sorted.filter((each) => orderOf(each) === 0)
    return [
      ...spread(
        first.filter((each) => !isWaiting(each)),
        first.filter(isWaiting),
      ),
      ...sorted.filter((each) => orderOf(each) !== 0),
    ]
  }
}

/**
 * Puts some among others, as far from each other and from both ends as there is room: at the end nothing would be left to
 * do while they wait.
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
