import type { TestApi } from '../../../support/test-services.ts'

/** The fields of a channel in API responses that tests read. */
export interface ChannelAnswer {
  readonly id: number
  readonly name: string
  readonly status: number
  readonly tag: string
  readonly priority: number
  readonly weight: number
  readonly models: string
  readonly group: string
  readonly base_url: string
  readonly other: string
  readonly other_info: string
  readonly system_prompt: string
  readonly model_prefix: string
  readonly key_count: number
  readonly key_fingerprint: string
  readonly response_time: number
  readonly [field: string]: unknown
}

/** Creates a channel, with defaults for everything that a test does not care about. */
export const newChannel = (
  api: TestApi,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<ChannelAnswer> =>
  api.root.call<ChannelAnswer>('POST', '/api/channel/', {
    type: 1,
    name: 'main',
    key: 'sk-upstream-0001',
    models: 'gpt-4o',
    ...fields,
  })
