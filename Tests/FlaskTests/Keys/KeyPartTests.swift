import Foundation
import Testing

@testable import Flask

/// Keys that lead over optionals, arrays, dictionaries and boxes.
struct KeyPartTests {
  @Test("Through an optional, nil on the way reads as nil; nil and nil is the same, nil and something is not")
  func optionals() throws {
    let none = KeysState()
    let some = keysChanged(none) { $0.perhaps = KeysItem(name: "a") }
    #expect(try keysValue("perhaps.name", none) == nil)
    #expect(try keysValue("perhaps.name", some) as? String == "a")
    #expect(try keysSame("perhaps.name", none, none))
    #expect(try !keysSame("perhaps.name", none, some))
    #expect(try !keysSame("perhaps.name", some, none))
    #expect(try keysSame("perhaps.tags", some, keysChanged(some) { $0.perhaps?.name = "b" }))
    #expect(try !keysSame("perhaps", some, keysChanged(some) { $0.perhaps?.name = "b" }))
  }

  private struct Owned: Flask.State {
    var user: User?
    var scores: [String: Int?] = [:]

    struct User: Codable, Equatable {
      var nick: String?
      var pet: Pet?
    }
    struct Pet: Codable, Equatable {
      var name: String?
    }
  }

  @Test("A part that reads as nil before and after, for whatever reason, is no change")
  func nilToNil() throws {
    let none = Owned()
    let nameless = Owned(user: .init(pet: .init()), scores: ["a": nil])
    let named = Owned(user: .init(nick: "n", pet: .init(name: "p")), scores: ["a": 1])
    for key in ["user.nick", "user.pet.name", "scores.a"] {
      #expect(try keysSame(key, none, nameless), "\(key)")
      #expect(try keysSame(key, nameless, none), "\(key)")
      #expect(try !keysSame(key, nameless, named), "\(key)")
      #expect(try !keysSame(key, named, none), "\(key)")
    }
    #expect(try keysSame(\Owned.user?.nick, none, nameless))
    #expect(try !keysSame("user.pet", none, nameless))
    #expect(try !keysSame("user", none, nameless))
  }

  private struct Floats: Flask.State {
    var half: Float16 = 0
    var single: Float = 0
    var double = 0.0
    var native: CGFloat = 0
    var maybe: Float16?
    var list: [CGFloat] = []
    var byName: [String: Float16] = [:]
  }

  @Test("From NaN to NaN is no change for a floating-point number of any type")
  func everyFloat() throws {
    let plain = Floats()
    let nan = Floats(
      half: .nan, single: .nan, double: .nan, native: .nan, maybe: .nan, list: [.nan], byName: ["a": .nan])
    for key in ["half", "single", "double", "native", "maybe", "list", "list.0", "byName", "byName.a"] {
      #expect(try keysSame(key, nan, nan), "\(key)")
      #expect(try !keysSame(key, plain, nan), "\(key)")
      #expect(try !keysSame(key, nan, plain), "\(key)")
    }
    #expect(try keysSame(\Floats.half, nan, nan))
    #expect(try keysSame(\Floats.native, nan, nan))
    #expect(keysWholeSame(nan, nan))
    #expect(!keysWholeSame(plain, nan))
  }

  @Test("An optional at the end reads as what it holds, or as nil, however often it is wrapped")
  func optionalEnd() throws {
    #expect(try keysValue("info.nest.bar", KeysState()) == nil)
    #expect(
      try keysValue("info.nest.bar", keysChanged(KeysState()) { $0.info.nest.bar = "x" }) as? String == "x")
    #expect(try keysValue("twice", keysChanged(KeysState()) { $0.twice = 3 }) as? Int == 3)
    #expect(try keysValue("twice", keysChanged(KeysState()) { $0.twice = .some(nil) }) == nil)
    #expect(try !keysSame("twice", KeysState(), keysChanged(KeysState()) { $0.twice = .some(nil) }))
  }

  @Test("An element of an array is a key by its index; one that comes or goes has changed, and reads as nil")
  func arrays() throws {
    let two = keysChanged(KeysState()) {
      $0.list = [KeysItem(name: "a"), KeysItem(name: "b", tags: ["t"])]
      $0.packed = [4, 5]
      $0.grid = [[1], [2, 3]]
    }
    let one = keysChanged(two) { $0.list.removeLast() }
    #expect(try keysValue("list.1.name", two) as? String == "b")
    #expect(try keysValue("list.1.tags.0", two) as? String == "t")
    #expect(try keysValue("list.1.name", one) == nil)
    #expect(try keysValue("packed.1", two) as? Int == 5)
    #expect(try keysValue("grid.1.1", two) as? Int == 3)
    #expect(try keysValue("grid.0.1", two) == nil)
    #expect(try !keysSame("list.1.name", two, one))
    #expect(try !keysSame("list.1", one, two))
    #expect(try keysSame("list.0", two, one))
    #expect(try !keysSame("list", two, one))
    #expect(try keysSame("list.7.name", two, one))
    #expect(try !keysSame("list", two, keysChanged(two) { $0.list[1].tags = [] }))
    #expect(try keysSame("list", two, keysChanged(two) { $0.list.reserveCapacity(100) }))
  }

  @Test("An entry of a dictionary is a key by its own key, as a text; one that comes or goes has changed")
  func dictionaries() throws {
    let full = keysChanged(KeysState()) {
      $0.byName = ["ann": KeysItem(name: "Ann"), "bob": KeysItem()]
      $0.byNumber = [-3: KeysNest(foo: 5)]
      $0.byColour = [.green: 2]
      $0.deep = ["a": ["b": 1]]
    }
    #expect(try keysValue("byName.ann.name", full) as? String == "Ann")
    #expect(try keysValue("byNumber.-3.foo", full) as? Int == 5)
    #expect(try keysValue("byColour.green", full) as? Int == 2)
    #expect(try keysValue("byColour.blue", full) == nil)
    #expect(try keysValue("deep.a.b", full) as? Int == 1)
    #expect(try keysValue("deep.a.c", full) == nil)
    let less = keysChanged(full) { $0.byName["ann"] = nil }
    #expect(try !keysSame("byName.ann.name", full, less))
    #expect(try keysSame("byName.bob", full, less))
    #expect(try keysSame("byName.cid.name", full, less))
    #expect(try !keysSame("byName", full, less))
    #expect(try !keysSame("byName", full, keysChanged(less) { $0.byName["cid"] = KeysItem() }))
    #expect(try !keysSame("byNumber.-3", full, keysChanged(full) { $0.byNumber[-3]?.foo = 6 }))
  }

  @Test("Where a dictionary's own key contains dots, the longest reading that leads to something is taken")
  func dottedKeys() throws {
    var state = KeysState()
    state.deep = ["a": ["b.c": 1, "b": 2], "a.b": ["c": 3], "x": ["y.z": 4]]
    #expect(try keysValue("deep.a.b.c", state) as? Int == 3)
    #expect(try keysValue("deep.x.y.z", state) as? Int == 4)
    let less = keysChanged(state) { $0.deep["a.b"] = nil }
    #expect(try keysValue("deep.a.b.c", less) as? Int == 1)
    #expect(try !keysSame("deep.a.b.c", state, less))
    state.byName = ["ann@host.org": KeysItem(name: "Ann")]
    #expect(try keysValue("byName.ann@host.org.name", state) as? String == "Ann")
    #expect((try keysValue("byName.ann@host.org", state) as? KeysItem)?.name == "Ann")
    // Two readings of different types: the entry, and a field of another entry.
    let both = keysChanged(state) {
      $0.byName = ["ann": KeysItem(name: "x"), "ann.name": KeysItem(name: "y")]
    }
    #expect((try keysValue("byName.ann.name", both) as? KeysItem)?.name == "y")
    let field = keysChanged(both) { $0.byName["ann.name"] = nil }
    #expect(try keysValue("byName.ann.name", field) as? String == "x")
    #expect(try !keysSame("byName.ann.name", both, field))
  }

  @Test("A key with hundreds of components is worked out at once, whatever its readings")
  func longKeys() throws {
    let key = "kids." + Array(repeating: "a.kids", count: 100).joined(separator: ".") + ".a.value"
    #expect(try keysValue(key, KeysForest()) == nil)
    var node = KeysBranch(value: 9)
    for _ in 0...100 { node = KeysBranch(kids: ["a": node]) }
    #expect(try keysValue(key, KeysForest(kids: node.kids)) as? Int == 9)
    let endless = Array(repeating: "kids", count: 100_000).joined(separator: ".")
    guard case .unknown? = keysError(endless, of: KeysForest.self) else {
      Issue.record("a key has no longest length")
      return
    }
  }

  @Test("The entries of a dictionary box are keys at every depth; null reads as nil, and as absent")
  func boxes() throws {
    var old = KeysState()
    old.map = [
      "foo": 1, "nest": ["a": "b", "none": nil, "list": [1, ["x": true]]], "none": nil, "n.t": ["u": 2.5],
    ]
    #expect(try keysValue("map.foo", old) as? Int == 1)
    #expect(try keysValue("map.nest.a", old) as? String == "b")
    #expect(try keysValue("map.nest.list.1.x", old) as? Bool == true)
    #expect(try keysValue("map.n.t.u", old) as? Double == 2.5)
    #expect(try keysValue("map.none", old) == nil)
    #expect(try keysValue("map.nest.a.b", old) == nil)
    #expect(try keysValue("map.nest", old) as? FlaskDictRef == old.map["nest"]?.dictionary)
    let absent = keysChanged(old) {
      $0.map = ["foo": 1, "nest": ["a": "b", "list": [1, ["x": true]]], "n.t": ["u": 2.5]]
    }
    for key in ["map", "map.none", "map.nest", "map.nest.none", "map.nest.list", "map.foo"] {
      #expect(try keysSame(key, old, absent), "\(key)")
      #expect(try keysSame(key, absent, old), "\(key)")
    }
    #expect(old.map != absent.map)
    let other = keysChanged(old) { $0.map = ["foo": 1, "nest": ["a": "c", "none": nil]] }
    #expect(try !keysSame("map", old, other))
    #expect(try !keysSame("map.nest.a", old, other))
    #expect(try !keysSame("map.nest.list.0", old, other))
    #expect(try keysSame("map.foo", old, other))
  }
}

struct KeysBranch: Codable, Sendable {
  var value = 0
  var kids: [String: KeysBranch] = [:]
}

struct KeysForest: Flask.State {
  var kids: [String: KeysBranch] = [:]
}
