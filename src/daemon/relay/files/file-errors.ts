import { AppError } from '../../errors/app-error.ts'
import type { VendorFile } from '../stored/vendor-files.ts'

/** There is no such file, or it is not the caller's. @param id as the client wrote it */
export const notFound = (id: string): AppError =>
  new AppError('file_not_found', { values: { id: id.slice(0, 100) } })

/** The account that keeps the file cannot be asked any more. */
export const outOfReach = ({ id }: Pick<VendorFile, 'id'>): AppError =>
  new AppError('file_out_of_reach', { values: { id } })
