import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandCases } from './command-case.ts'
import type { World } from './world.ts'

/** Creates a configuration directory with a second context. */
async function withSpare(world: World): Promise<{ TOLLGATE_CONFIG_DIR: string }> {
  const directory = await world.directory()
  const { contexts } = JSON.parse(await readFile(join(world.configDirectory, 'contexts.json'), 'utf8'))
  const document = { current: 'default', contexts: { ...contexts, spare: { url: world.url } } }
  await writeFile(join(directory, 'contexts.json'), JSON.stringify(document), { mode: 0o600 })
  return { TOLLGATE_CONFIG_DIR: directory }
}

/** Cases of the commands for the server, signing in, and the surroundings of the CLI. */
export const cases: CommandCases = {
  serve: { good: { none: 'runs until it is stopped: end-to-end.test.ts starts and stops it' } },
  version: { good: '' },
  status: { good: '' },
  chat: {
    good: ({ clientKey }) => ({
      line: '--token-key-env CI_KEY gpt-4o-mini -m Hello',
      env: { CI_KEY: clientKey },
    }),
    alsoGood: ['gpt-4o-mini -m Hello --token ci'],
    missing: 'gpt-4o-mini -m Hello --token nobody',
    quiet: 'text',
  },
  setup: {
    good: async ({ untouchedServer, directory }) => ({
      line: `--url ${await untouchedServer()} --username root --password-env PASSWORD --yes`,
      env: { TOLLGATE_CONFIG_DIR: await directory() },
    }),
    isOnce: true,
    existing: '--username root --password-env PASSWORD --yes',
    invalid: async ({ untouchedServer }) =>
      `--url ${await untouchedServer()} --username much-too-long-a-name --password-env PASSWORD --yes`,
  },
  login: {
    good: async ({ url, directory }) => ({
      line: `${url} --username alice --password-env PASSWORD`,
      env: { TOLLGATE_CONFIG_DIR: await directory() },
    }),
    missing: { none: 'whether an account exists is told to nobody' },
    invalid: { none: 'wrong credentials are 3' },
    signedOut: async ({ url, ofNobody }) => ({
      line: `${url} --username alice --password-env ROOT_PASSWORD`,
      env: { TOLLGATE_CONFIG_DIR: ofNobody },
    }),
  },
  logout: {
    good: async (world) => {
      const token = await world.admin.call<{ id: number; token: string }>('POST', '/api/access_token/', {
        name: `short ${Math.random()}`,
        scopes: ['*'],
      })
      const directory = await world.signedIn({ url: world.url, token: token.token, tokenId: token.id })
      return { line: '', env: { TOLLGATE_CONFIG_DIR: directory } }
    },
    signedOut: '',
    invalid: { none: 'takes nothing' },
  },
  whoami: { good: '' },
  'session list': { good: '' },
  'session end': {
    good: async (world, n) => {
      const account = await world.member(`se${n}`)
      const answer = await fetch(`${world.url}/api/session/`, {
        headers: { authorization: `Bearer ${account.token}` },
      })
      const { data } = (await answer.json()) as { data: { items: { id: string }[] } }
      const directory = await world.signedIn({ url: world.url, ...account })
      return { line: `${data.items[0]?.id} --yes`, env: { TOLLGATE_CONFIG_DIR: directory } }
    },
    alsoGood: [
      async (world, n) => {
        const account = await world.member(`sa${n}`)
        const directory = await world.signedIn({ url: world.url, ...account })
        return { line: '--all --yes', env: { TOLLGATE_CONFIG_DIR: directory } }
      },
    ],
    missing: '0000000000000000 --yes',
    signedOut: '0000000000000000 --yes',
    unreachable: '0000000000000000 --yes',
    invalid: { none: 'an id that none can have is missing: 5' },
  },
  'context list': { good: '' },
  'context use': {
    good: async (world) => ({ line: 'spare', env: await withSpare(world) }),
    missing: 'nobody',
  },
  doctor: { good: '', quiet: 'nothing' },
  'context add': {
    good: async (world, n) => ({
      line: `added-${n} --url ${world.url}`,
      env: { TOLLGATE_CONFIG_DIR: await world.directory() },
    }),
    missing: { none: 'makes what is named' },
  },
  'context rm': {
    good: async (world) => ({ line: 'spare', env: await withSpare(world) }),
    missing: 'nobody',
  },
  completion: { good: 'bash', missing: { none: 'takes one of three words: 2' } },
  complete: { good: '-- token get c', missing: { none: 'knows nothing, says nothing' } },
  schema: { good: 'token list', missing: 'nonsense' },
  api: {
    good: 'GET /api/user/self',
    missing: 'GET /api/channel/999999',
    invalid: 'POST /api/token/ --data {"name":1}',
    signedOut: 'GET /api/user/self',
    forbidden: 'GET /api/channel/',
    unreachable: 'GET /api/status',
    quiet: 'nothing',
    printsRefusals: true,
  },
}
