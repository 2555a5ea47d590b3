import Testing

@testable import Flask

struct KeyInternalTests {
  @Test("A change of what is internal is seen under no key, at any depth, and not in the whole state")
  func neverReported() throws {
    let old = keysChanged(KeysState()) {
      $0.byNumber = [1: KeysNest()]
    }
    let new = keysChanged(old) {
      $0._hidden = 1
      $0.info.nest._cache = 2
      $0.byNumber[1]?._cache = 3
      $0.computedOnce = 4
    }
    for key in KeyCatalog<KeysState>().names { #expect(try keysSame(key, old, new), "\(key)") }
    #expect(try keysSame("byNumber.1", old, new))
    #expect(try keysSame(\KeysState.info.nest, old, new))
    #expect(try keysSame(\KeysState.byNumber, old, new))
    #expect(keysWholeSame(old, new))
  }

  @Test("A container with internal fields is compared by its other fields")
  func container() throws {
    let old = KeysState()
    let new = keysChanged(old) {
      $0.info.nest.foo = 9
      $0.info.nest._cache = 9
    }
    #expect(try !keysSame("info", old, new))
    #expect(try !keysSame("info.nest", old, new))
    #expect(try !keysSame(\KeysState.info.nest, old, new))
    #expect(try keysSame("info.nest.bar", old, new))
  }

  @Test("A type with an == of its own is compared by it, unless it has internal fields anywhere below")
  func ownEquality() throws {
    let old = KeysOwnEquality()
    #expect(try keysSame("loose", old, keysChanged(old) { $0.loose.ignored = 2 }))
    #expect(try !keysSame("loose", old, keysChanged(old) { $0.loose.counted = 2 }))
    #expect(try keysSame("holder", old, keysChanged(old) { $0.holder.nest._cache = 2 }))
    #expect(try !keysSame("holder", old, keysChanged(old) { $0.holder.nest.foo = 2 }))
  }

  @Test(
    "Asking for what is internal, lazy or wrapped is an error",
    arguments: [
      ("_hidden", "_hidden"), ("info.nest._cache", "_cache"), ("computedOnce", "computedOnce"),
      ("byNumber.1._cache", "_cache"),
    ])
  func refused(key: String, property: String) {
    #expect(
      keysError(key, of: KeysState.self) == .internal(key: key, state: "KeysState", property: property))
  }

  @Test("It is one too where another reading of the key, as a dictionary's own with a dot, would be possible")
  func refusedInDictionary() {
    let error = KeyError.internal(key: "nests.a._cache", state: "KeysNests", property: "_cache")
    #expect(keysError("nests.a._cache", of: KeysNests.self) == error)
    #expect(keysError("nests.a._other", of: KeysNests.self) == nil)
  }

  @Test("A property of which there is an internal one of the same name is not confused with it")
  func backed() throws {
    let old = KeysBacked()
    let new = keysChanged(old) { $0.level = 2 }
    #expect(KeyCatalog<KeysBacked>().names == ["level"])
    #expect(try !keysSame("level", old, new))
    #expect(try keysSame("level", old, keysChanged(old) { $0._level = 2 }))
    #expect(
      keysError("wrapped", of: KeysBacked.self)
        == .internal(key: "wrapped", state: "KeysBacked", property: "wrapped"))
  }

  @Test("The path of an internal property is an error too")
  func refusedPath() {
    #expect(throws: KeyError.internal(key: "_hidden", state: "KeysState", property: "_hidden")) {
      try KeyCatalog<KeysState>().probe(\._hidden)
    }
    #expect(throws: KeyError.internal(key: "info.nest._cache", state: "KeysState", property: "_cache")) {
      try KeyCatalog<KeysState>().probe(\.info.nest._cache)
    }
  }
}

struct KeysLoose: Codable, Sendable, Equatable {
  var counted = 1
  var ignored = 1
  static func == (left: KeysLoose, right: KeysLoose) -> Bool { left.counted == right.counted }
}

struct KeysHolder: Codable, Sendable, Equatable { var nest = KeysNest() }

struct KeysOwnEquality: Flask.State {
  var loose = KeysLoose()
  var holder = KeysHolder()
}

struct KeysNests: Flask.State { var nests: [String: KeysNest] = [:] }

@propertyWrapper struct KeysWrapper: Codable, Sendable { var wrappedValue = 1 }

struct KeysBacked: Flask.State {
  var _level = 1
  var level = 1
  @KeysWrapper var wrapped
}
