import { openWorld, upstreamKey, type World } from '../commands/world.ts'

/** Opens the world of every command, with the names and numbers that the examples use. */
export async function openExampleWorld(): Promise<World> {
  const world = await openWorld()
  const { admin, upstream } = world
  const channel = { key: upstreamKey, base_url: upstream.url, models: 'gpt-4o,gpt-4o-mini' }
  await admin.createChannel({ ...channel, name: 'openai-main' })
  await admin.createChannel({ ...channel, name: 'deepseek-main', type: 43 })
  for (let n = 2; n <= 7; n += 1) await admin.createToken({ name: `token-${n}` })
  for (const name of ['bob', 'carol', 'dave', 'erin', 'frank']) await world.createUser(name)
  return world
}
