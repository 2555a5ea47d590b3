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

  @Test("20,000 lists in each other are compared, end with their dictionary, and are an error of an archive")
  func lists() async {
    await SmallStackHome().run { _ in
      func nested() -> FlaskDictRef {
        FlaskDictRef(["a": (0..<20_000).reduce(1) { value, _ in .array([value]) }])
      }
      let (left, right) = (nested(), nested())
      #expect(left == right && left.looksLike(right))
      #expect("\(left)".contains("…"))
      #expect(left[Array(repeating: "a", count: 10_000).joined(separator: ".")] == nil)
      #expect(throws: ArchiveError.self) {
        var state = Deep()
        state.box = left
        _ = try ArchiveFormat.encode(state, key: "key")
      }
    }
  }

  @Test("a dictionary of values of any type that are nested too deeply is an error")
  func conversion() async {
    await SmallStackHome().run { _ in
      let deep = (0..<600).reduce(["a": 1] as [String: Any]) { value, _ in ["a": value] }
      #expect(throws: FlaskDictError.tooDeep(limit: 500)) { try FlaskDictRef(deep) }
    }
  }

  private struct Chain: Codable, Sendable {
    var next: [Chain] = []

    init(_ depth: Int) {
      for _ in 0..<depth { self = Chain(next: [self]) }
    }

    private init(next: [Chain]) {
      self.next = next
    }
  }

  private struct Typed: Flask.State {
    var chain = Chain(0)
    var sizes: [UInt16: Double] = [1: 2]
    var data = Data([1, 2, 3])
    var place = URL(fileURLWithPath: "/")
    var day = Date(timeIntervalSince1970: 0)
    var exact = Decimal(3)
    var ratio: Float = 0.5
    var big: UInt64 = .max
  }

  @Test("an archive of values of the application's own types nested 10,000 deep is an error")
  func typed() async throws {
    let shallow = try ArchiveFormat.encode(Typed(chain: Chain(200)), key: "key")
    #expect(try ArchiveFormat.decode(Typed.self, shallow, key: "key").big == .max)
    // Swift itself needs much of the stack for such a value, and frees it level in level.
    let description = await withCheckedContinuation { continuation in
      let thread = Thread {
        let error = #expect(throws: ArchiveError.self) {
          try ArchiveFormat.encode(Typed(chain: Chain(10_000)), key: "key")
        }
        continuation.resume(returning: error?.description)
      }
      thread.stackSize = 64 << 20
      thread.start()
    }
    #expect(description?.contains("nested deeper than 500 levels") == true)
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
      // The limit of levels or the end of the stack, whichever is met first.
      let text = error?.description ?? ""
      #expect(text.contains("nested deeper than 500 levels") || text.contains("nested too deeply"), "\(text)")
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
