import Foundation
import Testing

@testable import Flask

/// Returns true if a key is the same in two states, as its probe has it.
func keysSame<S: FlaskState>(_ key: String, _ left: S, _ right: S) throws -> Bool {
  let probe = try KeyCatalog<S>().probe(named: key)
  return withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { probe.isSame(left, $0) } }
}

/// Returns the value of a key in a state.
func keysValue<S: FlaskState>(_ key: String, _ state: S) throws -> Any? {
  let probe = try KeyCatalog<S>().probe(named: key)
  return withUnsafePointer(to: state) { probe.value($0) }
}

func keysSame<S: FlaskState, V: Equatable>(_ path: KeyPath<S, V>, _ left: S, _ right: S) throws -> Bool {
  let probe = try KeyCatalog<S>().probe(path)
  return withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { probe.isSame(left, $0) } }
}

func keysWholeSame<S: FlaskState>(_ left: S, _ right: S) -> Bool {
  let catalog = KeyCatalog<S>()
  return withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { catalog.isSame(left, $0) } }
}

/// The error with which a key is refused; nil if it is not.
func keysError<S: FlaskState>(_ key: String, of _: S.Type) -> KeyError? {
  do throws(KeyError) {
    _ = try KeyCatalog<S>().probe(named: key)
    return nil
  } catch {
    return error
  }
}

/// The state after a change of a copy.
func keysChanged<S>(_ state: S, _ change: (inout S) -> Void) -> S {
  var state = state
  change(&state)
  return state
}

struct KeysNest: Codable, Hashable, Sendable {
  var foo = 1
  var bar: String?
  var _cache = 0
}

struct KeysInfo: Codable, Sendable {
  var nest = KeysNest()
  private var secret: Int
  let fixed: Int
  init(secret: Int = 1) {
    self.secret = secret
    fixed = 7
  }
}

struct KeysItem: Codable, Sendable {
  var name = ""
  var tags: [String] = []
}

struct KeysPlain: Codable, Hashable, Sendable {
  var left = 1.5
  var right = 2
}

enum KeysColour: String, Codable, Sendable, CaseIterable { case red, green, blue }

enum KeysPayload: Codable, Sendable {
  case idle
  case loaded(KeysItem)
}

struct KeysEmpty: Codable, Sendable {}
struct KeysOne: Codable, Sendable { var only = 1 }

struct KeysPair<First: Codable & Sendable, Second: Codable & Sendable>: Codable, Sendable {
  var first: First
  var second: Second
}

struct KeysState: Flask.State {
  var counter = 0
  var text = ""
  var ratio = 1.0
  var single: Float = 1
  var flag = false
  var info = KeysInfo()
  var plain = KeysPlain()
  var perhaps: KeysItem?
  var twice: Int??
  var list: [KeysItem] = []
  var packed: ContiguousArray<Int> = []
  var numbers: [Double] = []
  var grid: [[Int]] = []
  var byName: [String: KeysItem] = [:]
  var byNumber: [Int: KeysNest] = [:]
  var byColour: [KeysColour: Int] = [:]
  var deep: [String: [String: Int]] = [:]
  var colour = KeysColour.red
  var pair = KeysPair(first: KeysOne(), second: [1, 2])
  var empty = KeysEmpty()
  var date = Date(timeIntervalSince1970: 0)
  var link: URL?
  var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var set: Set<Int> = []
  var map = FlaskDictRef()
  var payload = KeysPayload.idle
  var _hidden = 0
  lazy var computedOnce = 1

  init() {}

  private enum CodingKeys: CodingKey { case counter }
}
