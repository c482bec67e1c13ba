import type { Texts } from '../../errors/reasons.ts'
import type { TransportFault } from '../../upstream/exchange.ts'

/** Texts for the ways in which a connection to a provider fails. The log stores their names. */
export const faults: Readonly<Record<TransportFault, Texts>> = {
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
