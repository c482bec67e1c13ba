import { defineCommand } from '../define-command.ts'
import { fields } from '../output-schema.ts'

export const checkin = defineCommand({
  path: 'checkin',
  summary: { en: 'Checks in for today and claims the reward', zh: '每日签到，领取今日奖励' },
  examples: ['tollgate checkin', 'tollgate checkin --if-due -q', 'tollgate checkin --status --json'],
  effect: 'write',
  showsMoney: true,
  options: {
    ifDue: {
      flag: '--if-due',
      help: {
        en: 'Do nothing and exit 0 if already checked in or check-in is off; for scheduled jobs',
        zh: '今日已签到或站点未启用签到时不执行任何操作，退出码为 0；适用于定时任务',
      },
    },
    status: {
      flag: '--status',
      help: { en: 'Only show whether a check-in is due', zh: '仅查看今日是否可签到' },
    },
  },
  operations: ['checkIn', 'getCheckInStatus'],
  output: fields({
    is_credited: 'boolean',
    quota: 'integer',
    can_check_in: 'boolean',
    next_check_in_time: 'integer',
  }),
  run: async ({ ifDue, status: isAsking }, { api, phrase, say }) => {
    const before = ifDue || isAsking ? await api.get('/api/user/check_in_status') : undefined
    const isMade = !isAsking && (before === undefined || before.can_check_in)
    const { quota } = isMade ? await api.post('/api/user/check_in') : { quota: 0 }
    if (!isMade && !isAsking) say(phrase('say.notDue'))
    const after = isMade ? await api.get('/api/user/check_in_status') : before
    return {
      is_credited: isMade,
      quota,
      can_check_in: after?.can_check_in ?? false,
      next_check_in_time: after?.next_check_in_time ?? 0,
    }
  },
  details: {
    fields: [
      {
        key: 'quota',
        heading: { en: 'credited', zh: '入账' },
        // Shown exactly, because rewards can be fractions of a cent.
        value: ({ quota }, { money }) => money.call(String(quota)),
      },
      {
        key: 'can_check_in',
        heading: { en: 'due', zh: '可签到' },
        value: ({ can_check_in: isDue }, { phrase }) => phrase(isDue ? 'word.yes' : 'word.no'),
      },
      {
        key: 'next_check_in_time',
        heading: { en: 'next day starts', zh: '下一天始于' },
        value: ({ next_check_in_time: next }, { time }) => time(next),
      },
    ],
  },
  quiet: ({ quota }) => String(quota),
})
