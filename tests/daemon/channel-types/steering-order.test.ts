import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Steering, type SteeringRule } from '../../../src/daemon/channel-types/steering.ts'

const places = ['member', 'tool', 'beta', 'query'] as const
const names = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 })
const rule: fc.Arbitrary<SteeringRule> = fc.record({
  at: fc.constantFrom(...places),
  name: fc.oneof(
    names,
    names.map((name) => `${name}*`),
  ),
  fate: fc.constantFrom('free', 'priced', 'stripped'),
})

const fits = ({ name }: SteeringRule, asked: string): boolean =>
  name.endsWith('*') ? asked.startsWith(name.slice(0, -1)) : name === asked

it('of several rules about one thing the first counts, whether it says a whole name or a beginning', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 8 }), fc.constantFrom(...places), names, (rules, at, asked) => {
      const first = rules.find((each) => each.at === at && fits(each, asked))
      expect(new Steering(rules).ruleFor(at, asked)).toBe(first)
    }),
    { numRuns: 500 },
  )
})
