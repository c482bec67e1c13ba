export { suno } from './suno/vendor.ts'
