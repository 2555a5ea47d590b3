/// A key of a coding path: a name or an index.
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

  /// The key of a superclass's part.
  static let inherited = RecordKey(stringValue: "super")
}
