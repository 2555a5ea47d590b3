import Testing

@testable import MillraceCoding
@testable import MillraceJournal

@Suite("The journal's encoder")
struct CodingEncoderTests {
  private typealias Key = CodingWrites.Key

  private func json(_ write: @escaping (any Encoder) throws -> Void) throws -> String {
    let encoder = RecordEncoder()
    let json = try JournalValue(cbor: encoder.encode(CodingWrites(write))).json()
    // The same by the way that is taken when one pass does not do, and with the encoder's buffer used before.
    let tree = RecordTree()
    try write(RecordTreeEncoding(node: tree, codingPath: []))
    #expect(tree.value().json() == json)
    #expect(try JournalValue(cbor: encoder.encode(write)).json() == json)
    return json
  }

  @Test("the last value that is written under a key stands")
  func repeatedKeys() throws {
    #expect(
      try json {
        var container = $0.container(keyedBy: Key.self)
        try container.encode(1, forKey: .a)
        try container.encode(2, forKey: .b)
        try container.encode([3], forKey: .a)
      } == #"{"a":[3],"b":2}"#)
    let many = try json {
      var container = $0.container(keyedBy: RecordKey.self)
      for index in 0..<100 { try container.encode(index, forKey: RecordKey(stringValue: "\(index % 99)")) }
    }
    #expect(many.hasPrefix(#"{"0":99,"1":1,"#))
  }

  @Test("a container that is asked for twice is the same one")
  func sameContainer() throws {
    #expect(
      try json {
        var one = $0.container(keyedBy: Key.self)
        try one.encode(1, forKey: .a)
        var other = $0.container(keyedBy: Key.self)
        try other.encode(2, forKey: .b)
        try one.encodeNil(forKey: .c)
      } == #"{"a":1,"b":2,"c":null}"#)
    #expect(
      try json {
        var outer = $0.container(keyedBy: Key.self)
        var first = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
        try first.encode(1, forKey: .a)
        var second = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
        try second.encode(2, forKey: .b)
      } == #"{"a":{"a":1,"b":2}}"#)
  }

  @Test("what is written to a container after another was begun is in its place")
  func byTurns() throws {
    #expect(
      try json {
        var outer = $0.unkeyedContainer()
        var first = outer.nestedUnkeyedContainer()
        var second = outer.nestedContainer(keyedBy: Key.self)
        let third = outer.superEncoder()
        try first.encode(1)
        try second.encode("x", forKey: .b)
        try outer.encode(9)
        try first.encode(Int64(2))
        try "late".encode(to: third)
      } == #"[[1,2],{"b":"x"},"late",9]"#)
  }

  @Test("a value that could not be written leaves nothing behind when its error is caught")
  func takenBack() throws {
    let written = try json {
      var container = $0.container(keyedBy: Key.self)
      try container.encode(1, forKey: .a)
      try? container.encode(CodingFails(), forKey: .b)
      var list = container.nestedUnkeyedContainer(forKey: .c)
      try list.encode("x")
      try? list.encode(CodingFails())
      try list.encode(["y"])
      #expect(list.count == 2)
    }
    #expect(written == #"{"a":1,"c":["x",["y"]]}"#)
    #expect(throws: CodingFails.Failure.self) { try RecordEncoder().encode([CodingFails()]) }
  }

  @Test("an array that begins with bytes can go on with something else")
  func spread() throws {
    let encoded = try RecordEncoder().encode(
      CodingWrites {
        var list = $0.unkeyedContainer()
        try list.encode(UInt8(1))
        try list.encode(contentsOf: [200, 30] as [UInt8])
        try list.encode("x")
        try list.encode(UInt8(4))
        try list.encode(contentsOf: [5] as [UInt8])
      })
    #expect(try JournalValue(cbor: encoded).json() == #"[1,200,30,"x",4,5]"#)
  }

  @Test("what is left empty is an empty object or array")
  func empty() throws {
    #expect(try json { _ in } == "{}")
    #expect(
      try json {
        var list = $0.unkeyedContainer()
        try list.encode(CodingNothing())
        _ = list.superEncoder()
        _ = list.nestedUnkeyedContainer()
        _ = list.nestedContainer(keyedBy: Key.self)
      } == "[{},{},[],{}]")
  }

  @Test("what cannot be written is an error with its path, and the encoder can be used on")
  func errors() throws {
    let encoder = RecordEncoder()
    let wrong: [((any Encoder) throws -> Void, String)] = [
      ({ try [["k": Int128(5)]].encode(to: $0) }, "128 bits"),
      ({ try [["k": UInt128(5)]].encode(to: $0) }, "128 bits"),
      (
        {
          var list = $0.unkeyedContainer()
          var inner = list.nestedContainer(keyedBy: RecordKey.self)
          let twice = CodingWrites {
            try 1.encode(to: $0)
            try 2.encode(to: $0)
          }
          try inner.encode(twice, forKey: RecordKey(stringValue: "k"))
        }, "two values"
      ),
      (
        {
          var list = $0.unkeyedContainer()
          var inner = list.nestedContainer(keyedBy: RecordKey.self)
          let mixed = CodingWrites {
            _ = $0.unkeyedContainer()
            _ = $0.container(keyedBy: RecordKey.self)
          }
          try inner.encode(mixed, forKey: RecordKey(stringValue: "k"))
        }, "different kinds"
      ),
    ]
    for (write, reason) in wrong {
      do {
        _ = try encoder.encode(write)
        Issue.record("no error: \(reason)")
      } catch EncodingError.invalidValue(_, let context) {
        #expect(context.debugDescription.contains(reason))
        #expect(context.codingPath.map(\.stringValue) == ["Index 0", "k"])
      }
      #expect(throws: EncodingError.self) {
        let tree = RecordTree()
        try write(RecordTreeEncoding(node: tree, codingPath: []))
        if let failure = tree.failure { throw failure }
      }
      #expect(try encoder.encode("fine") == Array("dfine".utf8))
    }
  }

  @Test("values may be nested as deep as can be read, and no deeper")
  func nesting() throws {
    func nested(_ count: Int) -> CodingMessage { count == 0 ? .closed : .all([nested(count - 1)]) }
    // Each takes an object for its case, one for the values of the case, and an array.
    let fine = try RecordEncoder().encode(nested(170))
    #expect(try RecordDecoder().decode(CodingMessage.self, from: fine) == nested(170))
    #expect(throws: EncodingError.self) { try RecordEncoder().encode(nested(171)) }
    var deep = JournalValue.null
    for _ in 0..<512 { deep = .array([deep]) }
    #expect(try RecordEncoder().encode(deep) == deep.cbor())
    #expect(throws: EncodingError.self) { try RecordEncoder().encode([deep]) }
  }

  @Test("an encoder that is used while it encodes does not mix the two up")
  func reentrant() throws {
    let encoder = RecordEncoder()
    let bytes = try encoder.encode {
      var list = $0.unkeyedContainer()
      try list.encode("a")
      try list.encode(try encoder.encode([1, 2]))
    }
    #expect(try JournalValue(cbor: bytes) == .array([.text("a"), .bytes([0x82, 1, 2])]))
  }

  @Test("an encoder that is kept beyond its end writes nothing")
  func kept() throws {
    let encoder = RecordEncoder()
    var kept: KeyedEncodingContainer<Key>?
    _ = try encoder.encode { kept = $0.container(keyedBy: Key.self) }
    try kept?.encode(1, forKey: .a)
    let bytes = try encoder.encode { outer in
      try kept?.encode(1, forKey: .b)
      try [1].encode(to: outer)
    }
    #expect(bytes == [0x81, 1])
  }
}
