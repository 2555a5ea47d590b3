import Foundation
import Testing

@testable import Flask

struct KeyComparisonTests {
  private static let changes: [(String, @Sendable (inout KeysState) -> Void)] = [
    ("counter", { $0.counter = 1 }), ("text", { $0.text = "a" }), ("ratio", { $0.ratio = 2 }),
    ("single", { $0.single = 2 }), ("flag", { $0.flag = true }), ("plain.right", { $0.plain.right = 9 }),
    ("info.nest.foo", { $0.info.nest.foo = 2 }), ("info.nest.bar", { $0.info.nest.bar = "b" }),
    ("info.secret", { $0.info = KeysInfo(secret: 2) }), ("perhaps", { $0.perhaps = KeysItem() }),
    ("twice", { $0.twice = 1 }), ("list", { $0.list = [KeysItem()] }), ("packed", { $0.packed = [1] }),
    ("numbers", { $0.numbers = [1] }), ("grid", { $0.grid = [[1]] }),
    ("byName", { $0.byName["a"] = KeysItem() }),
    ("byNumber", { $0.byNumber[1] = KeysNest() }), ("byColour", { $0.byColour[.red] = 1 }),
    ("deep", { $0.deep["a"] = [:] }), ("colour", { $0.colour = .blue }),
    ("pair.first.only", { $0.pair.first.only = 2 }), ("pair.second", { $0.pair.second = [] }),
    ("date", { $0.date = Date(timeIntervalSince1970: 1) }), ("link", { $0.link = URL(string: "a:b") }),
    ("id", { $0.id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }),
    ("set", { $0.set = [1] }),
    ("map", { $0.map = ["a": 1] }),
  ]

  @Test("A change of one property is seen under its key and under no other", arguments: changes)
  func oneProperty(key: String, change: @Sendable (inout KeysState) -> Void) throws {
    let old = KeysState()
    let new = keysChanged(old, change)
    for other in KeyCatalog<KeysState>().names {
      let isAffected = other == key || key.hasPrefix("\(other).") || other.hasPrefix("\(key).")
      #expect(try keysSame(other, old, new) == !isAffected, "\(other)")
      #expect(try keysSame(other, new, new), "\(other)")
    }
    #expect(!keysWholeSame(old, new))
    #expect(keysWholeSame(new, new))
  }

  @Test("The names are all keys of a type, depth first, in order of declaration, without what is internal")
  func names() {
    #expect(
      KeyCatalog<KeysState>().names == [
        "counter", "text", "ratio", "single", "flag", "info", "info.nest", "info.nest.foo", "info.nest.bar",
        "info.secret", "info.fixed", "plain", "plain.left", "plain.right", "perhaps", "perhaps.name",
        "perhaps.tags",
        "twice", "list", "packed", "numbers", "grid", "byName", "byNumber", "byColour", "deep", "colour",
        "pair",
        "pair.first", "pair.first.only", "pair.second", "empty", "date", "link", "id", "set", "map",
      ])
  }

  @Test(
    "A number that is not one before and after has not changed, in a property, an optional, an array, a dictionary"
  )
  func notANumber() throws {
    let plain = KeysNumbers()
    // Two, as arrays that share their storage are equal without a look at their elements.
    let (nan, again) = (KeysNumbers.none, KeysNumbers.none)
    for key in KeyCatalog<KeysNumbers>().names {
      #expect(try keysSame(key, nan, again), "\(key)")
      #expect(try !keysSame(key, plain, nan), "\(key)")
      #expect(try !keysSame(key, nan, plain), "\(key)")
    }
    #expect(try keysSame(\KeysNumbers.ratio, nan, again))
    #expect(try keysSame(\KeysNumbers.list, nan, again))
    #expect(try !keysSame(\KeysNumbers.ratio, nan, plain))
    #expect(keysWholeSame(nan, again))
  }

  @Test("An object without == is compared by identity, one with == by that")
  func objects() throws {
    let old = KeysObjects()
    #expect(try keysSame("object", old, old))
    #expect(try !keysSame("object", old, keysChanged(old) { $0.object = KeysObject() }))
    #expect(try keysSame("equatable", old, keysChanged(old) { $0.equatable = KeysEquatableObject(1) }))
    #expect(try !keysSame("equatable", old, keysChanged(old) { $0.equatable = KeysEquatableObject(2) }))
  }

  @Test("A structure of another module without == is compared by all its fields, whatever they are called")
  func foreign() throws {
    let old = KeysObjects()
    #expect(try keysSame("foreign", old, keysChanged(old) { $0.foreign = [1].enumerated() }))
    #expect(try !keysSame("foreign", old, keysChanged(old) { $0.foreign = [2].enumerated() }))
  }

  @Test("A value of a protocol type is compared by what it is")
  func existentials() throws {
    let old = KeysObjects()
    #expect(try keysSame("shape", old, keysChanged(old) { $0.shape = KeysSquare(side: 1) }))
    #expect(try !keysSame("shape", old, keysChanged(old) { $0.shape = KeysSquare(side: 2) }))
    #expect(try !keysSame("shape", old, keysChanged(old) { $0.shape = KeysObject() }))
    let object = keysChanged(old) { $0.shape = old.object }
    #expect(try keysSame("shape", object, object))
    #expect(try !keysSame("shape", object, keysChanged(object) { $0.shape = KeysObject() }))
    #expect(try keysValue("shape", old) as? KeysSquare == KeysSquare(side: 1))
  }

  @Test("A state of fifty properties, of one, or of none is gone through like any other")
  func sizes() throws {
    #expect(KeyCatalog<KeysNone>().names == [])
    #expect(keysWholeSame(KeysNone(), KeysNone()))
    #expect(try !keysSame("only", KeysSingle(), KeysSingle(only: 2)))
    let catalog = KeyCatalog<KeysBig>()
    #expect(catalog.names.count == 50)
    let new = keysChanged(KeysBig()) { $0.p49 = "x" }
    #expect(try catalog.names.filter { try !keysSame($0, KeysBig(), new) } == ["p49"])
  }

  @Test("A type that contains itself is compared as deep as its values are")
  func recursion() throws {
    let old = keysChanged(KeysTree()) { $0.root.kids = [KeysNode(value: 1, kids: [KeysNode(value: 2)])] }
    let new = keysChanged(old) { $0.root.kids[0].kids[0].value = 3 }
    #expect(try !keysSame("root", old, new))
    #expect(try keysSame("root.value", old, new))
    #expect(try !keysSame("root.kids.0.kids.0.value", old, new))
    #expect(try keysSame("root", new, new))
  }

  @Test("One key is one probe, by name and by path, in any order; a state may outlive its catalogue")
  func oneProbe() throws {
    let catalog = KeyCatalog<KeysState>()
    let byName = try catalog.probe(named: "counter")
    #expect(try catalog.probe(named: "counter") === byName)
    #expect(try catalog.probe(\.counter) === byName)
    let byPath = try catalog.probe(\.info.nest.bar)
    #expect(try catalog.probe(\.info.nest.bar) === byPath)
    #expect(try catalog.probe(named: "info.nest.bar") === byPath)
    #expect(try catalog.probe(\.perhaps?.name) === catalog.probe(named: "perhaps.name"))
    let kept = try KeyCatalog<KeysState>().probe(named: "list.0.tags")
    let state = keysChanged(KeysState()) { $0.list = [KeysItem(tags: ["a"])] }
    #expect(withUnsafePointer(to: state) { kept.value($0) } as? [String] == ["a"])
    #expect(withUnsafePointer(to: state) { kept.isSame($0, $0) })
  }
}

struct KeysNumbers: Flask.State, Equatable {
  var nested: [[Double]?] = []
  var ratio = 1.0
  var perhaps: Double?
  var list: [Double] = []
  var single: Float = 1
  var byName: [String: Double] = [:]

  /// A new state in which no number is one.
  static var none: KeysNumbers {
    keysChanged(KeysNumbers()) {
      $0.ratio = .nan
      $0.nested = [[.nan], nil]
      $0.perhaps = .nan
      $0.list = [.nan]
      $0.single = .nan
      $0.byName = ["a": .nan]
    }
  }
}

final class KeysObject: Sendable, KeysShape {}

final class KeysEquatableObject: Sendable, Equatable {
  let number: Int
  init(_ number: Int) { self.number = number }
  static func == (left: KeysEquatableObject, right: KeysEquatableObject) -> Bool {
    left.number == right.number
  }
}

protocol KeysShape: Sendable {}
struct KeysSquare: KeysShape, Equatable { var side = 1 }

struct KeysObjects: Flask.State {
  var object = KeysObject()
  var equatable = KeysEquatableObject(1)
  var foreign = [1].enumerated()
  var shape: any KeysShape = KeysSquare()
  var action: @Sendable () -> Void = {}
  weak var friend: KeysObject?
  unowned var parent: KeysObject = KeysObjects.always
  static let always = KeysObject()
  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {}
}

struct KeysNone: Flask.State {}
struct KeysSingle: Flask.State { var only = 1 }

struct KeysNode: Codable, Sendable {
  var value = 0
  var kids: [KeysNode] = []
}

struct KeysTree: Flask.State {
  var root = KeysNode()
}
