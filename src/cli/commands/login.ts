import { usageError } from '../cli-error.ts'
import { signInByBrowser } from '../client/browser-sign-in.ts'
import { signInByPassword, signInByToken } from '../client/sign-in.ts'
import { type CommandContext, defineCommand } from '../define-command.ts'
import { requireSecret, secretOptions } from '../input/secret.ts'
import { readAll } from '../io.ts'
import { fields, numberOf } from '../output-schema.ts'

const isByPassword = ({ browser, withToken }: Readonly<Record<string, unknown>>): boolean =>
  browser === undefined && withToken === undefined

export const login = defineCommand({
  path: 'login',
  summary: { en: 'Signs in to a server and saves it as a context', zh: '登录服务器并保存为上下文' },
  examples: [
    'tollgate login https://gateway.example.com --username alice --password-stdin < password.txt',
    'tollgate login https://gateway.example.com --with-token --context prod < token.txt',
    'tollgate login https://gateway.example.com --browser',
  ],
  effect: 'write',
  isContextFree: true,
  address: 'asked',
  // Same as --url: the address applies to this run.
  args: { url: { name: '[address]', help: { en: 'Server address', zh: '服务器地址' } } },
  options: {
    username: {
      flag: '--username <name>',
      help: { en: 'Username or email address', zh: '用户名或邮箱' },
      required: isByPassword,
    },
    ...secretOptions('password', isByPassword),
    code: {
      flag: '--code <code>',
      help: {
        en: 'Code of the authenticator app, or a recovery code; good once',
        zh: '身份验证器应用中的验证码，或恢复码；只能使用一次',
      },
    },
    browser: {
      flag: '--browser',
      help: {
        en: 'Sign in through the browser, in whichever way the site offers',
        zh: '通过浏览器登录，可使用本站提供的任何登录方式',
      },
    },
    isListening: {
      flag: '--no-listen',
      help: {
        en: 'With --browser on another machine: paste the code that it shows',
        zh: '与 --browser 同用，浏览器在另一台机器上时：粘贴其显示的代码',
      },
    },
    withToken: {
      flag: '--with-token',
      help: { en: 'Read an access token from standard input instead', zh: '改为从标准输入读取访问令牌' },
    },
  },
  operations: ['login'],
  output: fields({
    context: 'string',
    url: 'string',
    id: 'integer',
    username: 'string',
    role: numberOf('role'),
  }),
  run: async (values, context) => {
    const { phrase, say, io } = context
    if (values.isListening === false && !values.browser)
      throw usageError(phrase('usage.onlyWith', { flag: '--no-listen', other: '--browser' }), {
        field: '--no-listen',
      })
    const byPassword = async () =>
      signInByPassword(
        {
          username: values.username ?? '',
          password: await requireSecret('password', values, context),
          code: values.code,
        },
        context,
      )
    const signedIn = values.browser
      ? await signInByBrowser(values.isListening !== false, context)
      : values.withToken
        ? await signInByToken(await readToken(io, phrase), context)
        : await byPassword()
    say(phrase('say.signedIn', { ...signedIn }))
    return signedIn
  },
  details: { fields: ['url', 'username', 'context'] },
  quiet: ({ context }) => context,
})

async function readToken(io: CommandContext['io'], phrase: CommandContext['phrase']): Promise<string> {
  const token = (await readAll(io.stdin)).trim()
  if (token === '') throw usageError(phrase('usage.secretEmpty', { what: phrase('secret.token') }))
  return token
}
