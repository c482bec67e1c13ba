import type { Texts } from '../reasons.ts'

/** Pictures, videos, sound and music. */
export const media = {
  onePictureOnly: {
    en: "'{field}' must be 1 for {model}, which makes one at a time",
    zh: '{model} 一次只生成一张图片，{field} 必须为 1',
  },
  signInSize: {
    en: "'{field}' is written with the multiplication sign '×'; write it with the letter x: '{better}'",
    zh: '{field} 中使用了乘号 ×；请改用字母 x：{better}',
  },
  sizeOfModel: {
    en: "'{field}' must be one of {sizes} for {model}",
    zh: '使用 {model} 时，{field} 必须是以下之一：{sizes}',
  },
  badVideoSize: {
    en: "'{field}' must be width and height in pixels, such as '1280x720'",
    zh: '{field} 必须是以像素表示的宽和高，例如 1280x720',
  },
  noUpload: { en: "'{field}' must be one uploaded file", zh: '{field} 必须是一个上传的文件' },
  noSuchVideo: { en: "'{field}' names none of your videos", zh: '您没有 {field} 所指的视频' },
  clipWithoutTask: {
    en: "'continue_clip_id' needs 'task_id': the task that made the clip",
    zh: '使用 continue_clip_id 时必须提供 task_id，即生成该片段的任务',
  },
} as const satisfies Record<string, Texts>
