import type { Channel } from '../../src/daemon/channel-types/types.ts'

/** Builds a channel in the relay's form, with defaults for everything that a test does not care about. */
export const channelOf = (overrides: Partial<Channel> & { readonly id: number }): Channel => ({
  type: 1,
  name: `channel ${overrides.id}`,
  keys: ['upstream-key'],
  openaiOrganization: '',
  maxInputTokens: 0,
  baseUrl: 'http://127.0.0.1:9',
  other: '',
  modelMapping: new Map(),
  statusCodeMapping: new Map(),
  models: ['gpt-4o'],
  groups: ['default'],
  autoBan: true,
  testModel: '',
  priority: 0,
  weight: 0,
  tag: '',
  modelPrefix: '',
  setting: {},
  paramOverride: undefined,
  systemPrompt: '',
  status: 1,
  createdTime: 1_800_000_000,
  ...overrides,
})
