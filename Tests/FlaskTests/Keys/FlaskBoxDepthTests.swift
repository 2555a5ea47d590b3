import Foundation
import RecordFixture
import Testing

@testable import Flask

/// Dictionaries that lie deep in each other, on a stack of 512 kB.
struct FlaskBoxDepthTests {
  private static func nested(_ depth: Int, _ innermost: FlaskDictRef.Value = 1) -> FlaskDictRef {
    (1..<depth).reduce(FlaskDictRef(["a": innermost])) { box, level in
      level.isMultiple(of: 3)
        ? FlaskDictRef(["a": .array([.dictionary(box)])]) : FlaskDictRef(["a": .dictionary(box)])
    }
  }

  @Test("20,000 dictionaries in each other are compared, hashed, described, encoded with an error, and end")
  func deep() async {
    await SmallStackHome().run { _ in
      let (left, right, other) = (Self.nested(20_000), Self.nested(20_000), Self.nested(20_000, 2))
      #expect((left == right) && left.hashValue == right.hashValue)
      #expect(!(left == other))
      #expect(left.looksLike(right) && !left.looksLike(other))
      #expect("\(left)".contains("…"))
      #expect(throws: EncodingError.self) { try JSONEncoder().encode(left) }
    }
  }

  private struct Deep: Flask.State {
    var box = FlaskDictRef()
  }

  @Test("an archive of them is an error that says why, and one that was made elsewhere is none that traps")
  func archive() async throws {
    await SmallStackHome().run { _ in
      let error = #expect(throws: ArchiveError.self) {
        var state = Deep()
        state.box = Self.nested(20_000)
        _ = try ArchiveFormat.encode(state, key: "key")
      }
      #expect(error?.description.contains("nested too deeply") == true)
      for depth in [400, 5_000] {
        let text = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
        let bytes = archiveBytes(type: "Deep", version: 1, #"{"box":\#(text)}"#)
        // Whether the first can be read depends on the stack; neither ends the process.
        _ = try? ArchiveFormat.decode(Deep.self, bytes, key: "key")
      }
    }
  }

  @Test("a dictionary that is held elsewhere outlives the one around it, however deep")
  func shared() {
    let inner = Self.nested(10)
    var outer: FlaskDictRef? = FlaskDictRef(["a": .dictionary(FlaskDictRef(["b": .dictionary(inner)]))])
    #expect(outer?["a.b.a"] != nil)
    outer = nil
    #expect(inner == Self.nested(10))
    #expect(inner.entries.count == 1)
  }
}
