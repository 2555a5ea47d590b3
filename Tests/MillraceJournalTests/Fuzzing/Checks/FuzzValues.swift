@testable import MillraceJournal

/// The laws of values in CBOR and in JSON.
enum FuzzValues {
  static func checkCBOR(_ bytes: [UInt8]) throws {
    guard let value = try? JournalValue(cbor: bytes) else {
      let decoded = try? RecordDecoder().decode(JournalValue.self, from: bytes)
      return try FuzzFinding.unless(decoded == nil, "The decoder takes what is refused as a value.")
    }
    try checkForms(of: value)
    let decoded = try FuzzFinding.mustNotFail("Decoding what was read as a value") {
      try RecordDecoder().decode(JournalValue.self, from: bytes)
    }
    try FuzzFinding.unless(decoded.cbor() == value.cbor(), "The decoder reads another value.")
  }

  static func checkJSON(_ bytes: [UInt8]) throws {
    guard let value = try? JournalValue(json: bytes) else { return }
    let read = try checkForms(of: value)
    try FuzzFinding.unless(read == value, "JSON gives another value than its own JSON.")
  }

  /// Checks that a written value is read as the same value, and returns what its JSON is read as.
  @discardableResult
  static func checkForms(of value: JournalValue) throws -> JournalValue {
    // Values are compared by their bytes, in which what is no number is like itself.
    let bytes = value.cbor()
    let again = try FuzzFinding.mustNotFail("Reading the CBOR of a value") { try JournalValue(cbor: bytes) }
    try FuzzFinding.unless(again.cbor() == bytes, "CBOR gives other CBOR.")
    let encoded = try FuzzFinding.mustNotFail("Encoding a value") { try RecordEncoder().encode(value) }
    try FuzzFinding.unless(encoded == bytes, "The encoder writes other CBOR.")
    let json = value.json()
    try FuzzFinding.unless(!json.utf8.contains(UInt8(ascii: "\n")), "The JSON has more than one line.")
    let read = try FuzzFinding.mustNotFail("Reading the JSON of a value") { try JournalValue(json: json) }
    try FuzzFinding.unless(read.json().utf8.elementsEqual(json.utf8), "JSON gives other JSON.")
    let pretty = try FuzzFinding.mustNotFail("Reading pretty JSON") {
      try JournalValue(json: value.json(pretty: true))
    }
    try FuzzFinding.unless(pretty.cbor() == read.cbor(), "Pretty JSON gives another value.")
    return read
  }
}
