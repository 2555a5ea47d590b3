import Millrace
import MillraceSQLite

/// The aspects of a turn that a comparison covers.
public struct JournalAspects: OptionSet, Hashable, Sendable {
  /// The raw bits.
  public let rawValue: Int

  /// Creates aspects from raw bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The time at which the turn was recorded.
  public static let time = JournalAspects(rawValue: 1)
  /// The cause of the message.
  public static let cause = JournalAspects(rawValue: 2)
  /// The events of effects in the turn.
  public static let effects = JournalAspects(rawValue: 4)
  /// The store that took the turn.
  public static let store = JournalAspects(rawValue: 8)
  /// The message and its kind.
  public static let message = JournalAspects(rawValue: 16)
  /// The Boolean value that indicates whether the update knew the message.
  public static let handling = JournalAspects(rawValue: 32)
}

/// The first turn in which two journals differ, with the differences.
public struct JournalDifference: Hashable, Sendable {
  /// The number of the turn.
  public let sequence: UInt64
  /// The turn in the first journal; nil when it has no turn of that number.
  public let left: JournalTurn?
  /// The turn in the second journal; nil when it has no turn of that number.
  public let right: JournalTurn?
  /// True when the journal without the turn has none after it either.
  public let isEnd: Bool
  /// The aspects that differ, when both journals have the turn.
  public let aspects: JournalAspects
  /// The differences between the messages, when both turns have one.
  public let values: [JournalValueDifference]
}

extension JournalDifference {
  /// Compares two turns; nil when they are equal apart from the ignored aspects.
  init?(_ left: JournalTurn, _ right: JournalTurn, ignoring: JournalAspects) {
    var aspects: JournalAspects = []
    var values: [JournalValueDifference] = []
    if left.time != right.time { aspects.insert(.time) }
    if ExactText(left.store) != ExactText(right.store) { aspects.insert(.store) }
    if left.cause != right.cause { aspects.insert(.cause) }
    if left.isHandled != right.isHandled { aspects.insert(.handling) }
    if left.effects != right.effects || left.effects.flatMap(\.texts) != right.effects.flatMap(\.texts) {
      aspects.insert(.effects)
    }
    if left.kind != right.kind
      || (left.message == nil) != (right.message == nil)
    {
      aspects.insert(.message)
    }
    if let one = left.message, let other = right.message, !ignoring.contains(.message) {
      values = one.differences(from: other)
      if !values.isEmpty { aspects.insert(.message) }
    }
    aspects.subtract(ignoring)
    guard !aspects.isEmpty else { return nil }
    self.init(
      sequence: left.sequence, left: left, right: right, isEnd: false, aspects: aspects, values: values)
  }
}

extension JournalEffectEvent {
  /// All texts of the event, to compare their bytes.
  fileprivate var texts: [ExactText?] {
    [step.reason, label, id, queue, part].map { $0.map(ExactText.init) }
  }
}

extension JournalReader {
  /// Returns the first turn in which two journals differ, or nil when they are equal.
  ///
  /// When a compaction has removed older turns of one journal, only the turns that both can have are
  /// compared. O(n); memory does not grow with the journals.
  ///
  /// - Parameters:
  ///   - other: The journal to compare with.
  ///   - ignoring: The aspects of a turn that may differ.
  ///   - progress: A closure that receives the progress, from 0 to 1.
  /// - Throws: ``JournalError`` when one of the journals cannot be read.
  public func compare(
    _ other: JournalReader, ignoring: JournalAspects = [.time],
    progress: @escaping (Double) -> Void = { _ in }
  ) throws(JournalError) -> JournalDifference? {
    let left = try ComparedJournal(path)
    let right = try ComparedJournal(other.path)
    defer {
      left.connection.database.close()
      right.connection.database.close()
    }
    let start = max(left.first, right.first)
    let span = Double(max(1, max(left.last, right.last) - start))
    progress(0)
    var count = 0
    var (one, two) = (try left.next(after: start), try right.next(after: start))
    while let sequence = [one, two].compactMap({ $0?.sequence }).min() {
      count += 1
      if count % 256 == 0 { progress(min(1, Double(sequence - start) / span)) }
      let isEnd = one == nil || two == nil
      let (first, second) = (
        try left.turn(one?.sequence == sequence ? one : nil),
        try right.turn(two?.sequence == sequence ? two : nil)
      )
      if let first, let second {
        if let difference = JournalDifference(first, second, ignoring: ignoring) { return difference }
      } else {
        return JournalDifference(
          sequence: UInt64(bitPattern: sequence), left: first, right: second, isEnd: isEnd, aspects: [],
          values: [])
      }
      (one, two) = (try left.next(after: start), try right.next(after: start))
    }
    progress(1)
    return nil
  }
}

/// One of two compared journals, read as of one moment.
private final class ComparedJournal {
  var connection: JournalReader.Connection
  let first: Int64
  let last: Int64
  private let statement: Statement
  private var isStarted = false

  init(_ path: String) throws(JournalError) {
    let database = try JournalReader.open(path)
    try database.execute("BEGIN", doing: "be read")
    connection = JournalReader.Connection(database: database)
    first = try database.metaInteger(.first) ?? 0
    last = try database.integer("SELECT max(sequence) FROM turns") ?? 0
    statement = try database.prepare(
      "SELECT \(TurnRow.columns) FROM turns WHERE sequence > ?1 ORDER BY sequence")
  }

  func next(after start: Int64) throws(JournalError) -> TurnRow? {
    if !isStarted { try statement.bind(1, start) }
    isStarted = true
    return try statement.step() ? TurnRow(statement) : nil
  }

  func turn(_ row: TurnRow?) throws(JournalError) -> JournalTurn? {
    guard let row else { return nil }
    return try connection.turn(row)
  }
}
