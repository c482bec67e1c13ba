import type { ErrorRow } from './error-row.ts'

/** Errors in requests to the drawing routes. */
export const drawingErrors = {
  drawing_field_missing: {
    status: 400,
    kind: 'validation',
    en: "'{field}' is missing or is no text",
    zh: '缺少 {field}，或其不是文本',
  },
  drawing_action_unknown: {
    status: 400,
    kind: 'validation',
    en: "there is no action '{action}' here: use UPSCALE, VARIATION or REROLL",
    zh: '不支持操作 {action}：请使用 UPSCALE、VARIATION 或 REROLL',
  },
  drawing_index_invalid: {
    status: 400,
    kind: 'validation',
    en: "'index' must be a number from 1 to 4",
    zh: 'index 必须是 1 到 4 的数字',
  },
  drawing_content_invalid: {
    status: 400,
    kind: 'validation',
    en: "'content' must be a task ID, a space, and U1 to U4, V1 to V4 or R",
    zh: 'content 必须是任务 ID、空格，加上 U1 至 U4、V1 至 V4 或 R',
  },
  drawing_button_unknown: {
    status: 400,
    kind: 'validation',
    en: "'{button}' is no button that can be pressed here: use the customId of one of the task's buttons",
    zh: '无法执行按钮 {button}：请使用任务 buttons 中的 customId',
  },
  drawing_pictures_invalid: {
    status: 400,
    kind: 'validation',
    en: "'{field}' must be a list of {least} to {most} pictures, each a data URL",
    zh: '{field} 必须是 {least} 至 {most} 张图片的列表，每张为 data URL',
  },
  drawing_picture_missing: {
    status: 400,
    kind: 'validation',
    en: "there is no picture: give 'base64' as a data URL, or 'link'",
    zh: '缺少图片：请提供 base64（data URL）或 link',
  },
  picture_not_found: {
    status: 404,
    kind: 'not_found',
    en: 'there is no such picture, or it is no longer available',
    zh: '图片不存在或已失效',
  },
  notice_refused: {
    status: 404,
    kind: 'not_found',
    en: 'nobody waits for notices at this address',
    zh: '该地址不接收通知',
  },
} as const satisfies Record<string, ErrorRow>
