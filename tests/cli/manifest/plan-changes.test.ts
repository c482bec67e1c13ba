import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldShapes, type Kind } from '../../../src/cli/manifest/kinds.ts'
import type { Plain } from '../../../src/cli/manifest/manifest.ts'
import { type Change, planChanges } from '../../../src/cli/manifest/plan-changes.ts'
import { type Observed, type State, stateKey, type Wanted } from '../../../src/cli/manifest/state.ts'

const place = { file: 'a.yaml', line: 1, column: 1 }
const ofKinds = ['groups', 'channels', 'tokens', 'codes', 'prices'] as const

const value = fc.oneof(
  fc.constantFrom<Plain>('', 'x', '0.8', 3, 7, true, false),
  fc.uniqueArray(fc.constantFrom('gpt-4o', 'o3', 'claude'), { maxLength: 3 }),
)
const fieldsOf = (kind: Exclude<Kind, 'options'>): fc.Arbitrary<Record<string, Plain>> => {
  const shapes = Object.entries(fieldShapes[kind]).filter(([, { isFixed }]) => isFixed === undefined)
  return fc
    .subarray(shapes)
    .chain((some) =>
      fc.record(
        Object.fromEntries(some.map(([field, { form }]) => [field, form === 'integer' ? fc.nat(9) : value])),
      ),
    )
}
const name = fc.constantFrom('a', 'b', 'c')
const owner = fc.option(fc.constantFrom('mine', 'other'), { nil: undefined })

const wantedObject: fc.Arbitrary<Wanted> = fc.constantFrom(...ofKinds).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    name,
    place: fc.constant(place),
    isAbsent: fc.constant(false),
    values: fieldsOf(kind),
    initial: fc.constant({}),
    secrets: fc.oneof(
      fc.constant({}),
      fc.record({
        keys: fc.record({
          fingerprint: fc.constantFrom('f1', 'f2'),
          missing: fc.constant([]),
          count: fc.constant(1),
        }),
      }),
    ),
  }),
)
const observedObject: fc.Arbitrary<Observed> = fc.constantFrom(...ofKinds).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    name,
    ref: fc.constantFrom('1', '2'),
    ids: fc.constant([1]),
    values: fieldsOf(kind),
    secrets: fc.oneof(fc.constant({}), fc.record({ keys: fc.constantFrom('f1', 'f2') })),
    owner,
  }),
)
const unique = {
  selector: ({ kind, name }: { kind: Kind; name: string }) => stateKey(kind, name),
  maxLength: 8,
}
const wantedList = fc.uniqueArray(wantedObject, unique)
const state: fc.Arbitrary<State> = fc
  .uniqueArray(observedObject, unique)
  .map((list) => new Map(list.map((each) => [stateKey(each.kind, each.name), each])))
const options = fc.record({ owner, takeOver: fc.constant(true), prune: fc.boolean() })

/** Returns the state of a server that has carried out all changes. */
function afterwards(before: State, changes: readonly Change[]): State {
  const next = new Map(before)
  for (const { action, kind, name, fields, owner: label } of changes) {
    const key = stateKey(kind, name)
    if (action === 'delete') {
      next.delete(key)
      continue
    }
    const present = next.get(key)
    const pick = (isSecret: boolean) =>
      Object.fromEntries(
        fields.filter((each) => each.is_secret === isSecret).map(({ field, after }) => [field, after]),
      )
    next.set(key, {
      kind,
      name,
      ref: present?.ref ?? 'new',
      ids: present?.ids ?? [9],
      values: { ...present?.values, ...pick(false) },
      secrets: { ...present?.secrets, ...(pick(true) as Record<string, string>) },
      owner: label === null ? present?.owner : label.after,
    })
  }
  return next
}

describe('a plan', () => {
  it('is empty once it has been carried out', () => {
    fc.assert(
      fc.property(wantedList, state, options, (wanted, before, how) => {
        const { changes } = planChanges(wanted, before, how)
        expect(planChanges(wanted, afterwards(before, changes), how).changes).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('deletes nothing without --prune, and with it only what has the label and is not in the files', () => {
    fc.assert(
      fc.property(wantedList, state, options, (wanted, before, how) => {
        const { changes, kept } = planChanges(wanted, before, how)
        const deleted = changes.filter(({ action }) => action === 'delete')
        if (!how.prune) expect(deleted).toEqual([])
        else expect(kept).toEqual([])
        for (const { kind, name } of [...deleted, ...kept]) {
          expect(before.get(stateKey(kind, name))?.owner).toBe(how.owner)
          expect(wanted.some((each) => each.kind === kind && each.name === name)).toBe(false)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('of an object of another label is in the way unless it is taken over', () => {
    fc.assert(
      fc.property(wantedList, state, fc.boolean(), (wanted, before, takeOver) => {
        const { changes, obstacles } = planChanges(wanted, before, { owner: 'mine', takeOver, prune: false })
        const foreign = changes.filter(
          ({ kind, name }) => before.get(stateKey(kind, name))?.owner === 'other',
        )
        const found = obstacles
          .filter(({ reason }) => reason === 'owner')
          .map(({ kind, name }) => stateKey(kind, name))
        expect(found).toEqual(takeOver ? [] : foreign.map(({ kind, name }) => stateKey(kind, name)))
      }),
    )
  })

  it('makes groups before what uses them, and deletes the other way round', () => {
    const object = (kind: Kind, label?: string): Observed => ({
      kind,
      name: 'x',
      ref: '1',
      ids: [1],
      values: {},
      secrets: {},
      owner: label,
    })
    const before = new Map(
      (['groups', 'channels', 'tokens'] as const).map((kind) => [stateKey(kind, 'x'), object(kind, 'mine')]),
    )
    const { changes } = planChanges([], before, { owner: 'mine', takeOver: false, prune: true })
    expect(changes.map(({ kind }) => kind)).toEqual(['tokens', 'channels', 'groups'])
  })

  it('counts used codes: fewer than wanted are made up for, more are enough', () => {
    const codes = (count: number): State =>
      new Map([
        [
          stateKey('codes', 'c'),
          { kind: 'codes', name: 'c', ref: 'c', ids: [1], values: { count }, secrets: {}, owner: undefined },
        ],
      ])
    const wanted = (count: number): Wanted => ({
      kind: 'codes',
      name: 'c',
      place,
      isAbsent: false,
      values: { count },
      initial: {},
      secrets: {},
    })
    const how = { owner: undefined, takeOver: false, prune: false }
    expect(planChanges([wanted(5)], codes(7), how).changes).toEqual([])
    expect(planChanges([wanted(7)], codes(5), how).changes).toHaveLength(1)
  })
})
