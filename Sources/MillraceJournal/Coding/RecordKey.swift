/// A key as it stands in a path: a name, or a place in a row.
struct RecordKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }

  /// The key of what a class inherits.
  static let inherited = RecordKey(stringValue: "super")
}
