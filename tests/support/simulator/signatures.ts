import type { ProtocolName, Received } from './ask.ts'
import type { Memory } from './memory.ts'
import { isIssuedToken } from './oauth.ts'
import { type Finding, found, headerOf, type Verification, wrong } from './verify.ts'
import { verifySigV4 } from './verify-sigv4.ts'
import { verifySpark } from './verify-spark.ts'
import { verifyTc3 } from './verify-tc3.ts'
import { verifyAssertion } from './verify-vertex.ts'
import { verifyZhipu } from './verify-zhipu.ts'

const bearerOf = (received: Received): string | undefined =>
  headerOf(received.headers, 'authorization')?.replace(/^Bearer /, '')

const vertexToken = (received: Received, memory: Memory): Finding => {
  const token = bearerOf(received)
  if (token === undefined) return found.absent
  return isIssuedToken(memory, token)
    ? found.ok
    : wrong('Request had invalid authentication credentials.', 'ACCESS_TOKEN_TYPE_UNSUPPORTED')
}

const isVertex = (path: string): boolean => path.includes('/projects/') && path.includes('/locations/')

/** Verifies the signature of a request; undefined = no verification was requested. */
export const findingOf = (
  received: Received,
  protocol: ProtocolName,
  verification: Verification,
  memory: Memory,
): Finding | undefined => {
  const { sigv4, tc3, spark, zhipu, vertex, now = Date.now } = verification
  const { path, body } = received
  if (protocol === 'bedrock') return sigv4 && verifySigV4(received, sigv4, now())
  if (protocol === 'hunyuan') return tc3 && verifyTc3(received, tc3, now())
  if (protocol === 'spark') return spark && verifySpark(received, spark, now())
  if (protocol === 'oauth')
    return (
      vertex &&
      verifyAssertion(new URLSearchParams(body.toString('utf8')).get('assertion') ?? '', vertex, now())
    )
  if (isVertex(path)) return vertex && vertexToken(received, memory)
  if (path.includes('/paas/v4/')) return zhipu && verifyZhipu(received, zhipu.key, now())
  return undefined
}

/** The vendors' messages for a request without a signature, if they have a special one. */
const absentMessages: Partial<Record<ProtocolName, readonly [message: string, code?: string]>> = {
  bedrock: ['Missing Authentication Token', 'MissingAuthenticationTokenException'],
  hunyuan: ['The Authorization header is missing.', 'AuthFailure.InvalidAuthorization'],
  oauth: ['Bad Request: assertion is missing', 'invalid_request'],
}

/** Returns message and status of a refusal; undefined = the request is accepted. */
export const refusalOf = (
  finding: Finding | undefined,
  protocol: ProtocolName,
): { readonly status: number; readonly message: string; readonly code?: string } | undefined => {
  if (finding === undefined || finding.verdict === 'ok') return undefined
  // Zhipu also accepts a plain key.
  if (protocol === 'openai' && finding.verdict === 'absent' && finding.message === undefined) return undefined
  const [message, code] = absentMessages[protocol] ?? ['Unauthorized']
  const status = protocol === 'bedrock' ? 403 : protocol === 'oauth' ? 400 : 401
  const said = finding.code ?? code
  return { status, message: finding.message ?? message, ...(said !== undefined && { code: said }) }
}
