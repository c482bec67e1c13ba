import { userPassword } from '../../commands/world.ts'
import type { Preconditions, Stage } from '../precondition.ts'

const described = '--type openai --models gpt-4o,gpt-4o-mini --base-url UPSTREAM --key-env KEY'

/** Returns commands that create working channels without any problems. */
const channels = (...names: string[]): string[] =>
  names.flatMap((name) => [`channel ensure --name ${name} ${described}`, `channel enable ${name}`])

/** Creates new codes or messages in place of those that other examples may have deleted. */
const numbered =
  (
    make: (stage: Stage, printed: string) => Promise<string>,
    ...ids: string[]
  ): ((stage: Stage) => Promise<void>) =>
  async (stage) => {
    for (const each of ids) stage.setOwn({ [each]: await make(stage, each) })
  }

const code = async ({ prepare }: Stage, printed: string): Promise<string> => {
  const name = `code-${printed}-${Math.random().toString(36).slice(2, 8)}`
  await prepare(`code create --name ${name} --quota 1usd`)
  const [row] = JSON.parse(await prepare(`code list --search ${name} --json`)) as { id: number }[]
  return String(row?.id)
}

const message =
  (title: string) =>
  async ({ world }: Stage) =>
    String(
      (
        await world.admin.call<{ id: number }>('POST', '/api/admin/messages', {
          title,
          content: 'From **02:00** to 03:00 UTC.',
          user_ids: [1],
        })
      ).id,
    )

let people = 0

const accountOf = async ({ world }: Stage, username: string): Promise<number | undefined> => {
  const { items } = await world.admin.call<{ items: { id: number; username: string }[] }>(
    'GET',
    `/api/user/search?keyword=${username}`,
  )
  return items.find((each) => each.username === username)?.id
}

/** Makes sure that an enabled account with this name exists. */
async function person(stage: Stage, username: string): Promise<void> {
  const { admin, createUser } = stage.world
  const id = (await accountOf(stage, username)) ?? (await createUser(username))
  await admin.call('POST', '/api/user/manage', { id, action: 'enable' })
}

/** Frees a name by renaming its account. The names of deleted accounts stay taken. */
async function rename(stage: Stage, username: string): Promise<void> {
  people += 1
  if ((await accountOf(stage, username)) !== undefined)
    await stage.prepare(`user edit ${username} --username former${people}`)
}

/** Preconditions of the commands for channels, tokens, codes, users, groups and messages. */
export const objectPreconditions: Preconditions = {
  channel: {
    before: channels('openai-main'),
    files: { 'key.txt': 'sk-of-a-vendor\n' },
    env: { OPENAI_KEY: 'sk-of-a-vendor' },
  },
  'channel create': { before: ['channel delete openai-main ds local --if-exists --yes'] },
  'channel delete': { before: channels('openai-old', 'openai-older') },
  'channel delete-disabled': {
    before: ['channel enable 3', ...channels('openai-old'), 'channel disable openai-old'],
  },
  'channel test': { before: ['channel delete ds local openai-old openai-older --if-exists --yes'] },
  'channel tag': {
    before: [...channels('openai-backup'), 'channel tag openai openai-main openai-backup'],
  },
  'tollgate channel list --status auto-disabled -q': { isSilent: true },

  token: { before: ['token ensure --name ci', 'token enable ci'] },
  'token create': { before: ['token delete ci --yes'] },
  'token edit': { before: ['token delete ci-main --if-exists --yes'] },
  'token delete': { before: ['token ensure --name ci-old', 'token ensure --name ci-older'] },
  'token end-overlap': { before: ['token rotate ci --overlap 24h --yes'] },

  code: {
    before: ['code delete-by-name welcome --if-exists --yes', 'code create --name welcome --quota 1usd'],
    arrange: numbered(code, '3', '4', '5'),
  },
  'code delete-by-name': { before: ['code create --name spring --quota 1usd -n 3'] },
  'code delete-disabled': {
    before: [
      'code delete-by-name off --if-exists --yes',
      'code create --name off --quota 1usd',
      'code disable off',
    ],
  },

  user: {
    arrange: (stage) => person(stage, 'alice'),
    files: { 'password.txt': `${userPassword}\n` },
    env: { BOB_PASSWORD: userPassword },
  },

  'user create': {
    arrange: async (stage) => {
      for (const each of ['alice', 'bob']) await rename(stage, each)
    },
  },
  'user delete': {
    async arrange({ world, setOwn }) {
      for (const each of ['alice', 'bob']) {
        people += 1
        const username = `gone-${people}`
        await world.createUser(username)
        setOwn({ [each]: username })
      }
    },
  },
  'tollgate user list --group vip -q': { before: ['user edit carol --group vip'] },
  'tollgate user edit alice --username alice2 --display-name Alice': {
    arrange: (stage) => rename(stage, 'alice2'),
  },

  'group delete': { before: ['group set partners --ratio 0.5'] },

  'tollgate message get 7': { arrange: numbered(message('Maintenance'), '7') },
  'tollgate message get "Maintenance on Sunday" --json': {
    arrange: numbered(message('Maintenance on Sunday'), '7'),
  },
  message: { files: { 'welcome.md': 'Welcome to **our gateway**.\n', 'notice.md': 'From 03:00.\n' } },
  'message list': { arrange: numbered(message('Planned maintenance'), '7') },
  'message edit': { arrange: numbered(message('Maintenance on Saturday'), '7') },
  'message delete': { arrange: numbered(message('Old news'), '7', '8') },
  inbox: { arrange: numbered(message('News'), '7') },
}
