import Millrace
import MillraceSupport
import Testing

@testable import Flask

struct KeyErrorTests {
  private func nearest(_ key: String) -> [String] {
    if case .unknown(_, _, let nearest)? = keysError(key, of: KeysState.self) {
      nearest
    } else {
      ["no error"]
    }
  }

  @Test("An unknown key names the nearest ones, by the whole of it, the best first, three at most")
  func unknown() {
    #expect(nearest("conter") == ["counter"])
    #expect(nearest("coutner") == ["counter"])
    #expect(nearest("info.nest.fo").first == "info.nest.foo")
    #expect(nearest("info.nset.foo").first == "info.nest.foo")
    #expect(nearest("info.nest.bra").first == "info.nest.bar")
    #expect(nearest("perhaps.nmae") == ["perhaps.name", "perhaps.tags"])
    #expect(nearest("list.2.nmae").first == "list.2.name")
  }

  @Test(
    "Where nothing is like it, an unknown key names the first few there are; a very long one does so at once")
  func fallback() {
    #expect(nearest("somethingElse") == ["counter", "text", "ratio"])
    #expect(nearest("") == ["counter", "text", "ratio"])
    #expect(nearest(String(repeating: "x", count: 1_000_000)) == ["counter", "text", "ratio"])
  }

  @Test(
    "What can never be there is an error",
    arguments: [
      "nothing", "counter.x", "info.nest.foo.bar", "info..nest", ".counter", "counter.", "text.count",
      "list.x",
      "list.-1", "list.02", "list.1.x", "packed.0.x", "byNumber.x", "byNumber.1.x", "byNumber.01",
      "byColour.pink",
      "colour.red", "set.0", "perhaps.x", "twice.x",
    ])
  func never(key: String) {
    guard case .unknown? = keysError(key, of: KeysState.self) else {
      Issue.record("\(key) is not an unknown key")
      return
    }
  }

  @Test(
    "What may come later is none",
    arguments: [
      "list.99.name", "packed.5", "byName.x", "byName.x.name", "deep.x.y.z", "map.a.b.c", "byNumber.-7.foo",
    ])
  func later(key: String) {
    #expect(keysError(key, of: KeysState.self) == nil)
  }

  @Test(
    "What has no comparison is an error that names the type in the way, for the key and for what contains it")
  func incomparable() throws {
    #expect(
      keysError("payload", of: KeysState.self)
        == .incomparable(key: "payload", state: "KeysState", type: "KeysPayload"))
    #expect(
      keysError("holder", of: KeysIncomparable.self)
        == .incomparable(key: "holder", state: "KeysIncomparable", type: "KeysPayload"))
    #expect(
      keysError("list.0", of: KeysIncomparable.self)
        == .incomparable(key: "list.0", state: "KeysIncomparable", type: "KeysPayload"))
    guard case .incomparable? = keysError("action", of: KeysObjects.self) else {
      Issue.record("a closure can be compared")
      return
    }
    #expect(keysError("holder.number", of: KeysIncomparable.self) == nil)
    #expect(KeyCatalog<KeysIncomparable>().names == ["holder.number"])
    let old = KeysIncomparable()
    #expect(keysWholeSame(old, old))
    #expect(!keysWholeSame(old, keysChanged(old) { $0.holder.number = 2 }))
  }

  @Test("A weak or unowned reference is an error, and is no part of the whole")
  func weak() {
    let friend = KeysObject()
    let old = KeysObjects()
    let new = keysChanged(old) { $0.friend = friend }
    #expect(keysWholeSame(old, new))
    for key in ["friend", "parent"] {
      #expect(keysError(key, of: KeysObjects.self) == .weak(key: key, state: "KeysObjects", property: key))
    }
    #expect(KeyCatalog<KeysObjects>().names == ["object", "equatable", "foreign", "shape"])
  }

  @Test("Each error says what happened, why, and what to do")
  func sentences() {
    #expect(
      KeyError.unknown(key: "a", state: "S", nearest: ["b", "c", "d"]).description
        == "`S` has no key `a`, so changes of it cannot be observed; use `b`, `c` or `d`.")
    #expect(
      KeyError.unknown(key: "a", state: "S", nearest: []).description
        == "`S` has no key `a`, so changes of it cannot be observed; the state has no observable properties."
    )
    #expect(
      KeyError.internal(key: "i._a", state: "S", property: "_a").description == """
        The key `i._a` of `S` is internal, because the name of `_a` begins with `_` or it is lazy or wrapped, so \
        changes of it are not observed; rename it, or use another key.
        """)
    #expect(
      KeyError.weak(key: "a", state: "S", property: "a").description == """
        The key `a` of `S` cannot be compared, because `a` is a weak or unowned reference, which can become nil \
        without a transaction; hold the object strongly, in a `FlaskRef`.
        """)
    #expect(
      KeyError.incomparable(key: "a", state: "S", type: "T").description == """
        The key `a` of `S` cannot be compared, because `T` is not `Equatable`; make it `Equatable`, or use a key \
        beside it or below it.
        """)
  }

  @Test("The distance counts what is put in, taken out, replaced, and swapped with its neighbour")
  func distance() {
    func distance(_ left: String, _ right: String) -> Int { EditDistance.between(Array(left), Array(right)) }
    #expect(distance("", "") == 0)
    #expect(distance("", "abc") == 3)
    #expect(distance("abc", "abc") == 0)
    #expect(distance("abc", "acb") == 1)
    #expect(distance("kitten", "sitting") == 3)
    #expect(distance("ca", "abc") == 3)
    #expect(distance("abc", "ab") == 1)
  }
}

struct KeysIncomparableHolder: Codable, Sendable {
  var number = 1
  var payload = KeysPayload.idle
}

struct KeysIncomparable: Flask.State {
  var holder = KeysIncomparableHolder()
  var list: [KeysPayload] = []
}
