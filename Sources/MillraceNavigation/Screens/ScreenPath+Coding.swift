import Millrace

private enum PathKey: String, CodingKey {
  case screens, lastNumber
}

extension ScreenPath: Encodable where Screen: Encodable {
  /// Writes the screens with their ids, and the last number that was used.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PathKey.self)
    try container.encode(table, forKey: .screens)
    try container.encode(lastNumber, forKey: .lastNumber)
  }
}

extension ScreenPath: Decodable where Screen: Decodable {
  /// Reads the form that ``encode(to:)`` writes.
  ///
  /// Throws `DecodingError.dataCorrupted` if an id occurs twice, is 0, or is above the last number, or if
  /// that number is above 2⁵³; and the decoder's errors.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: PathKey.self)
    table = try container.decode(RowTable<ScreenID, Screen>.self, forKey: .screens)
    lastNumber = try container.decode(UInt64.self, forKey: .lastNumber)
    // Beyond it a number in JSON is not exact.
    if lastNumber > 1 << 53 {
      throw DecodingError.dataCorruptedError(
        forKey: .lastNumber, in: container,
        debugDescription: "The last number of a path is \(lastNumber), but at most 2⁵³ is allowed.")
    }
    if let id = table.ids.first(where: { $0.number == 0 || $0.number > lastNumber }) {
      throw DecodingError.dataCorruptedError(
        forKey: .screens, in: container,
        debugDescription: """
          A path has a screen with the id \(id), but its ids are from 1 to its last number, which is \(lastNumber).
          """)
    }
  }
}
