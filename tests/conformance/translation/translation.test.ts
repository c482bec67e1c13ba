import { expect, it } from 'vitest'
import { judgeAll } from './matrix.ts'

const cells = judgeAll()

it.each(cells.map((cell) => [cell.direction, cell.feature, cell.from.label, cell.to.label, cell] as const))(
  '%s "%s" from %s to %s is exact, announced or refused, never lost silently',
  (_direction, _feature, _from, _to, { verdict }) => {
    expect(verdict.kind === 'silent' ? verdict.detail : '').toBe('')
  },
)
