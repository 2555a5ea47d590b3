extension JSONSlice {
  /// The JSON of a scalar, at most 200 characters of it; of an object or array, the number of its children.
  public var preview: String {
    switch form {
    case .object: count == 1 ? "{…} 1 member" : "{…} \(count) members"
    case .array: count == 1 ? "[…] 1 element" : "[…] \(count) elements"
    default: Self.short(json)
    }
  }

  /// At most 200 characters of a text.
  static func short(_ json: ArraySlice<UInt8>) -> String {
    // A character has seldom more than 25 bytes, and is cut where it has.
    let text = String(decoding: json.prefix(5000), as: UTF8.self)
    let short = text.prefix(200)
    return short.endIndex == text.endIndex && json.count <= 5000 ? text : short + "…"
  }
}
