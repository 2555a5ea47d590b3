import Millrace
import MillraceCoding

/// The named tables of one store, and the samples of its states; used at the flow's home.
final class StoreTables<State: Sendable> {
  private let tables: [any StateTable<State>]
  private let states: RecordSchema<State>
  private let hidden: [[String]]
  private let samples = MarkedSamples()
  /// The connection that has got the last sample.
  private var connection: Int?

  /// Creates the tables of a store.
  ///
  /// - Parameters:
  ///   - tables: The tables; not empty.
  ///   - states: The schema of the store's states.
  ///   - hidden: The hidden paths of the store.
  init(_ tables: [any StateTable<State>], _ states: RecordSchema<State>, hiding hidden: [[String]]) {
    self.tables = tables
    self.states = states
    self.hidden = hidden
  }

  /// Makes the next sample a whole one.
  func forget() { connection = nil }

  /// Returns a closure that encodes a state, or its differences from the last one, on the work queue.
  ///
  /// O(changes), unless the sample has to be a whole one.
  func capture(_ state: consuming State, for connection: Int) -> @Sendable () throws -> SampledState {
    if self.connection == connection, !samples.isBroken, let marks = marks(&state) {
      return encode(state, marks)
    }
    self.connection = connection
    return encodeWhole(state)
  }

  // MARK: Marks

  private typealias Marked = (place: [String], marks: @Sendable () throws -> TableMarks)

  /// Takes the tables out of a copy of the state; returns nil if a whole sample is necessary.
  private func marks(_ state: inout State) -> [Marked]? {
    var marked: [Marked] = []
    var cleared: [any StateTable<State>] = []
    for table in tables {
      switch table.place.withLock({ $0 }) {
      case .none: continue
      case .unknown:
        if !table.isEmpty(in: state) { return nil }
        continue
      case .hidden: break
      case .found(let place):
        guard let marks = table.marks(in: state) else { return nil }
        marked.append((place, marks))
      }
      cleared.append(table)
    }
    // Not before all are known to have marks: a whole sample needs them.
    for table in cleared { table.clear(&state) }
    return marked
  }

  private func encode(_ state: State, _ marked: [Marked]) -> @Sendable () throws -> SampledState {
    { [states, samples] in
      do {
        let rest = try EncodedValue(state, states, RecordEncoder())
        let value = try JournalValue(cbor: rest.cbor)
        if marked.isEmpty { return SampledState(value: value, kind: rest.kind) }
        guard marked.allSatisfy({ value.isEmptyArray(at: $0.place) }) else { throw LostMarks() }
        let marks = try samples.next(rest.kind, marked.map(\.place), try marked.map { try $0.marks() })
        return SampledState(value: value, kind: rest.kind, marks: marks)
      } catch {
        samples.isBroken = true
        throw error
      }
    }
  }

  // MARK: Whole states

  private struct Part: Sendable {
    let name: String
    let place: Locked<TablePlace>
    /// The state without this table; nil if the table is empty.
    let rest: State?
    let rows: @Sendable () throws -> JournalValue
  }

  private func encodeWhole(_ state: State) -> @Sendable () throws -> SampledState {
    var parts: [Part] = []
    for table in tables where table.place.withLock({ $0 != .none }) {
      var rest: State?
      if !table.isEmpty(in: state) {
        var copy = state
        table.clear(&copy)
        rest = copy
      }
      parts.append(Part(name: table.name, place: table.place, rest: rest, rows: table.whole(in: state)))
    }
    return { [states, samples, hidden, parts] in
      samples.isBroken = true
      let encoder = RecordEncoder()
      let whole = try EncodedValue(state, states, encoder)
      let value = try JournalValue(cbor: whole.cbor)
      var problems: [String] = []
      var places: [[String]] = []
      for part in parts {
        let rows = try part.rows()
        guard let rest = part.rest else {
          part.place.withLock { $0 = .unknown }
          continue
        }
        do throws(TableFinding) {
          let restValue: JournalValue
          do { restValue = try JournalValue(cbor: try EncodedValue(rest, states, encoder).cbor) } catch {
            throw TableFinding.unreadable
          }
          let place = try TableFinding.place(of: rows, in: value, without: restValue, hiding: hidden)
          if case .found(let names) = place {
            if places.contains(names) { throw TableFinding.twice }
            places.append(names)
          }
          part.place.withLock { $0 = place }
        } catch {
          part.place.withLock { $0 = .none }
          problems.append("\(part.name): \(error)")
        }
      }
      return SampledState(
        value: value, kind: whole.kind, marks: samples.begin(whole.kind, places), problems: problems)
    }
  }
}

/// The numbers of a store's samples with marked tables.
final class MarkedSamples: Sendable {
  private struct Last {
    var number: UInt64 = 0
    var kind: SchemaKind?
    var places: [[String]] = []
    var isBroken = true
  }

  private let last = Locked(Last())

  /// True until a whole state has been encoded, and after marks could not be.
  var isBroken: Bool {
    get { last.withLock { $0.isBroken } }
    set { last.withLock { $0.isBroken = newValue } }
  }

  /// Notes a whole state; returns nil if it has no tables that can have marks.
  func begin(_ kind: SchemaKind, _ places: [[String]]) -> StateMarks? {
    last.withLock { last in
      last = Last(number: last.number + 1, kind: kind, places: places, isBroken: false)
      return places.isEmpty ? nil : StateMarks(number: last.number, places: places)
    }
  }

  /// Numbers marks.
  ///
  /// - Throws: ``LostMarks`` if they do not belong to the last sample.
  func next(_ kind: SchemaKind, _ places: [[String]], _ tables: [TableMarks]) throws(LostMarks) -> StateMarks
  {
    let number: UInt64? = last.withLock { last in
      guard !last.isBroken, last.kind == kind, last.places == places else { return nil }
      last.number += 1
      return last.number
    }
    guard let number else { throw LostMarks() }
    return StateMarks(number: number, since: number - 1, places: places, tables: tables)
  }
}

extension JournalValue {
  /// Returns whether names lead to an empty array.
  fileprivate func isEmptyArray(at place: [String]) -> Bool {
    var value = self
    for name in place {
      guard let next = value[name] else { return false }
      value = next
    }
    return value == .array([])
  }
}
