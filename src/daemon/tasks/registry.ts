export { midjourney } from './midjourney/vendor.ts'
export { suno } from './suno/vendor.ts'
