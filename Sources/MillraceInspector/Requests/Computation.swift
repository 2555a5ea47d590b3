import Millrace
import MillraceCoding
import MillraceSupport

/// The states after turns that are taken again, without effects.
///
/// It is prepared off home, advances at home in short slices, and its states are encoded off home.
final class Computation: @unchecked Sendable {
  // Sound: it passes from the work queue to the home and back, and one of them at a time uses it.

  /// A state that was reached, with its encoder.
  struct Reached: Sendable {
    let turn: UInt64
    let store: String
    let encode: @Sendable () throws -> EncodedValue
  }

  /// A turn that could not be taken, or a state that could not be encoded.
  struct Problem: Sendable {
    let turn: UInt64
    let store: String
    let reason: String
  }

  /// The maximum number of bytes of an answer: 200 MiB.
  static let answerLimit = 200 << 20

  private var folds: [String: any StoreFold] = [:]
  private var steps: [(turn: UInt64, fold: any StoreFold)] = []
  private var nextStep = 0
  private let wanted: [UInt64]
  private var nextWanted = 0
  private let limited: Set<String>?
  private let hidden: HiddenPaths
  private var problems: [Problem] = []
  private var output: [UInt8] = Array(#"{"states":["#.utf8)
  private var isFirst = true

  /// Reads a request, and decodes its states and messages.
  ///
  /// - Throws: `RequestError` for a request that cannot be carried out at all.
  init(
    _ body: RequestBody, _ stores: [ShownStoreCodec], hiding hidden: HiddenPaths, failing: Set<String> = [],
    limit: Int
  ) throws(RequestError) {
    self.hidden = hidden
    wanted = try body.want().sorted()
    limited = try body.stores().map { Set($0) }
    let turns = try body.turns()
    if turns.count > limit {
      throw RequestError(
        "The request has \(turns.count) turns, and \(limit) are computed at a time. Begin with a later state."
      )
    }
    let states = Dictionary(try body.states().map { ($0.store, $0.value) }, uniquingKeysWith: { $1 })
    for store in stores
    where limited?.contains(store.name) != false || turns.contains(where: { $0.store == store.name }) {
      do {
        folds[store.name] = try store.fold(states[store.name])
      } catch {
        problems.append(Problem(turn: 0, store: store.name, reason: CodingReason.text(error)))
      }
    }
    var last: UInt64 = 0
    for (turn, store, message) in turns {
      if turn < last {
        throw RequestError("The turns of the request are not in order. Sort them by their numbers.")
      }
      last = turn
      guard let fold = folds[store] else {
        problems.append(
          Problem(
            turn: turn, store: store, reason: "The store has no schemas here, so its turns cannot be taken."))
        continue
      }
      guard let message else {
        // What a schema does not keep has changed no state.
        if failing.contains(store) {
          problems.append(
            Problem(
              turn: turn, store: store,
              reason: "Its message could not be encoded, so it cannot be taken again."))
        }
        continue
      }
      do {
        try fold.add(message)
        steps.append((turn, fold))
      } catch {
        problems.append(Problem(turn: turn, store: store, reason: CodingReason.text(error)))
      }
    }
  }

  /// Takes turns at home until the time is over or all is done.
  ///
  /// - Parameters:
  ///   - times: The times that updates have read in their turns.
  ///   - hasTime: A closure that returns false when the time is over.
  /// - Returns: The states to be encoded before the next slice; nil when nothing is left.
  func advance(_ times: TurnTimes, while hasTime: () -> Bool) -> [Reached]? {
    var reached: [Reached] = []
    while true {
      if nextWanted < wanted.count, nextStep == steps.count || wanted[nextWanted] < steps[nextStep].turn {
        reached += states(after: wanted[nextWanted])
        nextWanted += 1
      } else if nextStep < steps.count, nextWanted < wanted.count {
        steps[nextStep].fold.takeNext(at: times[steps[nextStep].turn])
        nextStep += 1
      } else {
        return reached.isEmpty ? nil : reached
      }
      if !hasTime() { return reached }
    }
  }

  private func states(after turn: UInt64) -> [Reached] {
    folds.filter { limited?.contains($0.key) != false }.sorted { $0.key < $1.key }.map {
      Reached(turn: turn, store: $0.key, encode: $0.value.capture())
    }
  }

  /// Encodes states, off home.
  ///
  /// - Throws: `RequestError` if the answer has become too large.
  func encode(_ states: [Reached]) throws(RequestError) {
    for state in states {
      do {
        let encoded = try state.encode()
        let body = try encoded.json(hiding: hidden.paths(of: state.store))
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        let (store, kind) = (
          JournalValue.text(state.store).json(), JournalValue.text("\(encoded.kind)").json()
        )
        output += Array(#"{"turn":\#(state.turn),"store":\#(store),"kind":\#(kind),"state":"#.utf8)
        output += body
        output.append(UInt8(ascii: "}"))
      } catch {
        problems.append(Problem(turn: state.turn, store: state.store, reason: CodingReason.text(error)))
      }
      if output.count > Self.answerLimit {
        throw RequestError(
          "The states are larger than \(Self.answerLimit >> 20) MiB. Ask for fewer at a time.")
      }
    }
  }

  /// The body of the answer.
  var answer: [UInt8] {
    let list = JournalValue.array(
      problems.prefix(1000).map { problem in
        .object([
          .init(key: "turn", value: .init(number: problem.turn)),
          .init(key: "store", value: .text(problem.store)), .init(key: "why", value: .text(problem.reason)),
        ])
      })
    return output + Array(#"],"problems":\#(list.json())}"#.utf8)
  }
}
