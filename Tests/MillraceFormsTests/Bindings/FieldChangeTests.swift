import Foundation
import Millrace
import MillraceCoding
import MillraceForms
import Testing

@Suite("Plain changes")
struct FieldChangeTests {
  @Test("A change is applied, compared and described")
  func value() {
    var player = Player()
    let change = FieldChange(\Player.settings.bass, 4)
    change.apply(to: &player)
    #expect(player == Player(settings: .init(bass: 4)))
    #expect(change == FieldChange(\.settings.bass, 4))
    #expect(change != FieldChange(\.settings.bass, 5))
    #expect(change != FieldChange(\.volume, 4))
    #expect("\(change)" == "bass = 4")
    #expect("\(FieldChange(\Player.title, "a"))" == #"title = "a""#)
    #expect("\(FieldChange(\Player.hidden, 1))" == #"\Player.hidden = 1"#)
    #expect(change.changes(\.settings.bass))
    #expect(!change.changes(\.volume))
    #expect(change.value as? Int == 4)
  }

  @Test("A change of a property with an observer, of a computed one and of one in an object runs their code")
  func observed() {
    final class Counter {
      var count = 0
    }
    struct Gauge {
      var changes = 0
      var level = 0 { didSet { changes += 1 } }
      var double: Int {
        get { level * 2 }
        set { level = newValue / 2 }
      }
      var last = 0
      var counter = Counter()
    }
    var gauge = Gauge()
    FieldChange(\Gauge.level, 3).apply(to: &gauge)
    FieldChange(\Gauge.double, 8).apply(to: &gauge)
    FieldChange(\Gauge.last, 9).apply(to: &gauge)
    FieldChange(\Gauge.counter.count, 2).apply(to: &gauge)
    #expect((gauge.changes, gauge.level, gauge.last, gauge.counter.count) == (2, 4, 9, 2))
  }

  @Test(
    "A change is recorded by the name of its field, in JSON and in a journal's form, and gives the same change",
    arguments: [
      FieldChange(\Player.volume, 7), FieldChange(\.title, "Sea"), FieldChange(\.settings.bass, -1),
      FieldChange(\.subtitle, "low"), FieldChange(\.subtitle, nil),
    ])
  func recorded(_ change: FieldChange<Player>) throws {
    let json = try JSONEncoder().encode(change)
    #expect(try JSONDecoder().decode(FieldChange<Player>.self, from: json) == change)
    let bytes = try RecordEncoder().encode(change)
    #expect(try RecordDecoder().decode(FieldChange<Player>.self, from: bytes) == change)
  }

  @Test("The record has the declared name")
  func name() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(FieldChange(\Player.settings.bass, 2))
    #expect(String(decoding: json, as: UTF8.self) == #"{"field":"bass","value":2}"#)
  }

  @Test("What cannot be recorded says why and what to do")
  func errors() {
    func reason(_ change: FieldChange<Player>) -> String {
      do {
        _ = try JSONEncoder().encode(change)
        return "encoded"
      } catch EncodingError.invalidValue(_, let context) {
        return context.debugDescription
      } catch {
        return "\(error)"
      }
    }
    #expect(
      reason(FieldChange(\.hidden, 1)) == #"""
        A change of `\Player.hidden` cannot be recorded, because the part has no name; declare `BindableField("…", \#
        \Player.hidden)` in the `bindableFields` of `Player`.
        """#)
    #expect(
      reason(FieldChange(\.opaque, Player.Opaque())) == """
        The field `opaque` of `Player` cannot be recorded, because `Opaque` is not `Codable`; make it so.
        """)
    #expect {
      try JSONDecoder().decode(FieldChange<Player>.self, from: Data(#"{"field":"tone","value":1}"#.utf8))
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription == """
        A change of `Player` names the field `tone`, which is not declared; declare it in `bindableFields`, \
        under the name that it had when the change was recorded.
        """
    }
    for text in [#"{"field":"volume","value":"loud"}"#, #"{"field":"volume"}"#, "7", "{}"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(FieldChange<Player>.self, from: Data(text.utf8))
      }
    }
  }

  @Test("The declared names are in their order")
  func names() {
    #expect(Player.bindableFields.names == ["volume", "title", "bass", "subtitle", "opaque"])
    #expect(Player.bindableFields.name(of: \Player.settings.bass) == "bass")
    #expect(Player.bindableFields.name(of: \Player.hidden) == nil)
    #expect(SignUp.bindableFields.names == SignUp.form.fields.map { $0.name })
  }
}
