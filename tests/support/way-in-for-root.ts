import type { TestApi } from './test-services.ts'

/** What switches Linux DO on as a way to sign in. */
export const linuxDoAsWayIn = {
  LinuxDOClientId: 'client',
  LinuxDOClientSecret: 'linux-do-secret',
  LinuxDOOAuthEnabled: 'true',
} as const

/** Where Linux DO is on: root can sign in through it; only then may password sign-in be turned off. */
export async function linkRoot({ services, root }: TestApi): Promise<void> {
  await services.knex('users').where({ id: root.id }).update({ linux_do_id: 'root-elsewhere' })
}

/** Switches Linux DO on and links root to it. */
export async function giveRootAnotherWayIn(api: TestApi): Promise<void> {
  await linkRoot(api)
  const { root } = api
  for (const [key, value] of Object.entries(linuxDoAsWayIn))
    await root.call('PUT', '/api/option/', { key, value })
}
