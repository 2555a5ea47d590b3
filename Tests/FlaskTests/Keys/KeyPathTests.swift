import Testing

@testable import Flask

struct KeyPathTests {
  private func name<V: Equatable>(_ path: KeyPath<KeysState, V>) throws -> String {
    try KeyCatalog<KeysState>().probe(path).name
  }

  @Test("A path has the name of the key that leads to the same part")
  func names() throws {
    #expect(try name(\.counter) == "counter")
    #expect(try name(\.info.nest.foo) == "info.nest.foo")
    #expect(try name(\.pair.first.only) == "pair.first.only")
    #expect(try name(\.plain) == "plain")
    #expect(try name(\.plain.left) == "plain.left")
    #expect(try name(\.perhaps?.name) == "perhaps.name")
    #expect(try name(\.map) == "map")
  }

  @Test("A path sees what has changed at its end, stored or read, and nothing else")
  func changes() throws {
    let old = keysChanged(KeysState()) { $0.grid = [[1, 2]] }
    #expect(try !keysSame(\.counter, old, keysChanged(old) { $0.counter = 1 }))
    #expect(try keysSame(\.counter, old, keysChanged(old) { $0.text = "x" }))
    #expect(try !keysSame(\.info.nest, old, keysChanged(old) { $0.info.nest.foo = 2 }))
    #expect(try !keysSame(\.grid[0][1], old, keysChanged(old) { $0.grid[0][1] = 3 }))
    #expect(try keysSame(\.grid[0][1], old, keysChanged(old) { $0.grid[0][0] = 3 }))
    #expect(try !keysSame(\.grid.count, old, keysChanged(old) { $0.grid.append([]) }))
    #expect(try !keysSame(\.deep["a"]?["b"], old, keysChanged(old) { $0.deep = ["a": ["b": 1]] }))
    #expect(try !keysSame(\.doubled, old, keysChanged(old) { $0.counter = 1 }))
    #expect(try keysSame(\.doubled, old, keysChanged(old) { $0.text = "x" }))
  }

  @Test("A path reads its value without optionals around it")
  func values() throws {
    let state = keysChanged(KeysState()) { $0.perhaps = KeysItem(name: "a") }
    let catalog = KeyCatalog<KeysState>()
    func value<V: Equatable>(_ path: KeyPath<KeysState, V>) throws -> Any? {
      let probe = try catalog.probe(path)
      return withUnsafePointer(to: state) { probe.value($0) }
    }
    #expect(try value(\.perhaps?.name) as? String == "a")
    #expect(try value(\.info.nest.bar) == nil)
    #expect(try value(\.doubled) as? Int == 0)
    #expect(try value(\.plain) as? KeysPlain == KeysPlain())
  }

  @Test("A path that insists on an optional is compared like one that does not, where nothing is there")
  func insisting() throws {
    let none = KeysState()
    let some = keysChanged(none) { $0.perhaps = KeysItem(name: "a") }
    #expect(try keysSame(\.perhaps!.name, none, none))
    #expect(try !keysSame(\.perhaps!.name, none, some))
  }

  @Test("The path of the state itself compares it whole, but for what is internal")
  func whole() throws {
    #expect(try keysSame(\KeysHashed.self, KeysHashed(), KeysHashed(_inner: 2)))
    #expect(try !keysSame(\KeysHashed.self, KeysHashed(), KeysHashed(outer: 2)))
  }

  @Test("Properties without a size that share an address are distinguished by being internal")
  func withoutSize() throws {
    #expect(try KeyCatalog<KeysSizeless>().probe(\.shown).name == "shown")
  }
}

extension KeysState {
  var doubled: Int { counter * 2 }
}

struct KeysHashed: Flask.State, Hashable {
  var _inner = 1
  var outer = 1
}

struct KeysVoid: Codable, Sendable, Hashable {}

struct KeysSizeless: Flask.State {
  var _hidden = KeysVoid()
  var shown = KeysVoid()
}
