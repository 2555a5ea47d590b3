import Foundation
import Millrace
import MillraceTesting
import Testing

@Suite("Values of an export by their schemas")
struct SchemaJSONTests {
  private struct Parcel: Codable, Equatable, Sendable {
    var name: String
    var weight: Double
    var contents = Data()
    var source: URL?
    var packed: Date
  }

  @Test("a value is read from the form that a journal exports")
  func journalForm() throws {
    let parcel = try RecordSchema<Parcel>("parcel").decode(
      SchemaKind(name: "parcel", version: 1),
      json: #"{"name":"ü","weight":"-inf","contents":"AQI=","source":{"relative":"a/b"},"packed":3}"#)
    #expect(
      parcel
        == Parcel(
          name: "ü", weight: -.infinity, contents: Data([1, 2]), source: URL(string: "a/b"),
          packed: Date(timeIntervalSinceReferenceDate: 3)))
  }

  @Test("an older version is converted by the schema's steps")
  func olderVersion() throws {
    let schema = RecordSchema<[Int]>("numbers", version: 2).upcast("numbers", from: 1, to: 2) { (old: Int) in
      [old]
    }
    #expect(try schema.decode(SchemaKind(name: "numbers", version: 1), json: "7") == [7])
    #expect(try schema.decode(SchemaKind(name: "numbers", version: 2), json: "[7]") == [7])
  }

  @Test("a value that is none is an error")
  func wrong() {
    let schema = RecordSchema<[Int]>("numbers")
    for json in ["", "{", "[1", "\"x\"", "[1.5]"] {
      #expect(throws: DecodingError.self) {
        try schema.decode(SchemaKind(name: "numbers", version: 1), json: json)
      }
    }
    #expect(throws: DecodingError.self) {
      try schema.decode(SchemaKind(name: "other", version: 1), json: "[]")
    }
  }
}
