import type { TestApi } from './test-services.ts'

/** What switches Linux DO on as a way to sign in. */
export const linuxDoAsWayIn = {
  LinuxDOClientId: 'client',
  LinuxDOClientSecret: 'linux-do-secret',
  LinuxDOOAuthEnabled: 'true',
} as const

/** Root can sign in through Linux DO too; only then may password sign-in be turned off. */
export async function giveRootAnotherWayIn({ services, root }: TestApi): Promise<void> {
  await services.knex('users').where({ id: root.id }).update({ linux_do_id: 'root-elsewhere' })
  for (const [key, value] of Object.entries(linuxDoAsWayIn))
    await root.call('PUT', '/api/option/', { key, value })
}
