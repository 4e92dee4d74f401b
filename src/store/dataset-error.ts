/** The one error of opening a dataset: what is wrong with the file, and what to do about it. */

export class DatasetError extends Error {
  override name = 'DatasetError';
  readonly path: string;

  constructor(path: string, fault: string, advice: string) {
    super(`${path}: ${fault}. ${advice}`);
    this.path = path;
  }
}
