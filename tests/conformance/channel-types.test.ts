import { expect, it } from 'vitest'
import { channelTypeCatalogue } from '../../src/daemon/channel-types/catalogue.ts'
import { channelTypes } from '../../src/daemon/channel-types/index.ts'
import * as registry from '../../src/daemon/channel-types/registry.ts'
import type { ChannelType } from '../../src/daemon/channel-types/types.ts'
import { channelTypeFixtures } from './channel-type-fixtures.ts'
import { describeChannelType } from './describe-channel-type.ts'

const types: readonly ChannelType[] = Object.values(registry)

/** The numbers of all kinds of upstreams, in the order of pickers. */
const CATALOGUE = [
  1, 2, 5, 36, 4, 14, 33, 41, 3, 34, 39, 43, 15, 46, 17, 18, 16, 24, 11, 47, 25, 20, 49, 19, 23, 31, 35, 37,
  38, 40, 42, 8, 22, 21, 44, 45, 48,
]

it('lists exactly the 37 kinds of upstreams in the order of pickers', () => {
  expect([...channelTypeCatalogue.keys()]).toEqual(CATALOGUE)
  const entries = [...channelTypeCatalogue.values()]
  expect(new Set(entries.map((each) => each.slug)).size).toBe(entries.length)
  for (const { label, ownedBy, fields } of entries) {
    expect(label !== '' && ownedBy !== '').toBe(true)
    for (const field of [fields.key, fields.baseUrl]) expect(field.label).toMatchObject({ en: /./, zh: /./ })
  }
})

it('has no two types with one number or slug', () => {
  expect(channelTypes.size).toBe(types.length)
  expect(new Set(types.map((each) => each.slug)).size).toBe(types.length)
})

it('has fixtures of every registered type, and none is left over', () => {
  expect(Object.keys(channelTypeFixtures).sort()).toEqual(types.map((each) => each.slug).sort())
})

for (const type of types)
  describeChannelType(type, channelTypeFixtures[type.slug] ?? { answers: [], failures: [] })
