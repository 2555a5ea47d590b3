import Flask
import Millrace
import RecordFixture
import Testing

/// The reading of substances that were written by other versions of the application.
@Suite
@MainActor
struct RecordFlaskSchemaTests {
  struct OldCart: Codable, Sendable { var names: [String] }

  private static let cart = RecordSchema<RecordCart>("cart", version: 2)
    .upcast("cart", from: 1, to: 2) { (old: OldCart) in
      RecordCart(items: old.names.map { RecordCart.Item(name: $0, count: 1) })
    }

  private static let old = #"{"cart":{"kind":"cart","version":1,"state":{"names":["flour"]}}}"#

  private func read(_ json: String, _ recordable: Recordable<FlaskStates, FlaskCommits>) throws -> FlaskStates
  {
    try RecordRow(SchemaKind(name: "substances", version: 1), json).read(recordable.states)
  }

  private func problem(_ json: String, _ recordable: Recordable<FlaskStates, FlaskCommits>) -> String? {
    do {
      _ = try read(json, recordable)
    } catch DecodingError.dataCorrupted(let context) {
      return context.codingPath.map(\.stringValue).joined(separator: ".") + ": " + context.debugDescription
    } catch {}
    return nil
  }

  @Test("each state is brought up by the steps of its substance's schema, in states and in commits")
  func upcast() throws {
    let bench = RecordBench()
    let recordable = bench.flask.recordable { $0.add(bench.cart, Self.cart) }
    #expect(recordable.states.flaws.isEmpty)
    let wanted = [RecordCart.Item(name: "flour", count: 1)]
    #expect(try read(Self.old, recordable).state(of: "cart", as: RecordCart.self)?.items == wanted)
    let commits = try RecordRow(SchemaKind(name: "commits", version: 1), Self.old).read(recordable.messages)
    #expect(commits.state(of: "cart", as: RecordCart.self)?.items == wanted)
  }

  @Test("a substance that was not recorded yet has its first state, in states and not in commits")
  func added() throws {
    let bench = RecordBench()
    bench.add(9)
    let recordable = bench.flask.recordable {
      $0.add(bench.cart, Self.cart)
      $0.add(bench.app, RecordSchema("app"))
    }
    let states = try read(Self.old, recordable)
    #expect(states.state(of: "app", as: BusState.self) == BusState())
    let commits = try RecordRow(SchemaKind(name: "commits", version: 1), Self.old).read(recordable.messages)
    #expect(commits.names == ["cart"])
    recordable.replace(states)
    #expect(bench.app.state.number == 0)
  }

  @Test("a substance that is not recorded any more is an error that names it, unless its name is retired")
  func removed() throws {
    let bench = RecordBench()
    let recordable = bench.flask.recordable { $0.add(bench.app, RecordSchema("app")) }
    #expect(
      problem(Self.old, recordable) == """
        cart: no substance `cart` is recorded now; add it under that name, or retire the name
        """)
    let retiring = bench.flask.recordable {
      $0.add(bench.app, RecordSchema("app"))
      $0.retire("cart")
    }
    #expect(try read(Self.old, retiring).names == ["app"])
  }

  @Test("a kind of a substance that there is no way from is an error that names both")
  func gap() {
    let bench = RecordBench()
    let recordable = bench.flask.recordable { $0.add(bench.cart, RecordSchema("cart", version: 3)) }
    #expect(
      problem(Self.old, recordable)
        == "cart.state: no `upcast` steps lead from cart@1 to a current kind; add them")
  }

  @Test("what is wrong with the record is a flaw of its schemas")
  func flaws() {
    let (bench, other) = (RecordBench(), RecordBench())
    let none = bench.flask.recordable { _ in }
    #expect(none.states.flaws == ["no substance of the context `shop` was added"])
    let twins = bench.flask.recordable {
      $0.add(bench.cart, RecordSchema("cart"))
      $0.add(bench.other, RecordSchema("cart"))
      $0.add(bench.app, RecordSchema("app"))
      $0.add(bench.app, RecordSchema("app"), as: "again")
      $0.add(other.app, RecordSchema("app"), as: "foreign")
      $0.retire("app")
    }
    let wanted = [
      "the substance `foreign` belongs to another context than `shop`; record it there",
      "two substances are recorded as `cart`; give each a name with `as:`",
      "the substance `app` is both recorded and retired; do only one",
      "the substance that is recorded as `again` is added twice; add it once",
    ]
    #expect(twins.states.flaws == wanted)
    #expect(twins.messages.flaws == wanted)
    let schema = bench.flask.recordable { $0.add(bench.app, RecordSchema("app", version: 0)) }
    #expect(schema.states.flaws == ["of the substance `app`: app@0 has a version below 1"])
  }
}
