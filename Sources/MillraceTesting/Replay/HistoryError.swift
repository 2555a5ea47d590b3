import Millrace
import MillraceSupport

/// The reason why a history cannot be recorded, read or replayed.
public enum HistoryError: Error, Hashable, Sendable {
  /// A message could not be encoded; the recording has ended with the turn before it.
  case messageNotEncodable(store: String, turn: UInt64, message: String, reason: String)
  /// A state could not be encoded.
  ///
  /// If that was after a turn, the recording has ended with the turn before it.
  case stateNotEncodable(store: String, turn: UInt64, reason: String)
  /// A store takes its turns on another flow than the history's.
  case otherFlow(store: String, flow: String, expected: String)
  /// The name belongs to another recorded store.
  case nameTaken(store: String)
  /// A store was added while a turn was being taken.
  case insideTurn(store: String)
  /// A message or a state cannot be decoded as today's type.
  case notDecodable(line: Int, store: String, part: String, type: String, reason: String)
  /// The recording has been finished.
  case finished(store: String)
  /// States were replaced outside of a turn; the recording has ended before that.
  case broken(at: UInt64, reason: String)
  /// The file of a new history exists already.
  case fileExists(path: String)
  /// The file cannot be written; the recording has ended with the line before.
  case notWritable(path: String, reason: String)
  /// The file cannot be read.
  case notReadable(path: String, reason: String)
  /// The history is empty.
  case empty
  /// The first line is not that of a history.
  case notAHistory(firstLine: String)
  /// The history has a version that this library does not know.
  case unknownVersion(Int, known: Int)
  /// A line cannot be read.
  case brokenLine(Int, reason: String)
  /// A store of the history was not added to the stage.
  case storeMissing(store: String, given: [String])
  /// A store on the stage is not in the history.
  case storeUnknown(store: String, known: [String])
}

extension HistoryError: AdvisingError {
  /// Performs `body`, and throws its error as one of a history, with the reason as text.
  static func catching<Result>(
    _ body: () throws -> Result, as error: (_ reason: String) -> HistoryError
  ) throws(HistoryError) -> Result {
    do { return try body() } catch let problem { throw error(CodingReason.text(problem)) }
  }
}

extension HistoryError: CustomStringConvertible {
  /// The problem, its reason and the remedy.
  public var description: String {
    switch self {
    case .messageNotEncodable(let store, let turn, let message, let reason):
      """
      The message `\(message)` of turn \(turn) of the store `\(store)` cannot be recorded: \(reason). The history \
      ends before that turn; make the message encodable, or pass a closure to `record` that converts it.
      """
    case .stateNotEncodable(let store, let turn, let reason):
      """
      The state of the store `\(store)` after turn \(turn) cannot be recorded: \(reason). The history ends before it; \
      make the state encodable, or pass a closure to `record` that returns an encodable part.
      """
    case .otherFlow(let store, let flow, let expected):
      """
      The store `\(store)` is on the flow `\(flow)`, but the history belongs to the flow `\(expected)`; create the \
      store with `flow:`.
      """
    case .nameTaken(let store):
      """
      Two stores have the name `\(store)`, but a history needs different names; give each its own `name:`.
      """
    case .insideTurn(let store):
      """
      The store `\(store)` was added during a turn, whose end would belong to no recorded turn; add it before or \
      after the turn.
      """
    case .notDecodable(let line, let store, let part, let type, let reason):
      """
      The \(part) in line \(line), of the store `\(store)`, cannot be decoded as the current `\(type)`: \(reason). \
      Record a new history, or let the type's decoder read the old form.
      """
    case .finished(let store):
      "The store `\(store)` cannot be recorded, because the recording has ended; create another recorder."
    case .broken(let number, let reason):
      """
      The history was broken at number \(number): \(reason). The states after it do not follow from the recorded \
      turns, so the recording ends before it; create another recorder for the turns that follow.
      """
    case .fileExists(let path):
      "There is already a file at `\(path)`, which a new history would overwrite; delete it, or choose another path."
    case .notWritable(let path, let reason):
      """
      The history cannot be written to `\(path)`: \(reason). It ends with the last complete line; check that the \
      folder exists, is writable, and has free space.
      """
    case .notReadable(let path, let reason):
      "The history `\(path)` cannot be read: \(reason). Check that it exists, and its permissions."
    case .empty:
      "The history is empty, without even a first line; record another one."
    case .notAHistory(let line):
      "This is not a history: it begins with `\(line)`; give a file that a `HistoryRecorder` has written."
    case .unknownVersion(let version, let known):
      """
      The history has format \(version), but only \(known) is supported; read it with the version of Millrace that \
      wrote it, or record another one.
      """
    case .brokenLine(let number, let reason):
      """
      Line \(number) of the history cannot be read: \(reason). Only the last line may be incomplete; use an intact \
      copy of the file.
      """
    case .storeMissing(let store, let given):
      """
      The history has turns of the store `\(store)`, which is not on the stage\(Self.list(given)); add the store with \
      this `name:`.
      """
    case .storeUnknown(let store, let known):
      """
      The stage has the store `\(store)`, which is not in the history\(Self.list(known)); give the store the `name:` \
      with which it was recorded.
      """
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "" : " (there is \(names.sorted().map { "`\($0)`" }.joined(separator: ", ")))"
  }
}
