import Foundation
package import Millrace

/// Keeps what the turns of something recordable have done, as JSON, and plays it to another.
package final class RecordTape<State: Sendable, Message: Sendable> {
  /// The state before the first turn.
  package let first: RecordRow
  package private(set) var rows: [RecordRow] = []
  /// The number of turns that were not kept.
  package private(set) var skipped = 0
  package private(set) var problems: [any Error] = []
  private let recordable: Recordable<State, Message>
  private var token: ObservationToken?

  package init(_ recordable: Recordable<State, Message>) throws {
    self.recordable = recordable
    first = try RecordRow(recordable.state(), recordable.states)
    token = recordable.flow.tap { [unowned self] record in
      guard record.store == recordable.name else { return }
      guard let message = recordable.kept(record.message) else {
        skipped += 1
        return
      }
      do { rows.append(try RecordRow(message, recordable.messages)) } catch { problems.append(error) }
    }
  }

  /// The kinds of what was kept, in order.
  package var kinds: [String] { rows.map(\.kind.description) }

  /// Folds all turns from the first state, as another recordable sees it that was made in the same way.
  package func folded(by other: Recordable<State, Message>, from state: State? = nil) throws -> State {
    var state = try state ?? first.read(other.states)
    for row in rows { other.change(&state, try row.read(other.messages)) }
    return state
  }

  /// Plays all turns to another that was made in the same way.
  package func play(to other: Recordable<State, Message>) throws {
    other.replace(try folded(by: other))
  }
}

/// A value in its written form.
package struct RecordRow: Equatable {
  package let kind: SchemaKind
  package let json: String

  package init(_ kind: SchemaKind, _ json: String) {
    self.kind = kind
    self.json = json
  }

  package init<Value>(_ value: Value, _ schema: RecordSchema<Value>) throws {
    guard let place = schema.place(of: value) else { throw RecordFault() }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let written = Written { try schema.encode(value, at: place, to: $0) }
    kind = schema.kinds[place]
    json = String(decoding: try encoder.encode(written), as: UTF8.self)
  }

  package func read<Value: Sendable>(_ schema: RecordSchema<Value>) throws -> Value {
    let decoder = JSONDecoder()
    decoder.userInfo[Read<Value>.key] = Read<Value>.Way { [kind] in try schema.decode(kind, from: $0) }
    return try decoder.decode(Read<Value>.self, from: Data(json.utf8)).value
  }

  private struct Written: Encodable {
    let write: (any Encoder) throws -> Void

    func encode(to encoder: any Encoder) throws { try write(encoder) }
  }

  private struct Read<Value: Sendable>: Decodable {
    struct Way: Sendable {
      let read: @Sendable (any Decoder) throws -> Value
    }

    // Sound: a key with a text is never nil.
    static var key: CodingUserInfoKey { CodingUserInfoKey(rawValue: "way").unsafelyUnwrapped }

    let value: Value

    init(from decoder: any Decoder) throws {
      guard let way = decoder.userInfo[Self.key] as? Way else { throw RecordFault() }
      value = try way.read(decoder)
    }
  }
}

/// A value is of no kind.
package struct RecordFault: Error {
  package init() {}
}

/// Gives the same numbers for the same seed: SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom
/// Number Generators, 2014).
package struct RecordRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
