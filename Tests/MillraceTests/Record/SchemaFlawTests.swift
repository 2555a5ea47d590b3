import Foundation
import Millrace
import Testing

/// The flaws that a schema finds in itself.
struct SchemaFlawTests {
  private struct Old: Codable, Sendable {}
  private struct Middle: Codable, Sendable {}
  private struct New: Codable, Sendable {}

  private static let new = RecordSchema<New>("note", version: 3)

  @Test("a schema without kinds is flawed")
  func empty() {
    #expect(RecordSchema<Int>().flaws == ["it has no kinds"])
  }

  @Test("a name that is given twice, an empty name and a version below 1 are flaws")
  func kinds() {
    let schema = RecordSchema<any Sendable>().adding(Int.self, "a").adding(String.self, "a")
      .adding(Bool.self, "").adding(Double.self, "d", version: 0)
    #expect(
      schema.flaws == [
        "the kind `a` is added twice", "the kind of Bool has an empty name", "d@0 has a version below 1",
      ])
  }

  @Test("a step of a kind that was not added is a flaw")
  func unknown() {
    let schema = Self.new.upcast("noet", from: 1, to: 3) { (_: Old) in New() }
    #expect(schema.flaws == ["the step from noet@1 to noet@3 belongs to a kind that was not added"])
  }

  @Test("a step that does not go up is a flaw", arguments: [(2, 2), (3, 1), (0, 3)])
  func down(from: Int, to: Int) {
    let schema = Self.new.upcast("note", from: from, to: to) { (_: Old) in New() }
    #expect(schema.flaws == ["the step from note@\(from) to note@\(to) does not lead to a later version"])
  }

  @Test("a step beyond today's version is a flaw")
  func beyond() {
    let schema = Self.new.upcast("note", from: 1, to: 4) { (_: Old) in New() }
    #expect(schema.flaws == ["the step from note@1 to note@4 goes beyond note@3"])
  }

  @Test("a last step that makes another type than the kind's is a flaw")
  func lastType() {
    let schema = Self.new.upcast("note", from: 1, to: 3) { (_: Old) in Middle() }
    #expect(schema.flaws == ["the step from note@1 to note@3 produces a Middle, but the kind's type is New"])
  }

  @Test("a step that leads nowhere is a flaw")
  func gap() {
    let schema = Self.new.upcast("note", from: 1, to: 2) { (_: Old) in Middle() }
    #expect(schema.flaws == ["no steps lead from note@2 to note@3"])
  }

  @Test("a step that makes another type than the next takes is a flaw")
  func types() {
    let schema = Self.new.upcast("note", from: 1, to: 2) { (_: Old) in Old() }
      .upcast("note", from: 2, to: 3) { (_: Middle) in New() }
    #expect(
      schema.flaws == ["the step from note@1 to note@2 produces a Old, but the next step takes a Middle"])
  }

  @Test("a step that is given twice is a flaw")
  func twice() {
    let schema = Self.new.upcast("note", from: 1, to: 3) { (_: Old) in New() }
      .upcast("note", from: 1, to: 3) { (_: Middle) in New() }
    #expect(schema.flaws == ["the step from note@1 to note@3 is given twice"])
  }

  @Test("a sound schema has no flaws")
  func sound() {
    let schema = Self.new.upcast("note", from: 1, to: 2) { (_: Old) in Middle() }
      .upcast("note", from: 2, to: 3) { (_: Middle) in New() }.upcast("note", from: 1, to: 3) { (_: Old) in
        New()
      }
    #expect(schema.flaws.isEmpty)
  }
}

/// Writes by a closure.
struct SchemaWriting: Encodable {
  let write: (any Encoder) throws -> Void

  func encode(to encoder: any Encoder) throws { try write(encoder) }

  func json() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
}
