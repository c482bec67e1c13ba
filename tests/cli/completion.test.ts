import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { commandIndex } from '../../src/cli/command-index.ts'
import { shells } from '../../src/cli/completion/scripts.ts'
import { findProgram } from '../support/services/programs.ts'
import {
  aChannel,
  aToken,
  good,
  listed,
  openContractServer,
  refused,
  theTypes,
} from './support/contract-server.ts'
import { launcher } from './support/run-bin.ts'
import { openTerminal } from './support/run-cli.ts'
import { startTerminal, type TerminalWindow } from './support/terminal.ts'

const server = await openContractServer()
const variables = { TOLLGATE_URL: server.url, TOLLGATE_TOKEN: 'at_secret' }

beforeEach(() => {
  server.reset()
  server.on('GET /api/channel/search', listed([aChannel(), aChannel({ id: 2, name: '办公室 ollama' })]))
  server.on('GET /api/token/search', listed([aToken(), aToken({ id: 8, name: 'team:a' })]))
  server.on('GET /api/user/models', good(['gpt-4o', 'gpt-4o-mini', 'llama3:8b']))
  server.on(
    'GET /api/user/self/groups',
    good({ default: { desc: '', ratio: 1 }, vip: { desc: '', ratio: 1 } }),
  )
  server.on('GET /api/group/', good(['default', 'svip', 'vip']))
  server.on('GET /api/option/', good([{ key: 'RetryTimes', value: '3', is_secret: false, is_set: true }]))
  server.on('GET /api/channel/types', good(theTypes))
})

/** Completes a line in a new terminal, which remembers nothing from the previous test. */
async function offered(line: string, env: Readonly<Record<string, string>> = variables): Promise<string[]> {
  const { code, stdout, stderr } = await (await openTerminal(env)).run(['complete', '--', ...line.split(' ')])
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout.split('\n').flatMap((each) => (each === '' ? [] : [each.split('\t')[0] ?? '']))
}

describe('what is offered', () => {
  test.each([
    ['tok', ['token']],
    ['token e', ['edit', 'enable', 'end-overlap', 'ensure']],
    ['token get ', ['ci', 'team:a']],
    ['token get t', ['team:a']],
    ['token get --json c', ['ci']],
    ['--json token get c', ['ci']],
    ['--context prod token get c', ['ci']],
    ['channel get 办', ['办公室 ollama']],
    ['channel list --type d', ['deepseek']],
    ['channel list --type=d', ['--type=deepseek']],
    ['channel list --status ', ['enabled', 'disabled', 'auto-disabled']],
    ['channel list -o ', ['table', 'json', 'yaml', 'ndjson', 'csv', 'name']],
    ['channel create --models gpt-4o,l', ['gpt-4o,llama3:8b']],
    ['channel create --models=gpt-4o,l', ['--models=gpt-4o,llama3:8b']],
    ['channel create --key-file ', [':files']],
    ['channel create --name ', []],
    ['token create --group ', ['default', 'vip']],
    ['group get ', ['default', 'svip', 'vip']],
    ['group delete s', ['svip']],
    ['option get Re', ['RetryTimes']],
    ['schema tok', ['token']],
    ['schema token li', ['list']],
    ['help token li', ['list']],
    ['completion ', [...shells]],
    ['version x', []],
    ['nonsense ', []],
    ['token get -- --x', []],
    ['logs --li', ['--limit']],
    ['logs --limit 5 --li', []],
    ['logs --limit ', []],
  ])('after "%s"', async (line, expected) => {
    expect((await offered(line)).sort()).toEqual([...expected].sort())
  })

  test('every command and every noun, and no flag that is there to be refused', async () => {
    const shown = (await Promise.all(commandIndex.map(({ load }) => load()))).filter(
      ({ isHidden }) => !isHidden,
    )
    expect((await offered('')).sort()).toEqual(
      [...new Set(shown.map(({ path }) => path.split(' ')[0]))].sort(),
    )
    const flags = await offered('channel create --')
    expect(flags).toContain('--key-stdin')
    expect(flags).not.toContain('--key')
  })

  test('not what the role of the context may not use', async () => {
    const terminal = await openTerminal()
    const user = { id: 2, username: 'alice', role: 1 }
    const context = { url: server.url, token: 'at_1', user }
    const document = { current: 'gw', contexts: { gw: context, spare: context } }
    await writeFile(join(terminal.configDirectory, 'contexts.json'), JSON.stringify(document))
    const run = async (line: string) => (await terminal.run(['complete', '--', ...line.split(' ')])).stdout
    expect(await run('')).toMatch(/^token\t/m)
    expect(await run('')).not.toMatch(/^channel\t/m)
    expect(await run('context use ')).toBe('gw\nspare\n')
  })

  test('explanations in the language of the run', async () => {
    const terminal = await openTerminal({ TOLLGATE_LANG: 'zh' })
    expect((await terminal.run(['complete', '--', 'logi'])).stdout).toMatch(/^login\t.*登录/)
  })
})

describe('a key press costs little and breaks nothing', () => {
  const asked = () => server.calls.filter(({ url }) => url.startsWith('/api/token/search')).length

  test('names are remembered for a moment, for this account only', async () => {
    const terminal = await openTerminal(variables)
    const press = (env = {}) => terminal.run(['complete', '--', 'token', 'get', ''], { env })
    await press()
    expect((await press()).stdout).toBe('ci\nteam:a\n')
    expect(asked()).toBe(1)
    await press({ TOLLGATE_TOKEN: 'at_other' })
    expect(asked()).toBe(2)
  })

  test('of more names than are asked for at once, those that fit are looked for', async () => {
    const many = Array.from({ length: 100 }, (_, at) => aToken({ id: at + 1, name: `a${at}` }))
    server.on('GET /api/token/search', ({ url }) =>
      url.includes('keyword=zz') ? listed([aToken({ name: 'zz-last' })]) : listed(many),
    )
    expect(await offered('token get zz')).toEqual(['zz-last'])
  })

  test.each([
    ['nobody is signed in', () => server.on('GET /api/token/search', refused(401, 'not_signed_in'))],
    ['the answer is a web page', () => server.on('GET /api/token/search', { body: '<html>' })],
  ])('%s: nothing', async (_, prepare) => {
    prepare()
    expect(await offered('token get ')).toEqual([])
  })

  test('the server is away, an address makes no sense: nothing', async () => {
    expect(await offered('token get ', { ...variables, TOLLGATE_URL: 'http://127.0.0.1:9' })).toEqual([])
    expect(await offered('token get ', { ...variables, TOLLGATE_URL: 'ftp://x' })).toEqual([])
    expect(await offered('token get c --url http://127.0.0.1:9 ')).toEqual([])
  })

  test('the contexts cannot be read: commands are offered all the same', async () => {
    const terminal = await openTerminal()
    await writeFile(join(terminal.configDirectory, 'contexts.json'), '{')
    expect((await terminal.run(['complete', '--', 'tok'])).stdout).toMatch(/^token\t/)
    expect(await terminal.run(['complete', '--', 'context', 'use', ''])).toMatchObject({
      code: 0,
      stdout: '',
    })
  })
})

/** How to start each shell without the machine's configuration, and how to load the completion script into it. */
const started: Readonly<
  Record<string, { readonly argv: readonly string[]; readonly rc: readonly string[] }>
> = {
  bash: {
    argv: ['--norc', '--noprofile', '-i'],
    rc: ["PS1='> '; PATH=$HOME/bin:$PATH", 'source <(tollgate completion bash)'],
  },
  zsh: {
    argv: ['-f', '-i'],
    rc: [
      "PROMPT='> '; PATH=$HOME/bin:$PATH",
      'autoload -U compinit && compinit -u -D',
      'source <(tollgate completion zsh)',
    ],
  },
  fish: {
    argv: ['--no-config', '-i', '-C', 'function fish_prompt; echo "> "; end'],
    rc: ['set -x PATH $HOME/bin $PATH', 'tollgate completion fish | source'],
  },
}

const present = shells.flatMap((name) => {
  const program = findProgram({ name, debianPackage: name, folders: () => [] })
  return program === undefined ? [] : [[name, program] as const]
})

test('bash is among the shells of this machine', () => {
  expect(present.map(([name]) => name)).toContain('bash')
})

describe.each(present)('a real %s', (name, program) => {
  const scratch = mkdtemp(join(tmpdir(), 'tollgate-completion-'))
  // A shell that is ending may still write its history.
  afterAll(async () => rm(await scratch, { recursive: true, force: true, maxRetries: 20 }))

  async function open(): Promise<TerminalWindow> {
    const home = await mkdtemp(join(await scratch, 'home-'))
    await mkdir(join(home, 'bin'))
    // tmux keeps its own PATH, so each shell adds this folder to its PATH.
    await symlink(launcher, join(home, 'bin', 'tollgate'))
    await symlink(process.execPath, join(home, 'bin', 'node'))
    const shell = started[name]
    const window = await startTerminal(shell?.argv ?? [], {
      columns: 120,
      program: [program],
      env: { ...variables, HOME: home, TOLLGATE_CONFIG_DIR: home },
    })
    for (const line of [...(shell?.rc ?? []), 'clear; echo prepared']) {
      await window.type(line)
      await window.press('Enter')
    }
    await window.until(/^prepared\n> ?$/m)
    return window
  }

  test('completes commands, flags and live names as the key is pressed', async () => {
    const window = await open()
    const complete = async (typed: string, completed: string | RegExp) => {
      await window.type(typed)
      await window.press('Tab')
      await window.until(completed)
      await window.press('C-u')
    }
    await complete('tollgate tok', /> tollgate token ?$/m)
    await complete('tollgate token get c', '> tollgate token get ci')
    await complete('tollgate token get team:', '> tollgate token get team:a')
    await complete('tollgate channel get 办', /> tollgate channel get '?办公室\\? ollama/)
    await complete('tollgate channel create --models gpt-4o,l', '--models gpt-4o,llama3:8b')
    await complete('tollgate channel list --status=au', '--status=auto-disabled')
    await complete('tollgate channel create --key-st', '--key-stdin')
  })

  test('offers files where a file is wanted', async () => {
    const window = await open()
    await window.type('cd ~; echo x > secret-file.txt; clear')
    await window.press('Enter')
    await window.until(/^> ?$/m)
    await window.type('tollgate channel create --key-file secret-f')
    await window.press('Tab')
    await window.until('--key-file secret-file.txt')
  })

  test('says nothing when the server is away', async () => {
    const window = await open()
    await window.type('tollgate token get --url http://127.0.0.1:9 x')
    await window.press('Tab')
    await window.type('y')
    const screen = await window.until(/127\.0\.0\.1:9 xy/)
    expect(screen.split('\n').filter((line) => line !== '')).toHaveLength(2)
  })
})
