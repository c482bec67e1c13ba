import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openRealServer } from './support/real-server.ts'
import { runMain } from './support/run-cli.ts'

const server = await openRealServer()
const scratch = await mkdtemp(join(tmpdir(), 'tollgate-connect-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))

const key = 'sk-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKL'
let homes = 0
let home = ''
beforeEach(async () => {
  home = join(scratch, `home-${++homes}`)
  await mkdir(home)
})

/** Runs `connect` in a new home directory, with the key in the environment. */
const connect = (line: string, env: Readonly<Record<string, string>> = {}) =>
  runMain(['connect', ...line.split(' ')], {
    env: {
      ...server.env,
      HOME: home,
      TOLLGATE_CONFIG_DIR: join(home, 'tollgate'),
      TOLLGATE_LANG: 'en',
      KEY: key,
      ...env,
    },
  })
const good = async (line: string) => {
  const done = await connect(line)
  expect([line, done.code], done.stderr).toEqual([line, 0])
  return done
}
const claudeFile = () => join(home, '.claude', 'settings.json')
const codexFile = () => join(home, '.codex', 'config.toml')
const bytes = (path: string) => readFile(path)
const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )
async function put(path: string, text: string | Buffer): Promise<Buffer> {
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, text)
  return Buffer.from(text)
}

const withKey = '--token-key-env KEY'
const odd = `\uFEFF// mine
{
\t"model": "opus",   /* chosen */
\t"permissions": { "allow": [ "Bash(ls:*)", ], },
\t"env": {
\t\t"ANTHROPIC_AUTH_TOKEN": "sk-ant-before",
\t\t"DISABLE_TELEMETRY": "1" // quiet
\t},
}
`

describe('connect claude', () => {
  test('writes address and key, and takes back every byte', async () => {
    const files = [
      '{}',
      '',
      '{"env":{}}\n',
      odd,
      odd.replaceAll('\n', '\r\n'),
      '{\n    "env": {\n        "A": "1"\n    }\n}',
      '{"hooks":{},"env":{"ANTHROPIC_BASE_URL":"https://before.example"}}',
    ]
    for (const text of files) {
      const before = await put(claudeFile(), text)
      await chmod(claudeFile(), 0o640)
      await good(`claude ${withKey} --model claude-sonnet-4-5`)
      const after = await readFile(claudeFile(), 'utf8')
      expect(after).toContain(`"ANTHROPIC_BASE_URL": "${server.url}"`)
      expect(after).toContain(`"ANTHROPIC_AUTH_TOKEN": "${key}"`)
      expect(after).toContain('"ANTHROPIC_MODEL": "claude-sonnet-4-5"')
      if (text === odd)
        for (const line of [
          '\uFEFF// mine',
          '/* chosen */',
          '"Bash(ls:*)", ], },',
          '"DISABLE_TELEMETRY": "1" // quiet',
        ])
          expect(after).toContain(line)
      if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      expect((await stat(claudeFile())).mode & 0o777).toBe(0o600)
      await good('claude --undo')
      expect(await bytes(claudeFile())).toEqual(before)
      expect((await stat(claudeFile())).mode & 0o777).toBe(0o640)
      expect(await isThere(join(home, 'tollgate', 'connections.json'))).toBe(false)
    }
  })

  test('makes what is missing and leaves nothing behind', async () => {
    await good(`claude ${withKey}`)
    expect(JSON.parse(await readFile(claudeFile(), 'utf8'))).toEqual({
      env: { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_AUTH_TOKEN: key },
    })
    await good('claude --undo')
    expect(await isThere(join(home, '.claude'))).toBe(false)
    expect(JSON.parse((await good('claude --undo --json')).stdout).result).toBe('unchanged')
  })

  test('twice with other values is undone to the first original', async () => {
    const before = await put(claudeFile(), odd)
    await good(`claude ${withKey} --model first`)
    await good(`claude ${withKey}`)
    expect(await readFile(claudeFile(), 'utf8')).not.toContain('first')
    expect(JSON.parse((await good(`claude ${withKey} --json`)).stdout).result).toBe('unchanged')
    await good('claude --undo')
    expect(await bytes(claudeFile())).toEqual(before)
  })

  test('takes only its own back from a file that was edited since', async () => {
    await put(
      claudeFile(),
      '{\n  "env": { "ANTHROPIC_BASE_URL": "https://before.example", "MINE": "1" }\n}\n',
    )
    await good(`claude ${withKey}`)
    const edited = (await readFile(claudeFile(), 'utf8')).replace('"MINE": "1"', '"MINE": "2"')
    await writeFile(claudeFile(), edited)
    await good('claude --undo')
    expect(JSON.parse(await readFile(claudeFile(), 'utf8'))).toEqual({
      env: { ANTHROPIC_BASE_URL: 'https://before.example', MINE: '2' },
    })
  })

  test('leaves a value of ours that was changed since, and says so: exit 11', async () => {
    await put(claudeFile(), '{}')
    await good(`claude ${withKey}`)
    await writeFile(claudeFile(), (await readFile(claudeFile(), 'utf8')).replace(key, 'sk-theirs'))
    const { code, stderr } = await connect('claude --undo')
    expect([code, stderr]).toEqual([11, expect.stringContaining('ANTHROPIC_AUTH_TOKEN')])
    expect(JSON.parse(await readFile(claudeFile(), 'utf8'))).toEqual({
      env: { ANTHROPIC_AUTH_TOKEN: 'sk-theirs' },
    })
  })

  test('changes what a link leads to, and the link stays one', async () => {
    const real = join(home, 'dotfiles', 'claude.json')
    const before = await put(real, '{}')
    await mkdir(join(home, '.claude'))
    await symlink(real, claudeFile())
    await good(`claude ${withKey}`)
    expect(await readFile(real, 'utf8')).toContain(key)
    expect((await lstat(claudeFile())).isSymbolicLink()).toBe(true)
    await good('claude --undo')
    expect(await bytes(real)).toEqual(before)
    expect((await lstat(claudeFile())).isSymbolicLink()).toBe(true)
    await rm(real)
    await good(`claude ${withKey}`)
    expect(await readFile(real, 'utf8')).toContain(key)
  })

  test('touches nothing it cannot understand: exit 7', async () => {
    for (const text of ['{"env": ', '[]', '{"env": 7}', 'null', Buffer.from([0x7b, 0xff, 0x7d])]) {
      const before = await put(claudeFile(), text)
      const { code, stderr } = await connect(`claude ${withKey}`)
      expect([text, code, stderr]).toEqual([text, 7, expect.stringContaining(claudeFile())])
      expect(await bytes(claudeFile())).toEqual(before)
    }
  })

  test('shows under --dry-run what would change, every key masked', async () => {
    const before = await put(claudeFile(), odd)
    const { stderr, stdout } = await good(`claude ${withKey} --dry-run --json`)
    expect(stderr).toContain(`+\t\t"ANTHROPIC_BASE_URL": "${server.url}"`)
    for (const secret of [key, 'sk-ant-before']) expect(stderr + stdout).not.toContain(secret)
    expect(JSON.parse(stdout)).toMatchObject({ result: 'would connect', key: 'sk-0123***IJKL' })
    expect(await bytes(claudeFile())).toEqual(before)
    expect(await isThere(join(home, 'tollgate', 'connections.json'))).toBe(false)
    await good(`claude ${withKey}`)
    const written = await bytes(claudeFile())
    expect((await good('claude --undo --dry-run')).stderr).not.toContain(key)
    expect(await bytes(claudeFile())).toEqual(written)
  })

  test('ten at once leave one whole file, and one undo takes it back', async () => {
    const before = await put(claudeFile(), odd)
    await Promise.all(Array.from({ length: 10 }, (_, at) => good(`claude ${withKey} --model m${at}`)))
    expect((await readFile(claudeFile(), 'utf8')).match(/ANTHROPIC_MODEL/g)).toHaveLength(1)
    await good('claude --undo')
    expect(await bytes(claudeFile())).toEqual(before)
  })

  test('any settings survive there and back', async () => {
    const texts = fc.tuple(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(undefined, 2, 4, '\t'),
      fc.boolean(),
    )
    await fc.assert(
      fc.asyncProperty(texts, async ([value, indent, isWindows]) => {
        const settings = { before: value, env: { KEPT: JSON.stringify(value) }, 'odd "name"': value }
        const text = JSON.stringify(settings, null, indent).replaceAll('\n', isWindows ? '\r\n' : '\n')
        // The value as the file stores it: JSON writes -0 as 0.
        const written = JSON.parse(text)
        const before = await put(claudeFile(), text)
        await good(`claude ${withKey}`)
        const now = JSON.parse(await readFile(claudeFile(), 'utf8'))
        expect(now).toEqual({
          ...written,
          env: { ...written.env, ANTHROPIC_BASE_URL: server.url, ANTHROPIC_AUTH_TOKEN: key },
        })
        await writeFile(claudeFile(), `${await readFile(claudeFile(), 'utf8')} `)
        await good('claude --undo')
        expect(JSON.parse(await readFile(claudeFile(), 'utf8'))).toEqual(JSON.parse(text))
        await put(claudeFile(), text)
        await good(`claude ${withKey}`)
        await good('claude --undo')
        expect(await bytes(claudeFile())).toEqual(before)
      }),
      { numRuns: 30 },
    )
  })
})

describe('connect codex', () => {
  const mine = `# mine
# model = "an example"
model = "gpt-5"   # chosen
model_provider = 'azure'
notes = """
model = "not a setting"
"""

[model_providers.azure]
name = "Azure"
base_url = "https://x.openai.azure.com"

[profiles.fast]
model = "gpt-5"`

  test('chooses a provider of its own and takes back every byte', async () => {
    for (const text of [
      '',
      mine,
      `${mine}\n`,
      mine.replaceAll('\n', '\r\n'),
      'approval_policy = "never"\n',
    ]) {
      const before = await put(codexFile(), text)
      await good(`codex ${withKey} --model gpt-5.2-codex`)
      const written = await readFile(codexFile(), 'utf8')
      const settings = parseToml(written)
      expect(settings).toMatchObject({
        model: 'gpt-5.2-codex',
        model_provider: 'tollgate',
        model_providers: {
          tollgate: { base_url: `${server.url}/v1`, wire_api: 'responses', experimental_bearer_token: key },
        },
      })
      for (const line of text
        .split(/\r?\n/)
        .filter((each) => !/^model(_provider)? =.*(chosen|azure)/.test(each)))
        expect(written).toContain(line)
      expect((await stat(codexFile())).mode & 0o777).toBe(0o600)
      await good('codex --undo')
      expect(await bytes(codexFile())).toEqual(before)
    }
  })

  test('leaves the key to a variable when told to', async () => {
    await good(`codex ${withKey} --env-key MY_KEY`)
    const written = await readFile(codexFile(), 'utf8')
    expect(written).not.toContain(key)
    expect(parseToml(written)).toMatchObject({ model_providers: { tollgate: { env_key: 'MY_KEY' } } })
    await good('codex --undo')
    expect(await isThere(join(home, '.codex'))).toBe(false)
  })

  test('takes only its own back from a file that was edited since', async () => {
    await put(codexFile(), mine)
    await good(`codex ${withKey} --model other`)
    await writeFile(codexFile(), `${await readFile(codexFile(), 'utf8')}\n[mcp_servers.new]\ncommand = "x"\n`)
    await good('codex --undo')
    const { mcp_servers: added, ...rest } = parseToml(await readFile(codexFile(), 'utf8'))
    expect(added).toEqual({ new: { command: 'x' } })
    expect(rest).toEqual({ ...parseToml(mine) })
  })

  test('replaces no provider of that name: exit 6; and nothing it cannot understand: exit 7', async () => {
    const taken = await put(codexFile(), '[model_providers.tollgate]\nname = "mine"\n')
    expect((await connect(`codex ${withKey}`)).code).toBe(6)
    expect(await bytes(codexFile())).toEqual(taken)
    for (const text of [
      'model = ',
      'a = 1\na = 2',
      'model_providers = 7',
      'model_provider = """\nazure"""',
    ]) {
      const before = await put(codexFile(), text)
      expect([text, (await connect(`codex ${withKey}`)).code]).toEqual([text, 7])
      expect(await bytes(codexFile())).toEqual(before)
    }
  })

  test('any settings survive there and back', async () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean())
    const table = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value)
    await fc.assert(
      fc.asyncProperty(table, table, fc.boolean(), async (top, inner, isWindows) => {
        const settings = { ...top, t: inner, model_providers: { azure: inner } }
        const text = stringifyToml(settings).replaceAll('\n', isWindows ? '\r\n' : '\n')
        const before = await put(codexFile(), text)
        await good(`codex ${withKey}`)
        const now = parseToml(await readFile(codexFile(), 'utf8'))
        expect({ ...now, model_provider: undefined, model_providers: undefined }).toEqual({
          ...parseToml(text),
          model_provider: undefined,
          model_providers: undefined,
        })
        await good('codex --undo')
        expect(await bytes(codexFile())).toEqual(before)
      }),
      { numRuns: 30 },
    )
  })
})

describe('connect env', () => {
  test('prints lines that a shell takes as they are meant', async () => {
    const { stdout } = await good(`env ${withKey}`)
    const seen = execFileSync('sh', ['-c', `${stdout}env`], { encoding: 'utf8' })
    for (const line of [
      `OPENAI_BASE_URL=${server.url}/v1`,
      `OPENAI_API_KEY=${key}`,
      `ANTHROPIC_BASE_URL=${server.url}`,
      `ANTHROPIC_AUTH_TOKEN=${key}`,
      `GOOGLE_GEMINI_BASE_URL=${server.url}`,
      `GEMINI_API_KEY=${key}`,
    ])
      expect(seen.split('\n')).toContain(line)
    expect((await good(`env ${withKey} --shell fish`)).stdout).toContain(`set -gx OPENAI_API_KEY '${key}'`)
    expect((await good(`env ${withKey} --shell powershell`)).stdout).toContain(
      `$env:OPENAI_API_KEY = '${key}'`,
    )
    const dry = await good(`env ${withKey} --dry-run`)
    expect(dry.stdout + dry.stderr).not.toContain(key)
  })

  test('lets nothing in a key be a command', async () => {
    const wicked = `sk-';touch$IFS${join(home, 'owned')};'`
    const { stdout } = await connect(`env ${withKey}`, { KEY: wicked })
    const seen = execFileSync('sh', ['-c', `${stdout}printf %s "$OPENAI_API_KEY"`], { encoding: 'utf8' })
    expect([seen, await isThere(join(home, 'owned'))]).toEqual([wicked, false])
    expect((await connect(`env ${withKey}`, { KEY: 'sk-a\nb' })).code).toBe(2)
  })

  test('writes a block into a file and takes it back', async () => {
    const profile = join(home, '.profile')
    for (const text of ['', 'export A=1', 'export A=1\n', 'A=1\r\n']) {
      const before = await put(profile, text)
      await good(`env ${withKey} --file ${profile}`)
      await good(`env ${withKey} --file ${profile} --shell fish`)
      expect((await readFile(profile, 'utf8')).match(/>>> tollgate connect >>>/g)).toHaveLength(1)
      await good(`env --undo --file ${profile}`)
      expect(await bytes(profile)).toEqual(before)
    }
    await good(`env ${withKey} --file ${profile}`)
    await writeFile(profile, `B=2\n${await readFile(profile, 'utf8')}C=3\n`)
    await good(`env --undo --file ${profile}`)
    expect(await readFile(profile, 'utf8')).toBe('B=2\nA=1\r\nC=3\n')
  })
})

describe('the token', () => {
  test('is one of yours by name, or made for this', async () => {
    const made = JSON.parse((await good('claude --create laptop --json')).stdout)
    const { env } = JSON.parse(await readFile(claudeFile(), 'utf8'))
    const [token] = await server.api.root
      .call<{ items: { name: string; key: string }[] }>('GET', '/api/token/')
      .then(({ items }) => items)
    expect(token?.name).toBe('laptop')
    expect(env.ANTHROPIC_AUTH_TOKEN.replace(/^sk-/, '')).toBe(token?.key.replace(/^sk-/, ''))
    expect(made.key).not.toContain(token?.key)
    await good('codex --token laptop')
    expect(await readFile(codexFile(), 'utf8')).toContain(token?.key)
    expect((await connect('claude --create laptop')).code).toBe(6)
    expect((await connect('claude --token nobody')).code).toBe(5)
  })

  test('is given one way, never on the command line, and --dry-run makes none: exit 2', async () => {
    expect((await connect('claude')).code).toBe(2)
    expect((await connect(`claude ${withKey} --create x`)).code).toBe(2)
    expect((await connect(`claude --token-key ${key}`)).stderr).not.toContain(key)
    await good('claude --create never --dry-run')
    expect((await connect('claude --token never')).code).toBe(5)
  })
})
