import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { userPassword, type World } from '../../commands/world.ts'
import type { Preconditions, Stage } from '../precondition.ts'

let members = 0

function nextMember(world: World): ReturnType<World['member']> {
  members += 1
  return world.member(`member${members}`)
}

/** Writes the access token of a new account to a file. */
const tokenFile = async ({ world, folder }: Stage): Promise<void> =>
  writeFile(join(folder, 'token.txt'), (await nextMember(world)).token)

/** Signs in a new account with two contexts, because the examples end sessions. */
async function member({ world, signInAs, setOwn }: Stage): Promise<void> {
  const account = await nextMember(world)
  const context = { url: world.url, ...account }
  await signInAs({ default: context, staging: context })
  const headers = { authorization: `Bearer ${account.token}` }
  const answer = await fetch(`${world.url}/api/session/`, { headers })
  const { data } = (await answer.json()) as { data: { items: { id: string }[] } }
  setOwn({ '5f1d2c9a0b7e4d38': data.items[0]?.id ?? '' })
}

/** Installs a fake browser that stores the URL it is given. */
async function browser({ folder, setEnv }: Stage): Promise<void> {
  const path = join(folder, 'browser')
  await writeFile(
    path,
    `#!/bin/sh\nprintf %s "$1" > '${folder}/new' && mv '${folder}/new' '${folder}/address'\n`,
  )
  await chmod(path, 0o755)
  setEnv({ BROWSER: path })
}

/** Allows the sign-in as the console page would, and passes the code to the terminal. */
async function allow({ folder, world }: Stage): Promise<void> {
  const file = join(folder, 'address')
  const address = await expect
    .poll(() => readFile(file, 'utf8').catch(() => ''))
    .toBeTruthy()
    .then(() => readFile(file, 'utf8'))
  const { searchParams: asked } = new URL(address)
  const { code } = await world.admin.call<{ code: string }>('POST', '/api/access_token/terminal', {
    challenge: asked.get('challenge'),
    name: asked.get('name'),
  })
  const answer = new URLSearchParams({ code, state: asked.get('state') ?? '' })
  await fetch(`http://127.0.0.1:${asked.get('port')}/?${answer}`)
}

const untouchedServer = async ({ world, setEnv }: Stage): Promise<void> =>
  setEnv({ TOLLGATE_URL: await world.untouchedServer() })

/** Preconditions of the commands for setting up, signing in and signing out. */
export const signInPreconditions: Preconditions = {
  setup: { arrange: untouchedServer, files: { 'password.txt': `${userPassword}\n` } },
  'tollgate setup': {
    async inTerminal(window) {
      await window.until('Who administers this server?')
      await window.press('Escape')
    },
    exit: 130,
  },
  login: {
    files: { 'password.txt': `${userPassword}\n` },
    // Signing in again revokes the token of the context.
    async arrange(stage) {
      await member(stage)
      await tokenFile(stage)
    },
  },
  'tollgate login https://gateway.example.com --browser': {
    async arrange(stage) {
      await member(stage)
      await browser(stage)
    },
    meanwhile: (_, stage) => allow(stage),
  },
  logout: { arrange: member },
  'tollgate logout --context staging': { arrange: member },
  'session end': { arrange: member },
  'context add': {
    async arrange(stage) {
      await tokenFile(stage)
      await stage.shell('tollgate context rm prod')
    },
  },
}
