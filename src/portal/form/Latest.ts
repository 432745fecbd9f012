/** The newest of something that changes at each drawing, for what answers later than it was drawn. */
export class Latest<Value> {
  private value: Value;

  constructor(value: Value) {
    this.value = value;
  }

  readonly get = (): Value => this.value;

  readonly set = (value: Value): void => {
    this.value = value;
  };
}
