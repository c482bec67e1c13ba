import type { TestApi } from './test-services.ts'

/** Options that enable Linux DO as a way to sign in. */
export const linuxDoAsWayIn = {
  LinuxDOClientId: 'client',
  LinuxDOClientSecret: 'linux-do-secret',
  LinuxDOOAuthEnabled: 'true',
} as const

/** Lets root sign in through Linux DO, if it is enabled. Only then may password sign-in be turned off. */
export async function linkRoot({ services, root }: TestApi): Promise<void> {
  await services.knex('users').where({ id: root.id }).update({ linux_do_id: 'root-elsewhere' })
}

/** Enables Linux DO and links root to it. */
export async function giveRootAnotherWayIn(api: TestApi): Promise<void> {
  await linkRoot(api)
  const { root } = api
  for (const [key, value] of Object.entries(linuxDoAsWayIn))
    await root.call('PUT', '/api/option/', { key, value })
}
