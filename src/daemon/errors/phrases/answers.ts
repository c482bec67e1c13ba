import type { Texts } from '../reasons.ts'

/** Our texts for failures that the upstream does not explain, and for disabling a channel. */
export const answers = {
  upstreamStatus: {
    en: 'The upstream answered with status {status}.',
    zh: '上游返回了状态码 {status}。',
  },
  badStatus: { en: 'bad response status code {status}', zh: '上游返回了错误状态码 {status}' },
  slowTest: {
    en: 'test took {seconds} s, more than {limit} s',
    zh: '测试用时 {seconds} 秒，超过 {limit} 秒',
  },
  noBalance: { en: 'insufficient balance', zh: '余额不足' },
  statusOnly: { en: 'status {status}', zh: '状态码 {status}' },
  codeOnly: { en: 'error {code}', zh: '错误 {code}' },
  refused: { en: 'refused', zh: '上游拒绝了该请求' },
  failedResponse: { en: 'the response failed', zh: '上游未能完成该响应' },
  brokenStream: { en: 'the stream broke off with an error', zh: '流式响应因错误而中断' },
  noTask: { en: 'the task was not accepted', zh: '任务未被接受' },
  noVideo: { en: 'the video was not accepted', zh: '视频任务未被接受' },
  noPicture: { en: 'no picture was made: {reason}', zh: '未能生成图片：{reason}' },
  noAnswerCode: { en: 'the answer has no code', zh: '返回的内容缺少状态代码' },
  noAccount: { en: 'no account is available', zh: '没有可用的账号' },
  queueFull: { en: 'the queue is full', zh: '任务队列已满' },
  applicationFailed: { en: 'the application failed', zh: '应用运行失败' },
  workflowFailed: { en: 'the workflow failed', zh: '工作流运行失败' },
  workflowStopped: { en: 'the workflow stopped', zh: '工作流已停止' },
  waitsForPerson: { en: 'the application waits for a person', zh: '应用正在等待人工处理' },
} as const satisfies Record<string, Texts>
