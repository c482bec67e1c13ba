import { answer, type ChannelTypeFixtures, failure } from './fixture.ts'

/** Fixtures of both kinds of Midjourney proxies, which answer alike. */
const midjourney: ChannelTypeFixtures = {
  example: { hasModelList: false, baseUrl: 'https://mj.example.com' },
  answers: [
    answer('drawing', 'tasks/midjourney-accepted.json'),
    answer('drawing', 'tasks/midjourney-queued.json'),
    answer('drawing', 'tasks/midjourney-banned.json'),
  ],
  failures: [
    failure(200, 'tasks/midjourney-no-account.json', 'no_account', '无可用的账号实例', true),
    failure(200, 'tasks/midjourney-queue-full.json', 'queue_full', '队列已满，请稍后尝试'),
    failure(400, 'tasks/midjourney-invalid.json', '4', 'prompt不能为空'),
  ],
}

/** Servers that answer a submission with a task. */
export const taskFixtures: Readonly<Record<string, ChannelTypeFixtures>> = {
  'midjourney-proxy': midjourney,
  'midjourney-proxy-plus': midjourney,
  suno: {
    example: { hasModelList: false, baseUrl: 'https://suno.example.com' },
    answers: [answer('music', 'tasks/suno-accepted.json')],
    failures: [failure(400, 'tasks/suno-refused.json', 'invalid_request', 'prompt is too long')],
  },
}
