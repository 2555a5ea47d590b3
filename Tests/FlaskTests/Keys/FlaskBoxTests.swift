import Foundation
import Testing

@testable import Flask

struct FlaskBoxTests {
  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test("A reference is equal to another that holds the same object, and to no other")
  func identity() throws {
    let object = KeysEquatableObject(1)
    #expect(FlaskRef(object) == FlaskRef(object))
    #expect(FlaskRef(object) != FlaskRef(KeysEquatableObject(1)))
    #expect(FlaskRef(object) != FlaskRef())
    #expect(FlaskRef<KeysObject>() == FlaskRef<KeysObject>())
    #expect(Set([FlaskRef(object), FlaskRef(object), FlaskRef()]).count == 2)
    let old = KeysReferring()
    let new = keysChanged(old) { $0.ref = FlaskRef(object) }
    #expect(try !keysSame("ref", old, new))
    #expect(try keysSame("ref", new, keysChanged(new) { $0.ref = FlaskRef(object) }))
    #expect(try !keysSame("ref", new, keysChanged(new) { $0.ref = FlaskRef(KeysEquatableObject(1)) }))
  }

  @Test("A reference holds its object for as long as it lives")
  func strength() {
    weak var seen: KeysObject?
    func make() -> FlaskRef<KeysObject> {
      let object = KeysObject()
      seen = object
      return FlaskRef(object)
    }
    var box: FlaskRef? = make()
    #expect(seen != nil && box?.object === seen)
    box = nil
    #expect(seen == nil)
  }

  @Test("A reference archives nothing, and comes back empty")
  func archivedReference() throws {
    #expect(try String(decoding: JSONEncoder().encode(FlaskRef(KeysObject())), as: UTF8.self) == "{}")
    #expect(try roundTrip(FlaskRef(KeysObject())).object == nil)
    #expect(try roundTrip(keysChanged(KeysReferring()) { $0.number = 3 }).number == 3)
  }

  @Test("A dictionary box is written as a literal, and read by key, with dots into what is nested")
  func reading() {
    let box = FlaskDictRef([
      "foo": 1, "half": 0.5, "yes": true, "nest": ["a": "b", "list": [1, ["x": "y"]]], "none": nil,
    ])
    #expect(box["foo"]?.int == 1)
    #expect(box["foo"]?.double == 1)
    #expect(box["foo"]?.string == nil)
    #expect(box["half"]?.double == 0.5)
    #expect(box["half"]?.int == nil)
    #expect(box["yes"]?.bool == true)
    #expect(box["nest"]?.dictionary?["a"]?.string == "b")
    #expect(box["nest.a"]?.string == "b")
    #expect(box["nest.list.1.x"]?.string == "y")
    #expect(box["nest.list.2"] == nil)
    #expect(box["nest.list"]?.array?.count == 2)
    #expect(box["none"] == .some(.null))
    #expect(box["nothing"] == nil)
    #expect(box["foo.bar"] == nil)
    #expect(box.keys() == ["foo", "half", "nest", "none", "yes"])
    #expect(box.count() == 5)
    #expect(FlaskDictRef().count() == 0)
    #expect(box.description == "[foo: 1, half: 0.5, nest: [a: b, list: [1, [x: y]]], none: nil, yes: true]")
  }

  @Test("Of two entries with one key, in a literal of a box or of what is nested in it, the last one stays")
  func twice() {
    let key = "a"
    let box: FlaskDictRef = [key: 1, key: [key: 2, key: 3]]
    #expect(box["a.a"]?.int == 3)
  }

  @Test("Where an entry's own key contains dots, the longest reading that leads to something is taken")
  func dots() {
    let box = FlaskDictRef(["a": ["b": 1, "b.c": 2], "a.b": 3, "": 4, "x": ["y": ["z": 5]], "x.y": 6])
    #expect(box["a.b"]?.int == 3)
    #expect(box["a.b.c"]?.int == 2)
    #expect(box[""]?.int == 4)
    #expect(box["x.y"]?.int == 6)
    #expect(box["x.y.z"]?.int == 5)
  }

  @Test("Dictionary boxes are equal by content, numbers by their value, and null is not absent")
  func equality() {
    let one = FlaskDictRef(["a": 1, "b": ["c": nil]])
    #expect(one == FlaskDictRef(["a": 1.0, "b": ["c": nil]]))
    #expect(one.hashValue == FlaskDictRef(["a": 1.0, "b": ["c": nil]]).hashValue)
    #expect(one != FlaskDictRef(["a": 1, "b": [:]]))
    #expect(one != FlaskDictRef(["a": true, "b": ["c": nil]]))
    #expect(FlaskDictRef.Value.double(.nan) == .double(.nan))
    #expect(
      Set<FlaskDictRef.Value>([.double(.nan), .double(-.nan), .int(2), .double(2), .bool(true), .null]).count
        == 4)
    #expect(FlaskDictRef.Value.int(.max) != .double(9_223_372_036_854_775_808))
  }

  @Test("A text that reads as a number in an archive stays a text", arguments: ["nan", "inf", "-inf"])
  func numberTexts(_ text: String) throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let box = FlaskDictRef(["name": .string(text), "list": [.string(text), 1.5]])
    #expect(try decoder.decode(FlaskDictRef.self, from: JSONEncoder().encode(box)) == box)
  }

  @Test("A dictionary box is archived in the shape of JSON, and comes back equal")
  func archived() throws {
    let box = FlaskDictRef([
      "int": .int(.min), "double": 2.5, "whole": 3.0, "text": "ü\n", "yes": true, "no": false, "none": nil,
      "list": [1, nil, ["deep": []], [[]]], "nest": ["a.b": [:]],
    ])
    #expect(try roundTrip(box) == box)
    #expect(try roundTrip(keysChanged(KeysReferring()) { $0.box = box }).box == box)
    let json = try JSONEncoder().encode(FlaskDictRef(["a": ["b": [1, nil, true]]]))
    #expect(String(decoding: json, as: UTF8.self) == #"{"a":{"b":[1,null,true]}}"#)
  }

  @Test("What is no dictionary does not decode as one", arguments: ["[]", "1", "null", #"{"a":"#])
  func notADictionary(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(FlaskDictRef.self, from: Data(json.utf8)) }
  }
}

struct KeysReferring: Flask.State {
  var ref = FlaskRef<KeysEquatableObject>()
  var box = FlaskDictRef()
  var number = 1
}
