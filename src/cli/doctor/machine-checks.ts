import { stat } from 'node:fs/promises'
import { type CheckContext, type Finding, isLocalHost, ok, skipped, trouble } from './finding.ts'

/** Checks that nobody else can read the file with the credentials. */
export async function checkContextFile({ contexts }: CheckContext): Promise<Finding> {
  const id = 'contexts'
  const found = await stat(contexts.path).catch(() => undefined)
  if (found === undefined) return skipped(id, 'no contexts are saved', '没有保存的上下文')
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0')
  if ((found.mode & 0o077) === 0) return ok(id, `${contexts.path} (${mode})`, `${contexts.path}（${mode}）`)
  return trouble(
    id,
    'failed',
    [
      `others can read the credentials in ${contexts.path} (${mode})`,
      `他人可读取 ${contexts.path}（${mode}）中的登录信息`,
    ],
    [`chmod 600 ${contexts.path}`, `chmod 600 ${contexts.path}`],
  )
}

const proxyNames = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'] as const

/** Checks for variables that make clients use a different route than this program, or disable their protection. */
export function checkEnvironment({ io: { env }, settings }: CheckContext): Finding {
  const id = 'environment'
  const value = (name: string): string => env[name] || env[name.toLowerCase()] || ''
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    return trouble(
      id,
      'failed',
      [
        'NODE_TLS_REJECT_UNAUTHORIZED=0: anyone on the network path can read tokens',
        'NODE_TLS_REJECT_UNAUTHORIZED=0：网络路径上的任何人都能读取令牌',
      ],
      [
        'unset it; to trust your own certificate, set NODE_EXTRA_CA_CERTS=<file>',
        '取消该变量；自有证书请用 NODE_EXTRA_CA_CERTS=<文件>',
      ],
    )
  const { hostname, protocol } = new URL(settings.url.value)
  const set = proxyNames.filter(
    (name) => value(name) !== '' && !(name === 'HTTP_PROXY' && protocol === 'https:'),
  )
  if (set.length === 0) return ok(id, 'no proxy is set', '未设置代理')
  if (isExempt(hostname, value('NO_PROXY')))
    return ok(id, `NO_PROXY exempts ${hostname}`, `NO_PROXY 已排除 ${hostname}`)
  const names = set.join(', ')
  return trouble(
    id,
    'warning',
    [
      `${names}: clients will reach ${hostname} through a proxy; this program connects directly unless NODE_USE_ENV_PROXY=1`,
      `${names}：客户端将经代理访问 ${hostname}；本程序直连，除非设置 NODE_USE_ENV_PROXY=1`,
    ],
    [`add ${hostname} to NO_PROXY, unless this is intended`, `若非有意，请把 ${hostname} 加入 NO_PROXY`],
  )
}

/** Checks that the system's Node.js can run the program itself, instead of starting another one for every command. */
export function checkStart({ io: { olderNode } }: CheckContext): Finding {
  const id = 'node'
  const { node } = process.versions
  if (olderNode === undefined) return ok(id, `Node ${node}`, `Node ${node}`)
  return trouble(
    id,
    'warning',
    [
      `the system's Node ${olderNode} is too old, so every command starts a second process with Node ${node} and takes longer`,
      `系统的 Node ${olderNode} 版本过低，每条命令都要用 Node ${node} 再启动一个进程，因此更慢`,
    ],
    ['install Node 24 or newer', '请安装 Node 24 或更高版本'],
  )
}

/** Whether `NO_PROXY` exempts a host, as usual: names and their subdomains, `*` for everything, ports ignored. */
function isExempt(host: string, list: string): boolean {
  return list
    .split(/[\s,]+/)
    .map((each) =>
      each
        .replace(/:\d+$/, '')
        .replace(/^\*?\./, '')
        .toLowerCase(),
    )
    .some((each) => each !== '' && (each === '*' || host === each || host.endsWith(`.${each}`)))
}

/** Checks that the connection is encrypted, and how long the certificate is valid. */
export async function checkEncryption({ settings, now }: CheckContext): Promise<Finding> {
  const id = 'tls'
  const url = new URL(settings.url.value)
  if (url.protocol === 'http:')
    return isLocalHost(url.href)
      ? ok(id, 'not needed on this machine', '本机访问无需加密')
      : trouble(
          id,
          'warning',
          [
            'the connection is not encrypted: tokens can be read in transit',
            '连接未加密：令牌可能在传输途中被读取',
          ],
          ['put the server behind HTTPS and sign in with https://', '为服务器启用 HTTPS，并用 https:// 登录'],
        )
  const endsMs = await certificateEnd(url)
  if (endsMs === undefined) return ok(id, 'encrypted', '已加密')
  const days = Math.floor((endsMs - now()) / 86_400_000)
  if (days > 14)
    return ok(id, `encrypted, certificate valid for ${days} days`, `已加密，证书 ${days} 天后到期`)
  return trouble(
    id,
    'warning',
    [`the certificate expires in ${days} days`, `证书将在 ${days} 天后到期`],
    ['renew it', '请续期证书'],
  )
}

async function certificateEnd(url: URL): Promise<number | undefined> {
  const { connect } = await import('node:tls')
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(url.port || 443), servername: host }, () => {
    const end = Date.parse(socket.getPeerCertificate().valid_to)
    resolve(Number.isFinite(end) ? end : undefined)
  })
  // Another check reports whether the server can be reached.
  socket.on('error', () => resolve(undefined))
  socket.setTimeout(5_000, () => resolve(undefined))
  try {
    return await promise
  } finally {
    socket.destroy()
  }
}
