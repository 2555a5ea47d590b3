import Foundation
import Testing

@testable import Flask

/// Dictionaries made of variables, of values of any type, and by their setter.
struct FlaskBoxMakingTests {
  @Test("A dictionary is made of literals, variables and both")
  func variables() {
    let (name, count, ratio) = ("tea", 3, 0.5 as Float)
    let tags: [String]? = ["a", "b"]
    let absent: Int? = nil
    let inner = FlaskDictRef(["x": 1])
    let box = FlaskDictRef([
      "name": name, "count": count, "ratio": ratio, "tags": tags, "absent": absent, "box": inner,
    ])
    #expect(
      box == [
        "name": "tea", "count": 3, "ratio": 0.5, "tags": ["a", "b"], "absent": nil, "box": ["x": 1],
      ])
    #expect(FlaskDictRef(["name": name]) == ["name": "tea"])
    let texts: [String: String] = ["a": "b"]
    #expect(FlaskDictRef(texts) == ["a": "b"])
    #expect(
      FlaskDictRef(["big": UInt64.max, "small": UInt8(7)]) == [
        "big": 18_446_744_073_709_551_615.0, "small": 7,
      ])
    #expect(FlaskDictRef.Value(name) == "tea")
    #expect(FlaskDictRef(["size": CGFloat(2)]) == ["size": 2.0])
  }

  @Test("It is made of values of any type, as the parser of JSON returns them")
  func json() throws {
    let text =
      #"{"a": 1, "b": true, "c": 0.5, "d": "t", "e": null, "f": [1, false, {"g": -7}], "h": {"i": {}}, "j": 0}"#
    let parsed = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let expected: FlaskDictRef = [
      "a": 1, "b": true, "c": 0.5, "d": "t", "e": nil, "f": [1, false, ["g": -7]], "h": ["i": [:]], "j": 0,
    ]
    #expect(try FlaskDictRef(parsed) == expected)
    let any: [String: Any] = [
      "a": 1, "b": ["c": ["d" as Any, nil as Int? as Any]], "e": FlaskDictRef(["f": 1]),
    ]
    #expect(try FlaskDictRef(any) == ["a": 1, "b": ["c": ["d", nil]], "e": ["f": 1]])
  }

  @Test("It is made of a dictionary of Foundation")
  func foundation() throws {
    let plain: NSDictionary = [
      "foo": "bar", "nest": NSDictionary(dictionary: ["data": "some"]),
      "list": NSArray(array: [1, "x", NSNull()]),
      "yes": NSNumber(value: true), "two": NSNumber(value: 2), "half": NSNumber(value: 0.5),
      "big": NSNumber(value: UInt64.max), "text": NSString(string: "t"), "none": NSNull(),
    ]
    #expect(
      try FlaskDictRef(plain) == [
        "foo": "bar", "nest": ["data": "some"], "list": [1, "x", nil], "yes": true, "two": 2, "half": 0.5,
        "big": 18_446_744_073_709_551_615.0, "text": "t", "none": nil,
      ])
  }

  @Test("A value that cannot be an entry is an error with its place, its type and what to do")
  func unsupported() throws {
    let error = #expect(throws: FlaskDictError.self) { try FlaskDictRef(["a": [["b": Date()]] as [Any]]) }
    #expect(
      error?.description == """
        The value under `a.0.b` is a `Date`, and an entry of a `FlaskDictRef` is a text, a number, a Boolean value, a \
        list or a dictionary; convert it, or make it an entry as `.object`, if it is an object and `Sendable`.
        """)
    let keyed = #expect(throws: FlaskDictError.self) {
      try FlaskDictRef(["a": NSDictionary(dictionary: [1: 2])])
    }
    #expect(keyed?.description == "The key `1` in the dictionary under `a` is not a text; use texts as keys.")
  }

  private final class Image: Sendable {}

  private struct Shown: Flask.State {
    var map = FlaskDictRef()
  }

  @Test("An object is an entry that is compared by identity, read as itself, and archived as null")
  func objects() throws {
    let (image, other) = (Image(), Image())
    let box = FlaskDictRef(["image": .object(image), "ref": .init(FlaskRef(image))])
    #expect(box["image"]?.object === image)
    #expect(box["ref"] == .object(image))
    #expect(box != FlaskDictRef(["image": .object(other), "ref": .object(image)]))
    #expect(box.hashValue == FlaskDictRef(["image": .object(image), "ref": .object(image)]).hashValue)
    #expect(try keysValue("map.image", Shown(map: box)) as? Image === image)
    #expect(try keysSame("map.image", Shown(map: box), Shown(map: ["image": .object(image)])))
    #expect(try !keysSame("map.image", Shown(map: box), Shown(map: ["image": .object(other)])))
    let archived = try JSONDecoder().decode(FlaskDictRef.self, from: JSONEncoder().encode(box))
    #expect(archived == ["image": nil, "ref": nil])
    #expect(FlaskDictRef(["none": FlaskRef<Image>()]) == ["none": nil])
  }

  @Test("The setter replaces the dictionary of its variable, and leaves others as they are")
  func setter() {
    var state = Shown(map: ["a": 1, "nest": ["b": 2, "list": [1, ["c": 3]]], "x.y": 5])
    let before = state
    let name = "tea"
    state.map["a"] = 10
    state.map["name"] = name
    state.map["nest.b"] = nil
    state.map["nest.list.1.c"] = 30
    state.map["nest.list.0"] = nil
    state.map["nest.new"] = ["d": true]
    state.map["x.y"] = 6
    state.map["nest.list.9"] = 9
    state.map["a.b"] = 1
    #expect(
      state.map == [
        "a": 10, "name": "tea", "nest": ["list": [nil, ["c": 30]], "new": ["d": true], "list.9": 9], "x.y": 6,
        "a.b": 1,
      ])
    #expect(before.map == ["a": 1, "nest": ["b": 2, "list": [1, ["c": 3]]], "x.y": 5])
    let count: Int? = state.map["a"]
    let text: String? = state.map["name"]
    let ratio: Double? = state.map["nest.list.1.c"]
    #expect(count == 10 && text == "tea" && ratio == 30)
    var absent: FlaskDictRef?
    absent?["a"] = 1
    #expect(absent == nil)
  }

  @Test(
    "What was set under a key is read under it, and setting nil removes what was read", arguments: 0..<200)
  func law(seed: Int) {
    var random = SeededRandom(UInt64(seed))
    let names = ["a", "b", "0", "1", "a.b"]
    func key() -> String {
      (0...random.below(3)).map { _ in names[random.below(names.count)] }.joined(separator: ".")
    }
    func value() -> FlaskDictRef.Value {
      switch random.below(4) {
      case 0: [1, ["a": 2], [3, 4]]
      case 1: ["a": ["b": 1, "0": [5]], "a.b": 7]
      default: .int(random.below(100))
      }
    }
    var box = FlaskDictRef()
    for _ in 0..<40 {
      let (key, value, old) = (key(), value(), box)
      let copy = FlaskDictRef(old.entries)
      box[key] = value
      #expect(box[key] == value, "\(key) in \(old)")
      #expect(old == copy)
    }
  }

  @Test("Setting ten thousand entries of one dictionary copies it once")
  func inPlace() {
    var box = FlaskDictRef(["a": ["b": 1]])
    let first = box
    var copies = 0
    for number in 0..<10_000 {
      let before = ObjectIdentifier(box)
      box["k\(number)"] = .int(number)
      copies += ObjectIdentifier(box) == before ? 0 : 1
      box["a.k\(number)"] = .int(number)
    }
    #expect(copies == 1)
    #expect(box.count() == 10_001 && box["a"]?.dictionary?.count() == 10_001)
    #expect(first == ["a": ["b": 1]])
  }
}
