import { answer, type ChannelTypeFixtures, failure } from './fixture.ts'

/** Servers that answer a submission with a task. */
export const taskFixtures: Readonly<Record<string, ChannelTypeFixtures>> = {
  suno: {
    example: { hasModelList: false, baseUrl: 'https://suno.example.com' },
    answers: [answer('music', 'tasks/suno-accepted.json')],
    failures: [failure(400, 'tasks/suno-refused.json', 'invalid_request', 'prompt is too long')],
  },
}
