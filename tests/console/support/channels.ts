import type { Locator, Page } from 'playwright-core'
import type { components } from '../../../openapi/types.gen.ts'
import type { Simulator } from '../../support/simulator/simulator.ts'
import type { Site } from './site.ts'

export type Channel = components['schemas']['Channel']

/** Creates a channel to the simulator. @returns the channel as the API shows it */
export const newChannel = async (
  site: Site,
  upstream: Pick<Simulator, 'url'>,
  name: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Channel> => {
  const { id } = await site.admin.createChannel({
    name,
    key: 'upstream-key',
    base_url: upstream.url,
    models: 'gpt-4o',
    ...fields,
  })
  return site.admin.call<Channel>('GET', `/api/channel/${id}`)
}

/** Returns all channels, up to a hundred. */
export const readChannels = async (site: Site): Promise<readonly Channel[]> =>
  (await site.admin.call<{ items: Channel[] }>('GET', '/api/channel/?page_size=100')).items

/** Finds the row of a channel or a tag by name. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
