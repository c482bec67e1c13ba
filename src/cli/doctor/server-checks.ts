import { CliError } from '../cli-error.ts'
import { problemOf } from '../client/api-problem.ts'
import { version } from '../version.ts'
import { type CheckContext, type Finding, type Learnt, ok, trouble } from './finding.ts'

/**
 * Seconds by which the clocks may differ. Above the first, log times are misleading; above the second, sign-ins and
 * limits are affected too.
 */
const SKEW_SECONDS = { warning: 5, failed: 60 } as const

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME|SSL|TLS/

/** Checks that there is a Tollgate server at the address, and how far the clocks differ. */
export async function checkReachable(context: CheckContext): Promise<readonly Finding[]> {
  const { api, settings, now } = context
  const url = settings.url.value
  const startedMs = now()
  try {
    const { response, body } = await api.raw({ method: 'GET', path: '/api/status', isLookup: true })
    const endedMs = now()
    if (typeof body !== 'object' || body === null || !('success' in body))
      return [
        trouble(
          'reachable',
          'failed',
          [
            `${url} answers (HTTP ${response.status}), but is not a Tollgate server`,
            `${url} 有响应（HTTP ${response.status}），但不是 Tollgate 服务器`,
          ],
          [
            'check the address; there may be a proxy in front of the server',
            '请检查地址，服务器前面可能有代理',
          ],
        ),
      ]
    return [
      ok('reachable', `${url} in ${endedMs - startedMs} ms`, `${url}，${endedMs - startedMs} 毫秒`),
      checkClock(response.headers.get('date'), (startedMs + endedMs) / 2),
    ]
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    const isCertificate = certificateCodes.test(error.message)
    return [
      trouble(
        'reachable',
        'failed',
        [error.message, error.message],
        isCertificate
          ? [
              'renew the certificate, or trust your own with NODE_EXTRA_CA_CERTS=<file>',
              '更新证书，或用 NODE_EXTRA_CA_CERTS=<文件> 信任自有证书',
            ]
          : [
              'start a server with tollgate serve, or use --url for another address',
              '用 tollgate serve 启动服务，或用 --url 指定其他地址',
            ],
      ),
    ]
  }
}

function checkClock(date: string | null, hereMs: number): Finding {
  const id = 'clock'
  const thereMs = Date.parse(date ?? '')
  if (!Number.isFinite(thereMs)) return ok(id, 'the server does not report its time', '服务器未提供时间')
  // The header is truncated to whole seconds, so its expected error is half a second.
  const seconds = Math.round(Math.abs(thereMs + 500 - hereMs) / 1000)
  if (seconds <= SKEW_SECONDS.warning) return ok(id, 'the clocks agree', '时钟一致')
  return trouble(
    id,
    seconds > SKEW_SECONDS.failed ? 'failed' : 'warning',
    [
      `the clocks of this machine and the server differ by ${seconds} s`,
      `本机与服务器时钟相差 ${seconds} 秒`,
    ],
    ['synchronise both with NTP', '用 NTP 同步两边的时钟'],
  )
}

export async function checkReady({ api, phrase }: CheckContext): Promise<Finding> {
  const id = 'ready'
  const { response, body } = await api.raw({ method: 'GET', path: '/readyz', isLookup: true })
  if (response.ok) return ok(id, 'ready to accept requests', '可以接受请求')
  const why = problemOf(response, body, phrase).message
  return trouble(
    id,
    'failed',
    [`not ready: ${why}`, `未就绪：${why}`],
    [
      'the server log says what is in the way, such as a full disk; tollgate status --wait 30s waits until it is ready',
      '服务日志会说明原因，例如磁盘已满；可运行 tollgate status --wait 30s 等待就绪',
    ],
  )
}

/** Checks that both sides have the same version. */
export function checkVersion({ site }: Learnt): Finding {
  const id = 'version'
  const there = site?.version ?? '?'
  if (there === version) return ok(id, `${version} on both sides`, `两边均为 ${version}`)
  const isFar = there.split('.')[0] !== version.split('.')[0]
  return trouble(
    id,
    isFar ? 'failed' : 'warning',
    [`the server is ${there}, this program is ${version}`, `服务器为 ${there}，本程序为 ${version}`],
    ['install the same version on both sides', '请在两边安装相同版本'],
  )
}

export async function checkSetup({ api }: CheckContext): Promise<Finding> {
  const id = 'setup'
  const { status } = await api.get('/api/setup', { isLookup: true })
  if (status) return ok(id, 'set up', '已初始化')
  return trouble(
    id,
    'failed',
    ['the server is not set up', '服务器尚未初始化'],
    ['tollgate setup', 'tollgate setup'],
  )
}
