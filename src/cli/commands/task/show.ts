import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { everyOption, findTask, resultLinks, resultText, taskCost, taskStatus } from './task-object.ts'

export const taskShow = defineCommand({
  path: 'task show',
  summary: { en: 'Shows one task and its result', zh: '显示一个任务及其结果' },
  examples: [
    'tollgate task show 5f0c8a52-be1d-4c77-88e2-a1f6054b9d3e',
    'tollgate task show 5f0c8a52-be1d-4c77-88e2-a1f6054b9d3e --json',
    'tollgate task show 1732365600123456 --every',
  ],
  showsMoney: true,
  args: { task: { name: '<task>', help: { en: 'Task ID', zh: '任务 ID' } } },
  options: { every: everyOption },
  exits: [exitCodes.notFound],
  operations: ['listOwnTasks'],
  output: { $ref: 'TaskRow' },
  run: ({ task, every }, context) => findTask(task, every === true, context),
  quiet: ({ task_id: id }) => id,
  details: {
    fields: [
      'task_id',
      'platform',
      'action',
      { key: 'status', value: (task, { phrase }) => taskStatus(task, phrase) },
      'progress',
      'fail_reason',
      { key: 'prompt', value: ({ properties }) => properties.input },
      { key: 'model', value: ({ properties }) => properties.model },
      { key: 'quota', value: (task, look) => taskCost(task, look) },
      { key: 'submit_time', value: ({ submit_time: at }, { time }) => time(at) },
      {
        key: 'start_time',
        heading: { en: 'started', zh: '开始时间' },
        value: ({ start_time: at }, { time }) => time(at),
      },
      { key: 'finish_time', value: ({ finish_time: at }, { time }) => time(at) },
      { key: 'username', value: ({ username }) => username ?? '' },
      { key: 'channel_name', value: ({ channel_name: name }) => name ?? '' },
      { key: 'links', value: (task) => resultLinks(task).join('\n') },
      { key: 'lyrics', value: (task) => resultText(task) },
    ],
  },
})
