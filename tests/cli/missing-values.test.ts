import { describe, expect, test } from 'vitest'
import { commandIndex } from '../../src/cli/command-index.ts'
import { allOptions } from '../../src/cli/shared-options.ts'
import { openContractServer } from './support/contract-server.ts'
import { openTerminal } from './support/run-cli.ts'

const server = await openContractServer()
const terminal = await openTerminal({ TOLLGATE_URL: server.url, TOLLGATE_TOKEN: 'at_test' })
const run = async (line: string, lang = 'en') => {
  const { code, stderr } = await terminal.run(line.split(' '), { env: { TOLLGATE_LANG: lang } })
  return [code, stderr.trimEnd().split('\n')]
}

describe('terminal 5: without a terminal, all that is missing is named at once with its lines of help', () => {
  test.each([
    [
      'channel create --models gpt-4o',
      [
        'Error: missing: --type <slug>, --name <name>',
        '  --type <slug>  Channel type, see channel types',
        '  --name <name>  Display name',
        'See: tollgate channel create --help',
      ],
    ],
    [
      'login',
      [
        'Error: missing: --username <name>, --password-stdin',
        '  --username <name>  Username or email address',
        '  --password-stdin  Read the password from standard input',
        '  (or --password-file <path>, --password-env <variable>)',
        'See: tollgate login --help',
      ],
    ],
    [
      'user credit',
      [
        'Error: missing: <user>, <amount>',
        '  <user>  Id or name',
        expect.stringMatching(/^ {2}<amount> {2}\S/),
        'See: tollgate user credit --help',
      ],
    ],
    [
      'context add',
      [
        'Error: missing: --url <address>, <name>',
        '  --url <address>  Server address',
        '  <name>  Name of the context',
        'See: tollgate context add --help',
      ],
    ],
    [
      'channel get',
      ['Error: missing argument <channel>', '  <channel>  Id or name', 'See: tollgate channel get --help'],
    ],
    [
      'token create',
      [
        'Error: --name <name> is required',
        '  --name <name>  Display name',
        'See: tollgate token create --help',
      ],
    ],
  ])('%s', async (line, expected) => {
    expect(await run(line)).toEqual([2, expected])
    expect(server.calls).toEqual([])
  })

  test('in Chinese', async () => {
    expect(await run('token create', 'zh')).toEqual([
      2,
      [
        expect.stringContaining('--name <name>'),
        '  --name <name>  名称',
        '参见：tollgate token create --help',
      ],
    ])
  })

  test('an unknown option is said before what is missing', async () => {
    expect(await run('channel create --nonsense')).toEqual([
      2,
      [
        'Error: unknown option --nonsense',
        expect.stringMatching(/^Example: tollgate channel create /),
        'See: tollgate channel create --help',
      ],
    ])
  })

  test('of every command: each of its required values is in the message', async () => {
    for (const { path, load } of commandIndex) {
      const command = await load()
      const required = [
        ...Object.values(command.args).map(({ name }) => name),
        ...Object.values(allOptions(command)).flatMap(({ flag, required: isRequired }) =>
          isRequired === true ? [flag.replace(/^-\w, /, '')] : [],
        ),
      ].filter((each) => !each.startsWith('['))
      if (required.length === 0) continue
      const { code, stderr } = await terminal.run(path.split(' '))
      expect([path, code]).toEqual([path, 2])
      for (const each of required) expect(stderr).toContain(each)
      expect(stderr).toContain(`See: tollgate ${path} --help`)
    }
    expect(server.calls).toEqual([])
  })
})
