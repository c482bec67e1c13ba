import type { Texts } from '../reasons.ts'

/** Our reasons for a failed task if the vendor gives none. Tasks keep the English text. */
export const tasks = {
  taskTimedOut: { en: 'upstream timeout', zh: '上游超时' },
  taskCutOff: { en: 'cut off while it was submitted', zh: '提交过程中被中断' },
  resultTooLarge: {
    en: 'the answer of the vendor is too large to be kept',
    zh: '上游返回的内容过大，无法保存',
  },
  proxySilent: { en: 'the proxy does not say why', zh: '代理服务未说明原因' },
  proxyNamedNone: { en: 'the proxy named no task', zh: '代理服务未返回任务' },
  videoFailed: { en: 'the video could not be made', zh: '未能生成视频' },
  reasonHidden: { en: 'the provider returned an error', zh: '上游返回了错误' },
  noVideoMade: { en: 'no video was made', zh: '没有生成视频' },
} as const satisfies Record<string, Texts>
