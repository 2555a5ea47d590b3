@testable import MillraceJournal

/// The laws of what is decoded as types.
enum FuzzRecords {
  static func check(_ bytes: [UInt8]) throws {
    try check(FuzzZoo.self, bytes)
    try check(FuzzMessage.self, bytes)
    try check(FuzzNumbers.self, bytes)
    try check(FuzzThings.self, bytes)
    try check(FuzzTree.self, bytes)
    try check(FuzzChild.self, bytes)
    try check([String: FuzzMessage].self, bytes)
    try check([Double?].self, bytes)
  }

  private static func check<T: Codable>(_ type: T.Type, _ bytes: [UInt8]) throws {
    guard let record = try? RecordDecoder().decode(type, from: bytes) else { return }
    let encoded = try FuzzFinding.mustNotFail("Encoding a \(type) that was decoded") {
      try RecordEncoder().encode(record)
    }
    let value = try FuzzFinding.mustNotFail("Reading what was encoded of a \(type)") {
      try JournalValue(cbor: encoded)
    }
    try checkAgain(type, encoded, value, "CBOR")
    // By way of an export and an import.
    let imported = try FuzzFinding.mustNotFail("Reading the JSON of a \(type)") {
      try JournalValue(json: value.json()).cbor()
    }
    try checkAgain(type, imported, value, "JSON")
  }

  private static func checkAgain<T: Codable>(
    _ type: T.Type, _ bytes: [UInt8], _ value: JournalValue, _ form: String
  ) throws {
    let again = try FuzzFinding.mustNotFail("Decoding the \(form) of a \(type)") {
      try JournalValue(cbor: RecordEncoder().encode(RecordDecoder().decode(type, from: bytes)))
    }
    try FuzzFinding.unless(
      again.inOrder.json() == value.inOrder.json(), "The \(form) of a \(type) gives another \(type).")
  }
}

extension JournalValue {
  /// The value with the members of all objects in the order of their keys; those of dictionaries have none.
  fileprivate var inOrder: JournalValue {
    switch self {
    case .array(let values): .array(values.map(\.inOrder))
    case .object(let members):
      .object(
        members.map { Member(key: $0.key, value: $0.value.inOrder) }
          .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    default: self
    }
  }
}
