import Millrace
import Testing

@Suite("The reader of a number in a text")
struct NumberTextTests {
  @Test("takes digits alone for a count, a version and an identity")
  func digits() {
    #expect(Int(digits: "007") == 7 && UInt8(digits: "255") == 255 && Int(digits: "ff", radix: 16) == 255)
    for text in ["", "+5", "-5", "-0", " 5", "5 ", "1_0", "0x5", "٣", "1.0", "99999999999999999999"] {
      #expect(Int(digits: text) == nil, "\(text)")
    }
    #expect(UInt64(digits: "+123456789abcdef", radix: 16) == nil)
  }

  @Test("takes a cause and a kind only as they are written, and no version that a kind cannot have")
  func records() {
    #expect(Cause("turn 5") == .turn(5) && Cause("effect 3 of turn 9") == .effect(3, turn: 9))
    for text in ["turn +5", "turn -0", "effect +3 of turn 9", "effect 3 of turn +9", "subscription +1"] {
      #expect(Cause(text) == nil, "\(text)")
    }
    #expect(SchemaKind("note@2") == SchemaKind(name: "note", version: 2))
    for text in ["note@+2", "note@-1", "note@0", "note@", "note@1.0"] {
      #expect(SchemaKind(text) == nil, "\(text)")
    }
  }
}
