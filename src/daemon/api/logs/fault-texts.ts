import type { Texts } from '../../errors/reasons.ts'
import { storedReason } from '../../errors/stored-reason.ts'
import type { Malformed } from '../../relay/call/failed-answer.ts'
import type { TransportFault } from '../../upstream/exchange.ts'

/** Texts for the ways in which a connection to a provider can fail. The log stores their names. */
const faults: Readonly<Record<TransportFault, Texts>> = {
  unreachable: { en: 'the provider cannot be reached', zh: '无法连接上游' },
  'first-byte-timeout': { en: 'the provider did not begin to answer in time', zh: '上游未能及时开始响应' },
  'idle-timeout': {
    en: 'the provider fell silent in the middle of its answer',
    zh: '上游在响应过程中停止发送',
  },
  broken: { en: 'the connection to the provider broke', zh: '与上游的连接中断' },
  aborted: { en: 'the call was broken off', zh: '调用已被中止' },
  'too-large': { en: 'the answer of the provider is too large', zh: '上游返回的内容过大' },
}

/** Texts for content that cannot be read as a response. The log stores the English keys. */
const malformed: Readonly<Record<Malformed, Texts>> = {
  'a compressed stream': { en: 'the provider sent a compressed stream', zh: '上游返回了压缩的流' },
  'a web page': { en: 'the provider sent a web page', zh: '上游返回了网页' },
  'not JSON': { en: 'the answer of the provider is not JSON', zh: '上游返回的内容不是 JSON' },
  'a stream nobody asked for': {
    en: 'the provider sent a stream that nobody asked for',
    zh: '上游返回了未请求的流',
  },
  'a stream that broke off': { en: 'the stream of the provider broke off', zh: '上游的流中途断开' },
}

const own = new Map<string, Texts>(Object.entries({ ...faults, ...malformed }))

/** Returns our texts for the reason of a failed attempt as stored in the log; undefined if the upstream wrote it. */
export const faultTexts = (stored: string): Texts | undefined => own.get(stored) ?? storedReason(stored)
