import { expect, it } from 'vitest'
import { judgeAll } from './matrix.ts'
import { judgeVendors } from './within-format.ts'

const cells = judgeAll()

it.each(cells.map((cell) => [cell.direction, cell.feature, cell.from.label, cell.to.label, cell] as const))(
  '%s "%s" from %s to %s is exact, announced or refused, never lost silently',
  (_direction, _feature, _from, _to, { verdict }) => {
    expect(verdict.kind === 'silent' ? verdict.detail : '').toBe('')
  },
)

it.each(judgeVendors().map((each) => [each.protocol.label, each.vendor, each.model, each.silent] as const))(
  'finding relay 9: in %s, %s (%s) takes every wish or has its loss announced',
  (_protocol, _vendor, _model, silent) => {
    expect(silent).toEqual([])
  },
)
