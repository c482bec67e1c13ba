import type { ChannelTypeFixtures } from './channel-types/fixture.ts'
import { mixedFormatFixtures } from './channel-types/mixed-format-fixtures.ts'
import { openaiFamilyFixtures } from './channel-types/openai-family-fixtures.ts'
import { ownFormatFixtures } from './channel-types/own-format-fixtures.ts'
import { taskFixtures } from './channel-types/task-fixtures.ts'

/** Fixtures by slug; a type without an entry fails the conformance test. */
export const channelTypeFixtures: Readonly<Record<string, ChannelTypeFixtures>> = {
  ...openaiFamilyFixtures,
  ...mixedFormatFixtures,
  ...ownFormatFixtures,
  ...taskFixtures,
}
