import { expect, it } from 'vitest'
import { channelTypeCatalogue } from '../../src/daemon/channel-types/catalogue.ts'
import { channelTypes } from '../../src/daemon/channel-types/index.ts'
import * as registry from '../../src/daemon/channel-types/registry.ts'
import type { ChannelType } from '../../src/daemon/channel-types/types.ts'
import { channelTypeFixtures } from './channel-type-fixtures.ts'
import { describeChannelType } from './describe-channel-type.ts'

const types: readonly ChannelType[] = Object.values(registry)

it('no two types share a number or a slug', () => {
  expect(channelTypes.size).toBe(types.length)
  const entries = [...channelTypeCatalogue.values()]
  expect(new Set(entries.map((each) => each.slug)).size).toBe(entries.length)
})

it('every registered type is in the catalogue and has fixtures, and no fixture is left over', () => {
  for (const type of types) expect(channelTypeCatalogue.get(type.type)?.isServed).toBe(true)
  expect(Object.keys(channelTypeFixtures).sort()).toEqual(types.map((each) => each.slug).sort())
})

for (const type of types)
  describeChannelType(type, channelTypeFixtures[type.slug] ?? { answers: [], failures: [] })
